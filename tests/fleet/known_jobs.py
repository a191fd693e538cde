"""Jobs whose results are known: lines, which the command line answers, too, and a count."""

import subprocess
from pathlib import Path

from .jobs import ENDED
from .questions import classic

# Puzzles whose clues are removed have several solutions, so that there are verdicts of each kind.
REMOVED_EVERY = 7
INVALID_EVERY = 1009
# Exact cover with this number of solutions, in some seconds: perfect matchings of 18 items.
MATCHED_ITEMS = 18
MATCHINGS = 34_459_425
# The time limit of an entry of a job: solver.time_ms_max.
TIME_MS = 30_000


def puzzles(number):
    """Lines: proper puzzles, some with fewer clues, some invalid."""
    corpus = classic()
    for index in range(number):
        line = corpus[index % len(corpus)]
        if index % INVALID_EVERY == 0:
            line = "x" + line
        elif index % REMOVED_EVERY == 0:
            clues = [place for place, symbol in enumerate(line) if symbol not in ".0"]
            place = clues[index % len(clues)]
            line = line[:place] + "." + line[place + 1 :]
        yield line


def matchings(number=MATCHED_ITEMS):
    """Request for a count of the perfect matchings of this number of items."""
    items = [str(item) for item in range(number)]
    options = [[one, other] for place, one in enumerate(items) for other in items[place + 1 :]]
    return {"operation": "exact_cover_count", "problem": {"primary": items, "options": options}}


class KnownJobs:
    """A job of lines and a count, in a service that may be disturbed."""

    def __init__(self, binary, folder, number):
        self.binary = str(Path(binary).resolve())
        self.number = number
        self.file = Path(folder) / "puzzles.txt"
        self.file.write_text("\n".join(puzzles(number)) + "\n", encoding="utf-8")
        self.lines = None
        self.count = None

    def create(self, client):
        """Creates both jobs."""
        upload = client.upload(self.file.read_bytes())
        self.lines = client.create(operation="count", input={"upload": upload})
        self.count = client.create(**matchings())

    def status(self, client):
        """Status of the job of lines."""
        return client.status(self.lines)

    def have_ended(self, client):
        """Whether both jobs have ended."""
        return all(client.status(job)["state"] in ENDED for job in (self.lines, self.count))

    def wait(self, client):
        """Waits until both jobs have ended."""
        client.ended(self.lines)
        client.ended(self.count)

    def results(self, client):
        """Figures and promises of the jobs, which have ended."""
        status, counted = client.status(self.lines), client.status(self.count)
        results = [self.of_command_line(line) for line in client.results(self.lines)]
        expected = self.command_line()
        differing = [pair for pair in zip(results, expected) if pair[0] != pair[1]]
        figures = {
            "puzzles": self.number,
            "status": status,
            "count": counted["count"],
            "lines": len(results),
            "first_difference": differing[:1],
        }
        return figures, {
            "the job has succeeded": status["state"] == "succeeded",
            "there is a line for each puzzle": len(results) == len(expected) == self.number,
            "the lines are those of the command line": not differing,
            "the verdicts sum up to the puzzles": sum(status["verdicts"].values()) == self.number,
            "the count is exact": counted["state"] == "succeeded" and counted["count"] == str(MATCHINGS),
        }

    def command_line(self):
        """Answers of the command line, without the summary."""
        command = [self.binary, "count", "--quiet", "--keep-going", "--format", "json", "--time-ms", str(TIME_MS)]
        answers = subprocess.run([*command, str(self.file)], capture_output=True, text=True, check=False).stdout
        return [line for line in answers.splitlines() if not line.startswith('{"type":"summary"')]

    def of_command_line(self, line):
        """A line of the job as the command line writes it: its errors name no request."""
        return line.replace(f"urn:quadrille:request:{self.lines}", "urn:quadrille:request:none")
