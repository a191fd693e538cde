"""What jobs cost besides their work: a request for 1,000 pieces, a piece with results, one of a count without, a recovery, and an idle
worker. `--database postgres`: a server, a worker and a database."""

import json
import time

from fleet.experiment import arguments, conclude
from fleet.questions import endless
from fleet.worker import JobService

# Entries of a piece of such covers, which take microseconds each.
ENTRIES = 128
PIECES = 1000
COUNTS = 4
# A 9x9 with 1,883,016 solutions, in .15 s: a job searches about half of it before it cuts it. With so many threads, it cuts it into 256
# pieces.
OPEN = ".34...912..2.9..4..9..4.....5.7....3.26..3....1...4856..........................."
THREADS = 32
LEASE_S = 15
IDLE_SHARE_MAX = 0.005
CREATION_S_MAX = 0.2
RECOVERY_S_MAX = LEASE_S + 1
# Measured with SQLite: 2 and .8. Other load on the machine doubles them.
LINES_CPU_MS_MAX = 6
COUNT_CPU_MS_MAX = 3

# The time of a question in one piece.
LONG_S = 3


def spent(service, work):
    """Result of `work()`, with its time, and the CPU time of the service and of its database."""
    def cpu_s():
        return service.cpu_s(), service.postgres.cpu_s() if service.postgres else 0

    before, began = cpu_s(), time.monotonic()
    result = work()
    return result, time.monotonic() - began, *(after - then for after, then in zip(cpu_s(), before))


def costs_of(pieces, run_s, cpu_s, database_cpu_s):
    """Costs of each piece."""
    return {
        "pieces": pieces,
        "piece_ms": round(run_s * 1000 / pieces, 3),
        "piece_cpu_ms": round(cpu_s * 1000 / pieces, 3),
        "piece_cpu_of_database_ms": round(database_cpu_s * 1000 / pieces, 3),
    }


def lines(service):
    """Costs of a job with results: its creation, its plan, and each piece."""
    client, cover = service.client, json.dumps({"primary": ["a"], "options": [["a"]]})
    upload = client.upload((cover + "\n").encode() * (ENTRIES * PIECES), "application/x-ndjson")
    create = lambda: client.create(operation="exact_cover_count", input={"upload": upload})
    job, creation_s, *_ = spent(service, create)
    planned = lambda status: status["pieces"]["total"] > 0
    plan_s = spent(service, lambda: client.until(job, planned, "the job is planned", 0.005))[1]
    status, *costs = spent(service, lambda: client.ended(job, 0.5))
    return {
        "creation_ms": round(creation_s * 1000, 2),
        "plan_ms": round(plan_s * 1000, 1),
        **costs_of(status["pieces"]["done"], *costs),
    }


def counts(service):
    """Costs of a piece without results, less those of the searches: each job searches a half, and then all again."""
    client = service.client

    def work():
        jobs = [client.create(operation="count", puzzle=OPEN) for _ in range(COUNTS)]
        return sum(client.ended(job, 0.1)["pieces"]["done"] for job in jobs)

    def search():
        question = json.dumps({"puzzle": OPEN, "limit": "all"}).encode()
        for _ in range(3 * COUNTS // 2):
            client.json("POST", "/count", 200, question)

    pieces, run_s, cpu_s, database_cpu_s = spent(service, work)
    search_cpu_s = spent(service, search)[2]
    return {
        **costs_of(pieces, run_s, cpu_s - search_cpu_s, database_cpu_s),
        "search_cpu_ms": round(search_cpu_s * 1000 / pieces, 3),
    }


def recovery_s(service):
    """Time from a kill to the next attempt at the only piece."""
    client = service.client
    job = client.create(operation="count", input={"inline": [json.loads(endless(25, LONG_S * 1000))]})
    client.until(job, lambda status: status["pieces"]["total"] and status["pieces"]["leased"], "the piece runs")
    service.worker.kill()
    killed = time.monotonic()
    service.worker.start()
    client.ended(job)
    return time.monotonic() - killed - LONG_S


def main():
    options = arguments(__doc__, 10, database=["sqlite", "postgres"])
    with JobService(options.binary, options.database, THREADS) as service:
        of_lines, of_counts = lines(service), counts(service)
        _, idle_s, cpu_s, database_cpu_s = spent(service, lambda: time.sleep(options.seconds))
        recovered_s = recovery_s(service)
    conclude(
        f"costs of jobs, {options.database}",
        {
            "lines": of_lines,
            "counts": of_counts,
            "idle_share_of_a_core": round(cpu_s / idle_s, 4),
            "idle_share_of_database": round(database_cpu_s / idle_s, 4),
            "recovery_s": round(recovered_s, 2),
        },
        {
            "a job is created in time": of_lines["creation_ms"] <= CREATION_S_MAX * 1000,
            "a piece with results costs little": of_lines["piece_cpu_ms"] <= LINES_CPU_MS_MAX,
            "a piece without costs less": of_counts["piece_cpu_ms"] <= COUNT_CPU_MS_MAX,
            "an idle worker uses nearly no processor time": cpu_s / idle_s <= IDLE_SHARE_MAX,
            "nor does its database": database_cpu_s / idle_s <= IDLE_SHARE_MAX,
            "a lost piece is attempted again after its lease": recovered_s <= RECOVERY_S_MAX,
        },
    )


if __name__ == "__main__":
    main()
