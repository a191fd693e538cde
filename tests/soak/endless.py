"""One endless puzzle in a hundred easy ones: the easy ones' p99 stays within 5 times of what it is without them, or
within 5 ms, whichever is more (P9). Rounds without and with them take turns, and the best of each counts: what else the
machine does can only slow them down."""

import asyncio

from fleet.experiment import arguments, conclude, cores
from fleet.load import Tally, open_loop
from fleet.questions import easy, endless, request
from fleet.replica import Replica

PER_SECOND = 300
ROUNDS = 3
ENDLESS_EVERY = 100
# Long enough that several of them are always there.
ENDLESS_MS = 2000
TIMES_MAX = 5
FLOOR_MS = 5


async def round_of(port, seconds, endless_every):
    """The easy ones' and the endless ones' figures of one round."""
    easy_one = request("/solve", easy())
    endless_ones = [request("/count", endless(size, ENDLESS_MS)) for size in (9, 16, 25)]
    easy_tally, endless_tally = Tally(), Tally()

    def is_endless(number):
        return endless_every is not None and number % endless_every == endless_every // 2

    def request_of(number):
        return endless_ones[number // ENDLESS_EVERY % len(endless_ones)] if is_endless(number) else easy_one

    def tally_of(number):
        return endless_tally if is_endless(number) else easy_tally

    await open_loop(port, request_of, PER_SECOND, seconds, tally_of)
    return easy_tally, endless_tally


async def run(port, seconds):
    """All rounds: without, and with."""
    await round_of(port, 1, None)
    without, among = [], []
    for _ in range(ROUNDS):
        without.append((await round_of(port, seconds / ROUNDS / 3, None))[0])
        among.append(await round_of(port, seconds / ROUNDS * 2 / 3, ENDLESS_EVERY))
    return without, among


def main():
    options = arguments(__doc__, 60)
    service_cores, _ = cores()
    with Replica(options.binary, {"solver.threads": 2}, service_cores) as replica:
        without, among = asyncio.run(run(replica.port, options.seconds))
    unloaded_ms = min(tally.milliseconds(0.99) for tally in without)
    loaded_ms = min(easy_tally.milliseconds(0.99) or 1e9 for easy_tally, _ in among)
    bound_ms = max(TIMES_MAX * unloaded_ms, FLOOR_MS)
    conclude(
        "one percent endless",
        {
            "unloaded_p99_ms": unloaded_ms,
            "p99_ms": loaded_ms,
            "bound_ms": round(bound_ms, 3),
            "easy": [easy_tally.figures() for easy_tally, _ in among],
            "endless": [endless_tally.figures() for _, endless_tally in among],
        },
        {
            "every easy one is answered with 200": all(easy_tally.only(200) for easy_tally, _ in among),
            "every endless one is answered, or refused with 503": all(one.only(200, 503) for _, one in among),
        },
        {
            "the easy ones' p99 is within its bound": loaded_ms <= bound_ms,
        },
    )


if __name__ == "__main__":
    main()
