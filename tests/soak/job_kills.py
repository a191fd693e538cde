"""P10: a service that is killed again and again (SIGKILL) loses no result of a job and counts nothing twice: the results equal
the answers of the command line, line by line, and a count is exact. By hand: `python3 -m soak.job_kills --puzzles 1000000`."""

import random
import subprocess
import tempfile
import time
from pathlib import Path

from fleet.experiment import arguments, conclude
from fleet.jobs import JobClient, job_settings
from fleet.questions import classic
from fleet.replica import Replica

# Kills by the number of puzzles, and the longest time before each of them.
KILLS = {"20000": (3, 0.1), "1000000": (12, 1.5)}
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


def command_line(binary, file):
    """Answers of the command line, without the summary."""
    command = [binary, "count", "--quiet", "--keep-going", "--format", "json", "--time-ms", str(TIME_MS), str(file)]
    answers = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    return [line for line in answers.splitlines() if not line.startswith('{"type":"summary"')]


def of_command_line(line, job):
    """A line of a job as the command line writes it: its errors name no request."""
    return line.replace(f"urn:quadrille:request:{job}", "urn:quadrille:request:none")


def matchings():
    """Request for a count of perfect matchings."""
    items = [str(item) for item in range(MATCHED_ITEMS)]
    options = [[one, other] for place, one in enumerate(items) for other in items[place + 1 :]]
    return {"operation": "exact_cover_count", "problem": {"primary": items, "options": options}}


def main():
    options = arguments(__doc__, 0, puzzles=tuple(KILLS))
    number, chance = int(options.puzzles), random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "puzzles.txt"
        file.write_text("\n".join(puzzles(number)) + "\n", encoding="utf-8")
        replica = Replica(options.binary, job_settings(folder))
        recoveries = []
        with replica:
            client = JobClient(replica.port)
            upload = client.upload(file.read_bytes())
            lines = client.create(operation="count", input={"upload": upload})
            count = client.create(**matchings())
            began = time.monotonic()
            kills, up_s_max = KILLS[options.puzzles]
            for _ in range(kills):
                time.sleep(chance.uniform(0, up_s_max))
                held = client.status(lines)["pieces"]["leased"]
                replica.process.kill()
                replica.process.wait()
                killed = time.monotonic()
                replica.start()
                recoveries.append({"leased": held, "start_s": round(time.monotonic() - killed, 3)})
            status, counted = client.ended(lines), client.ended(count)
            last_s = time.monotonic() - killed
            results = client.results(lines)
            seconds = time.monotonic() - began
        expected = command_line(options.binary, file)
    results = [of_command_line(line, lines) for line in results]
    differing = [pair for pair in zip(results, expected) if pair[0] != pair[1]]
    conclude(
        "killed jobs",
        {
            "puzzles": number,
            "kills": recoveries,
            "seconds": round(seconds, 1),
            "end_after_last_kill_s": round(last_s, 1),
            "status": status,
            "count": counted["count"],
            "lines": len(results),
            "first_difference": differing[:1],
        },
        {
            "the job has succeeded": status["state"] == "succeeded",
            "there is a line for each puzzle": len(results) == len(expected) == number,
            "the lines are those of the command line": not differing,
            "the verdicts sum up to the puzzles": sum(status["verdicts"].values()) == number,
            "the count is exact": counted["count"] == str(MATCHINGS),
        },
    )


if __name__ == "__main__":
    main()
