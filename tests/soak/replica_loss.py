"""P5: of three replicas behind a real gateway, one is killed and later another frozen. Every question is answered: the
gateway retries the questions of the frozen replica elsewhere."""

import asyncio
import contextlib
import signal
import time

from fleet.experiment import arguments, conclude
from fleet.gateway import Gateway
from fleet.load import Tally, closed_loop
from fleet.questions import easy, measured, request
from fleet.replica import Replica

CLIENTS = 32
# A first try that the gateway abandons after 6 s, a second one, and scheduling.
LATENCY_MAX_MS = 13_000


async def disturb(replicas, seconds):
    """Leaves the fleet alone for a third of the time, kills one replica for a third, freezes another for a third."""
    await asyncio.sleep(seconds / 3)
    replicas[0].signal(signal.SIGKILL)
    await asyncio.to_thread(replicas[0].process.wait)
    await asyncio.sleep(seconds / 3)
    await asyncio.to_thread(replicas[0].start)
    replicas[1].signal(signal.SIGSTOP)
    await asyncio.sleep(seconds / 3)
    replicas[1].signal(signal.SIGCONT)


async def run(replicas, port, seconds):
    """Tallies of easy and of expensive questions during the disturbance."""
    easy_tally, expensive_tally = Tally(), Tally()
    await asyncio.gather(
        disturb(replicas, seconds),
        closed_loop(port, request("/solve", easy()), CLIENTS, seconds, easy_tally, pause_s=0.01),
        closed_loop(port, request("/count", measured(20_000)), 4, seconds, expensive_tally, pause_s=0.02),
    )
    return easy_tally, expensive_tally


def main():
    options = arguments(__doc__, 60, gateway=["nginx", "envoy"])
    with contextlib.ExitStack() as stack:
        replicas = [stack.enter_context(Replica(options.binary)) for _ in range(3)]
        gateway = stack.enter_context(Gateway(options.gateway, replicas))
        began = time.monotonic()
        tallies = asyncio.run(run(replicas, gateway.port, options.seconds))
        elapsed_s = time.monotonic() - began
    slowest_ms = max(tally.milliseconds(1) or 0 for tally in tallies)
    easy_tally, expensive_tally = tallies
    conclude(
        f"loss of a replica behind {options.gateway}",
        {"seconds": round(elapsed_s, 1), "easy": easy_tally.figures(), "expensive": expensive_tally.figures()},
        {
            "every request is answered with 200": all(tally.only(200) for tally in tallies),
            f"no answer takes more than {LATENCY_MAX_MS} ms": slowest_ms <= LATENCY_MAX_MS,
        },
    )


if __name__ == "__main__":
    main()
