"""P2: while the slow queue is full, hard questions in an open loop above the capacity get 503: at once, or within
`solver.queue_wait_ms_max` and a first turn. The best round of each grid size counts."""

import asyncio

from fleet.experiment import arguments, conclude, cores, rounds
from fleet.load import Connection, Tally, ask_once, open_loop
from fleet.questions import endless, request
from fleet.replica import Replica

SETTINGS = {"solver.threads": 2, "clients.shares": "false", "solver.queue_wait_ms_max": 250}
SLOW_QUEUE = 64
SIZES = (9, 25, 36)
PER_SECOND = 400
# A first turn, the turns of the other queues before it, and the reading of the answer by this process.
TURN_MS = 100
ROUNDS_MAX = 6


class Refusals(Tally):
    """Tally of the statuses that times rejections."""

    def answered(self, status, seconds):
        self.statuses[status] += 1
        if status == 503:
            self.seconds.append(seconds)


async def fill(port, seconds):
    """Fills the slow queue with endless questions. Returns their tasks, which cancel them."""
    ask = request("/count", endless(9, round(seconds * 1000)))
    tasks = [asyncio.create_task(ask_once(Connection(port), ask, Tally())) for _ in range(SLOW_QUEUE)]
    await asyncio.sleep(1)
    return tasks


async def one_round(port, size, seconds):
    """Tally of the hard questions of this size."""
    refusals = Refusals()
    tasks = await fill(port, seconds + 30)
    ask = request("/count", endless(size, 1000))
    await open_loop(port, lambda _: ask, PER_SECOND, seconds, lambda _: refusals)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return refusals


def best_ms(results):
    """Lowest p99 of the rejections of all rounds, in milliseconds."""
    return min(tally.milliseconds(0.99) or 1e9 for tally in results)


def main():
    options = arguments(__doc__, 30)
    service_cores, _ = cores()
    bound_ms = SETTINGS["solver.queue_wait_ms_max"] + TURN_MS
    seconds = options.seconds / len(SIZES) / 2
    with Replica(options.binary, SETTINGS, service_cores) as replica:
        results = {
            size: rounds(
                lambda size=size: asyncio.run(one_round(replica.port, size, seconds)),
                lambda results: best_ms(results) <= bound_ms,
                at_most=ROUNDS_MAX,
            )
            for size in SIZES
        }
    conclude(
        "rejections while the slow queue is full",
        {"bound_ms": bound_ms}
        | {f"{size}x{size}": [one.figures() for one in tallies] for size, tallies in results.items()},
        {
            f"{size}x{size}: rejections take at most {bound_ms} ms at p99": best_ms(tallies) <= bound_ms
            for size, tallies in results.items()
        }
        | {
            f"{size}x{size}: every status is 200 or 503": all(one.only(200, 503) for one in tallies)
            for size, tallies in results.items()
        },
    )


if __name__ == "__main__":
    main()
