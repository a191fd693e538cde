"""Rate at which small jobs end while the queue of 40 clients shortens. `--database postgres`: a database, a server and two workers."""

import concurrent.futures
import contextlib
import tempfile
import threading
import time

from fleet.experiment import arguments, conclude
from fleet.jobs import JobClient, job_settings
from fleet.replica import Replica
from fleet.worker import PATIENCE_S, Fleet, Worker

CLIENTS = 40
THREADS = 4
# Parts of the jobs whose times are compared.
PARTS = 5
RATE_SHARE_MIN = 0.8
POLL_S = 0.05
SMALL = {"operation": "count", "puzzle": "1" + "." * 15}
SETTINGS = {"jobs.jobs_max": 100_000, "clients.trusted_proxies": "127.0.0.1", "log.filter": "warn"}


def submit(port, jobs):
    """Creates jobs of all clients, and returns the longest time of a request in seconds."""
    numbers, lock, longest = iter(range(jobs)), threading.Lock(), [0.0]

    def work():
        client = JobClient(port, PATIENCE_S)
        while True:
            with lock:
                number = next(numbers, None)
            if number is None:
                return
            client.forwarded_for = f"10.0.0.{number % CLIENTS}"
            began = time.monotonic()
            client.create(**SMALL)
            with lock:
                longest[0] = max(longest[0], time.monotonic() - began)

    with concurrent.futures.ThreadPoolExecutor(THREADS) as pool:
        for done in [pool.submit(work) for _ in range(THREADS)]:
            done.result()
    return longest[0]


def times_of_parts(workers, jobs):
    """Seconds that each part of the jobs takes."""
    done_of = lambda: sum(worker.metric('quadrille_job_pieces_total{event="done"}') for worker in workers)
    times, began = [], time.monotonic()
    for part in range(1, PARTS + 1):
        while done_of() < jobs * part // PARTS:
            time.sleep(POLL_S)
        ended = time.monotonic()
        times.append(ended - began)
        began = ended
    return times


def main():
    options = arguments(__doc__, 10, database=["sqlite", "postgres"], jobs=("20000", "2000"))
    jobs = int(options.jobs)
    with contextlib.ExitStack() as stack:
        if options.database == "postgres":
            fleet = stack.enter_context(Fleet(options.binary, 0, 1, settings=SETTINGS))
            longest = submit(fleet.server.port, jobs)
            settings = fleet.settings(fleet.postgres.url())
            workers = [fleet.enter(Worker(options.binary, settings)) for _ in range(2)]
        else:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            settings = {**job_settings(folder), **SETTINGS}
            with Replica(options.binary, {**settings, "jobs.worker": "false"}) as server:
                longest = submit(server.port, jobs)
            workers = [stack.enter_context(Replica(options.binary, settings))]
        times = times_of_parts(workers, jobs)
    rates = [round(jobs / PARTS / seconds) for seconds in times]
    conclude(
        f"length of the queue, {options.database}",
        {"jobs": jobs, "longest_creation_ms": round(longest * 1000), "jobs_per_s_of_parts": rates},
        {"a long queue ends at the rate of a short one": rates[0] >= RATE_SHARE_MIN * rates[-1]},
    )


if __name__ == "__main__":
    main()
