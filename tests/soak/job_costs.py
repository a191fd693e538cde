"""What jobs cost besides their work: a request for 1,000 pieces, a piece, a recovery, and an idle worker."""

import json
import tempfile
import time

from fleet.experiment import arguments, conclude
from fleet.jobs import JobClient, job_settings
from fleet.questions import endless
from fleet.replica import Replica

# Entries of a piece of such covers, which take microseconds each.
ENTRIES = 128
PIECES = 1000
COUNTS = 10
# With so many threads, a count begins with 256 pieces.
THREADS = 32
LEASE_S = 15
IDLE_SHARE_MAX = 0.005
CREATION_S_MAX = 0.2
RECOVERY_S_MAX = LEASE_S + 1
PIECE_CPU_MS_MAX = 10

# A 9x9 with 4,849 solutions, in some milliseconds.
OPEN = ".34...912..2.9..4..9..4.....5.7....3.26..3....1...4856.......8....4...3.......1.."
# The time of a question in one piece.
LONG_S = 3


def spent(replica, work):
    """Result of `work()`, with its time and the CPU time of the service."""
    cpu_s, began = replica.cpu_s(), time.monotonic()
    result = work()
    return result, time.monotonic() - began, replica.cpu_s() - cpu_s


def lines(replica, client):
    """Costs of a job with results: its creation, its plan, and each piece."""
    cover = json.dumps({"primary": ["a"], "options": [["a"]]})
    upload = client.upload((cover + "\n").encode() * (ENTRIES * PIECES), "application/x-ndjson")
    job, creation_s, _ = spent(replica, lambda: client.create(operation="exact_cover_count", input={"upload": upload}))
    planned = lambda status: status["pieces"]["total"] > 0
    plan_s = spent(replica, lambda: client.until(job, planned, "the job is planned", 0.005))[1]
    status, run_s, cpu_s = spent(replica, lambda: client.ended(job, 0.5))
    pieces = status["pieces"]["done"]
    return {
        "pieces": pieces,
        "creation_ms": round(creation_s * 1000, 2),
        "plan_ms": round(plan_s * 1000, 1),
        "piece_ms": round(run_s * 1000 / pieces, 3),
        "piece_cpu_ms": round(cpu_s * 1000 / pieces, 3),
    }


def counts(replica, client):
    """Costs of a piece without results."""
    def work():
        done = 0
        for _ in range(COUNTS):
            job = client.create(operation="count", puzzle=OPEN)
            done += client.ended(job, 0.1)["pieces"]["done"]
        return done

    pieces, run_s, cpu_s = spent(replica, work)
    return {
        "pieces": pieces,
        "piece_ms": round(run_s * 1000 / pieces, 3),
        "piece_cpu_ms": round(cpu_s * 1000 / pieces, 3),
    }


def recovery_s(replica, client):
    """Time from a kill to the next attempt at the only piece."""
    job = client.create(operation="count", input={"inline": [json.loads(endless(25, LONG_S * 1000))]})
    client.until(job, lambda status: status["pieces"]["total"] and status["pieces"]["leased"], "the piece runs")
    replica.process.kill()
    replica.process.wait()
    killed = time.monotonic()
    replica.start()
    client.ended(job)
    return time.monotonic() - killed - LONG_S


def main():
    options = arguments(__doc__, 10)
    with tempfile.TemporaryDirectory() as folder:
        with Replica(options.binary, job_settings(folder, THREADS)) as replica:
            client = JobClient(replica.port)
            of_lines, of_counts = lines(replica, client), counts(replica, client)
            _, idle_s, cpu_s = spent(replica, lambda: time.sleep(options.seconds))
            recovered_s = recovery_s(replica, client)
    conclude(
        "costs of jobs",
        {
            "lines": of_lines,
            "counts": of_counts,
            "idle_share_of_a_core": round(cpu_s / idle_s, 4),
            "recovery_s": round(recovered_s, 2),
        },
        {
            "a job is created in time": of_lines["creation_ms"] <= CREATION_S_MAX * 1000,
            "a piece costs less than a hundredth of a second of work": max(
                of_lines["piece_cpu_ms"], of_counts["piece_cpu_ms"]
            )
            <= PIECE_CPU_MS_MAX,
            "an idle worker uses nearly no processor time": cpu_s / idle_s <= IDLE_SHARE_MAX,
            "a lost piece is attempted again after its lease": recovered_s <= RECOVERY_S_MAX,
        },
    )


if __name__ == "__main__":
    main()
