"""P12: a worker that is frozen (SIGSTOP) within a transaction, and one whose network is cut off, delay jobs by their leases only.
When they come back, their late work does not count, and they go on. Machines are network namespaces for root, otherwise proxies
that stop forwarding."""

import signal
import time

from fleet.experiment import arguments, conclude
from fleet.known_jobs import KnownJobs
from fleet.process import wait_until
from fleet.worker import Fleet

# So many pieces that no worker takes them all before the others look.
PUZZLES = 200_000
# Attempts to freeze a worker within a transaction, each with the time after which it counts as one.
FREEZES_MAX = 400
FROZEN_S = 0.05
WAITING = "SELECT COUNT(*) FROM pg_stat_activity WHERE state = 'idle in transaction' AND client_addr = '{}'"
CLAIMED, LOST = ('quadrille_job_pieces_total{event="%s"}' % event for event in ("claimed", "lost"))


def freeze(fleet, worker, machine, jobs):
    """Freezes a worker, and returns whether it is within a transaction."""
    for _ in range(FREEZES_MAX):
        worker.signal(signal.SIGSTOP)
        time.sleep(FROZEN_S)
        is_within = fleet.postgres.query(WAITING.format(machine.address)) != [("0",)]
        if is_within or jobs.have_ended(fleet.client):
            return is_within
        worker.signal(signal.SIGCONT)
    worker.signal(signal.SIGSTOP)
    return False


def main():
    options = arguments(__doc__, 0)
    with Fleet(options.binary, workers=3, has_machines=True) as fleet:
        frozen, cut, _ = fleet.workers
        jobs = KnownJobs(options.binary, fleet.folder, PUZZLES)
        jobs.create(fleet.client)
        for worker in frozen, cut:
            wait_until(lambda worker=worker: worker.metric(CLAIMED), "the worker has claimed a piece")
        fleet.machines[1].cut()
        is_within = freeze(fleet, frozen, fleet.machines[0], jobs)
        began, held = time.monotonic(), jobs.status(fleet.client)["pieces"]["leased"]
        jobs.wait(fleet.client)
        alone_s = time.monotonic() - began
        figures, promises = jobs.results(fleet.client)
        frozen.signal(signal.SIGCONT)
        fleet.machines[1].heal()
        claimed = [worker.metric(CLAIMED) for worker in (frozen, cut)]
        lost = sum(worker.metric(LOST) for worker in (frozen, cut))
        healed = time.monotonic()
        later = KnownJobs(options.binary, fleet.folder, PUZZLES)
        later.create(fleet.client)
        for worker, before in zip((frozen, cut), claimed):
            wait_until(lambda worker=worker, before=before: worker.metric(CLAIMED) > before, "the worker goes on", 120)
        back_s = time.monotonic() - healed
        later.wait(fleet.client)
        _, later_promises = later.results(fleet.client)
        again, _ = jobs.results(fleet.client)
    promises |= {f"afterwards, {promise}": kept for promise, kept in later_promises.items()}
    promises["late work has changed nothing"] = again == figures
    conclude(
        "frozen and separated workers",
        {
            "is_frozen_within_a_transaction": is_within,
            "leased": held,
            "end_without_them_s": round(alone_s, 1),
            "back_s": round(back_s, 1),
            "lost_pieces": lost,
            **figures,
        },
        promises,
    )


if __name__ == "__main__":
    main()
