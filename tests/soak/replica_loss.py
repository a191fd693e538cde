"""One of three replicas behind a real gateway is killed, and later another frozen, under load: every question is
answered. Those that a frozen replica holds are asked again elsewhere, once the gateway has no more patience with it.
"""

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
# A first try that is given up after 6 s, a second one, and what scheduling takes.
LATENCY_MAX_MS = 13_000


async def disturb(replicas, seconds):
    """A third of the time undisturbed, a third with one killed, a third with one frozen, and then another moment for
    what it held."""
    await asyncio.sleep(seconds / 3)
    replicas[0].signal(signal.SIGKILL)
    await asyncio.to_thread(replicas[0].process.wait)
    await asyncio.sleep(seconds / 3)
    await asyncio.to_thread(replicas[0].start)
    replicas[1].signal(signal.SIGSTOP)
    await asyncio.sleep(seconds / 3)
    replicas[1].signal(signal.SIGCONT)


async def run(replicas, port, seconds):
    """Easy and dearer questions at once, for as long as it is disturbed."""
    easy_ones, dear_ones = Tally(), Tally()
    await asyncio.gather(
        disturb(replicas, seconds),
        closed_loop(port, request("/solve", easy()), CLIENTS, seconds, easy_ones, pause_s=0.01),
        closed_loop(port, request("/count", measured(20_000)), 4, seconds, dear_ones, pause_s=0.02),
    )
    return easy_ones, dear_ones


def main():
    options = arguments(__doc__, 60, gateway=["nginx", "envoy"])
    with contextlib.ExitStack() as stack:
        replicas = [stack.enter_context(Replica(options.binary)) for _ in range(3)]
        gateway = stack.enter_context(Gateway(options.gateway, replicas))
        began = time.monotonic()
        easy_ones, dear_ones = asyncio.run(run(replicas, gateway.port, options.seconds))
        elapsed_s = time.monotonic() - began
    slowest_ms = max(tally.milliseconds(1) or 0 for tally in (easy_ones, dear_ones))
    conclude(
        f"one of three killed and frozen behind {options.gateway}",
        {"seconds": round(elapsed_s, 1), "easy": easy_ones.figures(), "dear": dear_ones.figures()},
        {
            "every request is answered with 200": easy_ones.only(200) and dear_ones.only(200),
        },
        {
            f"none takes more than {LATENCY_MAX_MS} ms": slowest_ms <= LATENCY_MAX_MS,
        },
    )


if __name__ == "__main__":
    main()
