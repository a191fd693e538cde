"""Rate at which small jobs end while the queue of 40 or 1,000 clients (`--clients`) shortens, with the time of a claim and the CPU time
of a job. `--database postgres`: a database, a server and two workers."""

import concurrent.futures
import contextlib
import tempfile
import threading
import time

from fleet.experiment import arguments, conclude
from fleet.jobs import JobClient, job_settings
from fleet.replica import Replica
from fleet.worker import PATIENCE_S, Fleet, Worker

THREADS = 4
# Parts of the jobs that are compared, and the number of the last jobs, which are another part: a short queue.
PARTS = 5
SHORT_QUEUE = 200
RATE_SHARE_MIN = 0.8
# Measured with SQLite: 2. Other load on the machine multiplies it.
CLAIM_MS_MAX = 10
POLL_S = 0.05
SMALL = {"operation": "count", "puzzle": "1" + "." * 15}
SETTINGS = {"jobs.jobs_max": 100_000, "clients.trusted_proxies": "127.0.0.1", "log.filter": "warn"}


def submit(port, jobs, clients):
    """Creates jobs of all clients, and returns the longest time of a request in seconds."""
    numbers, lock, longest = iter(range(jobs)), threading.Lock(), [0.0]

    def work():
        client = JobClient(port, PATIENCE_S)
        while True:
            with lock:
                number = next(numbers, None)
            if number is None:
                return
            client.forwarded_for = f"10.0.{number % clients // 256}.{number % clients % 256}"
            began = time.monotonic()
            client.create(**SMALL)
            with lock:
                longest[0] = max(longest[0], time.monotonic() - began)

    with concurrent.futures.ThreadPoolExecutor(THREADS) as pool:
        for done in [pool.submit(work) for _ in range(THREADS)]:
            done.result()
    return longest[0]


def costs_of_parts(workers, postgres, jobs):
    """Rate and costs of each part of the jobs."""
    sum_of = lambda name: sum(worker.metric(name) for worker in workers)

    def now():
        return {
            "jobs": sum_of('quadrille_job_pieces_total{event="done"}'),
            "s": time.monotonic(),
            "claims": sum_of("quadrille_job_claim_seconds_count"),
            "claim_s": sum_of("quadrille_job_claim_seconds_sum"),
            "cpu_s": sum(worker.cpu_s() for worker in workers),
            "cpu_of_database_s": postgres.cpu_s() if postgres else 0,
        }

    parts, before = [], now()
    for end in [*(jobs * part // PARTS for part in range(1, PARTS)), jobs - SHORT_QUEUE, jobs]:
        while (after := now())["jobs"] < end:
            time.sleep(POLL_S)
        spent = {name: after[name] - before[name] for name in after}
        parts.append(
            {
                "queued": jobs - int(before["jobs"]),
                "jobs_per_s": round(spent["jobs"] / spent["s"]),
                "claim_ms": round(spent["claim_s"] * 1000 / spent["claims"], 2),
                "cpu_ms_of_job": round(spent["cpu_s"] * 1000 / spent["jobs"], 2),
                "cpu_ms_of_database": round(spent["cpu_of_database_s"] * 1000 / spent["jobs"], 2),
            }
        )
        before = after
    return parts


def main():
    choices = {"database": ("sqlite", "postgres"), "jobs": ("20000", "10000", "2000"), "clients": ("40", "1000")}
    options = arguments(__doc__, 10, **choices)
    jobs, clients, postgres = int(options.jobs), int(options.clients), None
    with contextlib.ExitStack() as stack:
        if options.database == "postgres":
            fleet = stack.enter_context(Fleet(options.binary, 0, 1, settings=SETTINGS))
            longest, postgres = submit(fleet.server.port, jobs, clients), fleet.postgres
            settings = fleet.settings(fleet.postgres.url())
            workers = [fleet.enter(Worker(options.binary, settings)) for _ in range(2)]
        else:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            settings = {**job_settings(folder), **SETTINGS}
            with Replica(options.binary, {**settings, "jobs.worker": "false"}) as server:
                longest = submit(server.port, jobs, clients)
            workers = [stack.enter_context(Replica(options.binary, settings))]
        parts = costs_of_parts(workers, postgres, jobs)
    cpu_ms = [part["cpu_ms_of_job"] + part["cpu_ms_of_database"] for part in parts]
    rates = [part["jobs_per_s"] for part in parts]
    conclude(
        f"length of the queue, {options.database}",
        {"jobs": jobs, "clients": clients, "longest_creation_ms": round(longest * 1000), "parts": parts},
        {
            "a long queue ends at the rate of a short one": rates[0] >= RATE_SHARE_MIN * rates[-1],
            "a job of a long queue costs as much as one of a short queue": cpu_ms[0] * RATE_SHARE_MIN <= cpu_ms[-1],
            "a claim takes its time at most": min(part["claim_ms"] for part in parts[:PARTS]) <= CLAIM_MS_MAX,
        },
    )


if __name__ == "__main__":
    main()
