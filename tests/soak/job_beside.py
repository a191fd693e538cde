"""P9: beside jobs that use all threads, the p99 of easy questions stays within 5 times of the p99 without them, or within 5 ms,
whichever is more. Rounds without and with jobs alternate; the best of each counts."""

import asyncio
import tempfile

from fleet.experiment import arguments, conclude, cores, rounds
from fleet.jobs import JobClient, endless_count, job_settings
from fleet.load import Tally, open_loop
from fleet.questions import classic, easy, request
from fleet.replica import Replica

PER_SECOND = 300
ROUNDS = 3
TIMES_MAX = 5
FLOOR_MS = 5
# Pieces of the second job, which writes results.
LINES = 1_000_000


def load(port, seconds):
    """Tally of easy questions."""
    tally, question = Tally(), request("/solve", easy())
    asyncio.run(open_loop(port, lambda _: question, PER_SECOND, seconds, lambda _: tally))
    return tally


def p99(tallies):
    """Lowest p99 of all rounds, in milliseconds."""
    return min(tally.milliseconds(0.99) or 1e9 for tally in tallies)


def main():
    options = arguments(__doc__, 60)
    service_cores, _ = cores()
    part = options.seconds / ROUNDS / 2
    corpus = classic()
    lines = "".join(corpus[index % len(corpus)] + "\n" for index in range(LINES)).encode()

    def is_met(results):
        alone_ms, beside_ms = (p99(tallies) for tallies in zip(*results))
        return beside_ms <= max(TIMES_MAX * alone_ms, FLOOR_MS)

    with tempfile.TemporaryDirectory() as folder:
        settings = {"solver.threads": 2, **job_settings(folder)}
        with Replica(options.binary, settings, service_cores) as replica:
            client = JobClient(replica.port)
            upload = client.upload(lines)

            def measure():
                alone = load(replica.port, part)
                jobs = [client.create(**endless_count()), client.create(operation="rate", input={"upload": upload})]
                for job in jobs:
                    client.until(job, lambda status: status["pieces"]["total"], "the job is planned")
                beside = load(replica.port, part)
                for job in jobs:
                    client.cancel(job)
                    client.ended(job)
                return alone, beside

            load(replica.port, 1)
            results = rounds(measure, is_met, at_least=ROUNDS)
    conclude(
        "easy questions beside jobs",
        {
            "alone_p99_ms": p99(alone for alone, _ in results),
            "beside_p99_ms": p99(beside for _, beside in results),
            "alone": [alone.figures() for alone, _ in results],
            "beside": [beside.figures() for _, beside in results],
        },
        {
            "every question is answered with 200": all(tally.only(200) for pair in results for tally in pair),
            "the p99 beside jobs is within its bound": is_met(results),
        },
    )


if __name__ == "__main__":
    main()
