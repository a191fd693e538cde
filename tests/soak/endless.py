"""P9: with one endless puzzle in a hundred, the p99 of the easy ones stays within 5 times of the p99 without them, or
within 5 ms, whichever is more. Rounds without and with endless puzzles alternate; the best of each counts."""

import asyncio

from fleet.experiment import arguments, conclude, cores, rounds
from fleet.load import Tally, open_loop
from fleet.questions import easy, endless, request
from fleet.replica import Replica

PER_SECOND = 300
ROUNDS = 3
ENDLESS_EVERY = 100
# Several endless searches run at any time.
ENDLESS_MS = 2000
TIMES_MAX = 5
FLOOR_MS = 5


def load(port, seconds, endless_every):
    """Tallies of the easy and of the endless questions of one round."""
    easy_one = request("/solve", easy())
    endless_ones = [request("/count", endless(size, ENDLESS_MS)) for size in (9, 16, 25)]
    easy_tally, endless_tally = Tally(), Tally()

    def is_endless(number):
        return endless_every is not None and number % endless_every == endless_every // 2

    def request_of(number):
        return endless_ones[number // ENDLESS_EVERY % len(endless_ones)] if is_endless(number) else easy_one

    def tally_of(number):
        return endless_tally if is_endless(number) else easy_tally

    asyncio.run(open_loop(port, request_of, PER_SECOND, seconds, tally_of))
    return easy_tally, endless_tally


def best_p99(tallies):
    """Lowest p99 of all rounds, in milliseconds."""
    return min(tally.milliseconds(0.99) or 1e9 for tally in tallies)


def judged(results):
    """p99 without endless puzzles, p99 with them, and its bound."""
    unloaded_ms = best_p99(without for without, _, _ in results)
    loaded_ms = best_p99(easy_tally for _, easy_tally, _ in results)
    return unloaded_ms, loaded_ms, max(TIMES_MAX * unloaded_ms, FLOOR_MS)


def main():
    options = arguments(__doc__, 60)
    service_cores, _ = cores()
    part = options.seconds / ROUNDS / 3

    def is_met(results):
        _, loaded_ms, bound_ms = judged(results)
        return loaded_ms <= bound_ms

    with Replica(options.binary, {"solver.threads": 2, "clients.shares": "false"}, service_cores) as replica:

        def measure():
            without, _ = load(replica.port, part, None)
            return without, *load(replica.port, 2 * part, ENDLESS_EVERY)

        load(replica.port, 1, None)
        results = rounds(measure, is_met, at_least=ROUNDS)
    unloaded_ms, loaded_ms, bound_ms = judged(results)
    conclude(
        "one percent endless",
        {
            "unloaded_p99_ms": unloaded_ms,
            "p99_ms": loaded_ms,
            "bound_ms": round(bound_ms, 3),
            "easy": [easy_tally.figures() for _, easy_tally, _ in results],
            "endless": [endless_tally.figures() for _, _, endless_tally in results],
        },
        {
            "every easy question is answered with 200": all(easy_tally.only(200) for _, easy_tally, _ in results),
            "every endless question is answered with 200 or 503": all(one.only(200, 503) for _, _, one in results),
            "the p99 of the easy questions is within its bound": is_met(results),
        },
    )


if __name__ == "__main__":
    main()
