"""Four times as many questions as the service can answer, whether it answers or not (an open loop): what it answers
stays at 90 % of what it can, and the rest is refused with 503, in 10 ms at p99 (P2). What it can is measured by as many
clients as keep it busy, in turns with the overload: the best of several rounds counts, since what else the machine does
can only slow one down."""

import asyncio
import time

from fleet.experiment import arguments, conclude, cores
from fleet.load import Tally, closed_loop, open_loop
from fleet.questions import measured, request
from fleet.replica import Replica

# One thread, and some milliseconds a question: this process can ask a multiple of that.
SETTINGS = {"solver.threads": 1, "solver.queue_max": 16}
# Less than a slice, and more than one, which goes on in the slow lane.
NODES = {"short": 10_000, "long": 40_000}
TIMES = 4
CLIENTS = 8
ROUNDS = 3
GOODPUT_MIN = 0.9
REFUSAL_MAX_MS = 10


class Overloaded(Tally):
    """Times refusals, too."""

    def __init__(self):
        super().__init__()
        self.refusals = Tally()

    def answered(self, status, seconds):
        super().answered(status, seconds)
        if status == 503:
            self.refusals.answered(200, seconds)


async def run(port, nodes, seconds):
    """What it can do, and what it does with four times as much, in turns."""
    ask = request("/count", measured(nodes))
    part = seconds / ROUNDS / 2
    capacities, overloads, shares = [], [], []
    for _ in range(ROUNDS):
        capacity, overload = Tally(), Overloaded()
        await closed_loop(port, ask, CLIENTS, part, capacity)
        capacities.append(capacity.statuses[200] / part)
        began = time.monotonic()
        await open_loop(port, lambda _: ask, capacities[-1] * TIMES, part, lambda _, tally=overload: tally)
        # To the last answer: what had to wait is no more than what was answered meanwhile.
        shares.append(overload.statuses[200] / (time.monotonic() - began) / capacities[-1])
        overloads.append(overload)
    return capacities, overloads, shares


def main():
    options = arguments(__doc__, 60, work=["short", "long"])
    service_cores, _ = cores()
    with Replica(options.binary, SETTINGS, service_cores) as replica:
        capacities, overloads, shares = asyncio.run(run(replica.port, NODES[options.work], options.seconds))
    refusal_ms = min(overload.refusals.milliseconds(0.99) or 1e9 for overload in overloads)
    conclude(
        f"overload with {options.work} questions",
        {
            "capacity_per_second": [round(capacity) for capacity in capacities],
            "goodput_share": [round(share, 3) for share in shares],
            "refusals_p99_ms": refusal_ms,
            "answers": [overload.figures() for overload in overloads],
        },
        {
            "nothing but 200 and 503": all(overload.only(200, 503) for overload in overloads),
        },
        {
            "goodput is at least 90 % of capacity": max(shares) >= GOODPUT_MIN,
            f"refusals take at most {REFUSAL_MAX_MS} ms": refusal_ms <= REFUSAL_MAX_MS,
        },
    )


if __name__ == "__main__":
    main()
