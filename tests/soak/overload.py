"""P2: at four times its capacity, in an open loop, goodput is at least 90 % of capacity, and the rest is rejected with
503 within 10 ms at p99. Rounds at capacity (a closed loop) and overload alternate; the best of each counts."""

import asyncio
import time

from fleet.experiment import arguments, conclude, cores, rounds
from fleet.load import Tally, closed_loop, open_loop
from fleet.questions import measured, request
from fleet.replica import Replica

# One thread and some milliseconds a question: this process can send a multiple of that.
SETTINGS = {"solver.threads": 1, "solver.queue_max": 16, "clients.shares": "false"}
# Less than a slice; more than one, so that the search moves to the slow queue.
NODES = {"short": 10_000, "long": 40_000}
TIMES = 4
CLIENTS = 8
ROUNDS = 3
GOODPUT_MIN = 0.9
REJECTION_MAX_MS = 10


class OverloadTally(Tally):
    """Tally that also times rejections."""

    def __init__(self):
        super().__init__()
        self.rejections = Tally()

    def answered(self, status, seconds):
        super().answered(status, seconds)
        if status == 503:
            self.rejections.answered(200, seconds)


async def one_round(port, ask, seconds):
    """Capacity in answers per second, the tally of the overload, and its goodput as a share of the capacity."""
    capacity, overload = Tally(), OverloadTally()
    await closed_loop(port, ask, CLIENTS, seconds, capacity)
    per_second = capacity.statuses[200] / seconds
    began = time.monotonic()
    await open_loop(port, lambda _: ask, per_second * TIMES, seconds, lambda _: overload)
    # Up to the last answer, which includes the queue.
    return per_second, overload, overload.statuses[200] / (time.monotonic() - began) / per_second


def best_share(results):
    """Highest goodput of all rounds."""
    return max(share for _, _, share in results)


def rejection_ms(results):
    """Lowest p99 of the rejections of all rounds."""
    return min(overload.rejections.milliseconds(0.99) or 1e9 for _, overload, _ in results)


def main():
    options = arguments(__doc__, 60, work=["short", "long"])
    service_cores, _ = cores()
    ask = request("/count", measured(NODES[options.work]))
    part = options.seconds / ROUNDS / 2
    with Replica(options.binary, SETTINGS, service_cores) as replica:
        results = rounds(
            lambda: asyncio.run(one_round(replica.port, ask, part)),
            lambda results: best_share(results) >= GOODPUT_MIN and rejection_ms(results) <= REJECTION_MAX_MS,
            at_least=ROUNDS,
        )
    conclude(
        f"overload with {options.work} questions",
        {
            "capacity_per_second": [round(capacity) for capacity, _, _ in results],
            "goodput_share": [round(share, 3) for _, _, share in results],
            "rejections_p99_ms": rejection_ms(results),
            "answers": [overload.figures() for _, overload, _ in results],
        },
        {
            "every status is 200 or 503": all(overload.only(200, 503) for _, overload, _ in results),
            "goodput is at least 90 % of capacity": best_share(results) >= GOODPUT_MIN,
            f"rejections take at most {REJECTION_MAX_MS} ms at p99": rejection_ms(results) <= REJECTION_MAX_MS,
        },
    )


if __name__ == "__main__":
    main()
