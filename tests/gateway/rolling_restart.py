"""Three replicas behind a real gateway are restarted one after another under load, as a rollout does it, and no request
is lost (P5). Each round: SIGTERM, wait for the end, start again, wait until it is ready.

The program must take its time to say that it stops (`shutdown.pre_drain_ms`).
"""

import asyncio
import contextlib
import time

from fleet.experiment import arguments, conclude
from fleet.gateway import Gateway
from fleet.load import Tally, closed_loop
from fleet.questions import easy, measured, request
from fleet.replica import Replica, defaults_of

CLIENTS = 16
# What may pass between two restarts: Envoy looks twice a second.
SETTLE_S = 1.0


async def restart_all(replicas, until, stops):
    """Restarts one after another until the time is over, every one of them at least once."""
    for number in range(10_000):
        if number >= len(replicas) and time.monotonic() > until:
            return
        replica = replicas[number % len(replicas)]
        stops.append(round(await asyncio.to_thread(replica.stop), 3))
        await asyncio.to_thread(replica.start)
        await asyncio.sleep(SETTLE_S)


async def run(replicas, port, seconds):
    """The load, easy and dearer questions at once, for as long as restarts go on."""
    easy_ones, dear_ones, stops = Tally(), Tally(), []
    restarts = asyncio.create_task(restart_all(replicas, time.monotonic() + seconds, stops))
    while not restarts.done():
        await asyncio.gather(
            closed_loop(port, request("/solve", easy()), CLIENTS, 1, easy_ones, pause_s=0.002),
            closed_loop(port, request("/count", measured(20_000)), 4, 1, dear_ones, pause_s=0.01),
        )
    await restarts
    return easy_ones, dear_ones, stops


def main():
    options = arguments(__doc__, 120, gateway=["nginx", "envoy"])
    shutdown = defaults_of(options.binary)["shutdown"]
    bound_s = (shutdown.get("pre_drain_ms", 0) + shutdown["drain_ms"]) / 1000 + 1
    with contextlib.ExitStack() as stack:
        replicas = [stack.enter_context(Replica(options.binary)) for _ in range(3)]
        gateway = stack.enter_context(Gateway(options.gateway, replicas))
        easy_ones, dear_ones, stops = asyncio.run(run(replicas, gateway.port, options.seconds))
    conclude(
        f"rolling restart behind {options.gateway}",
        {"restarts": len(stops), "stop_s": stops, "easy": easy_ones.figures(), "dear": dear_ones.figures()},
        {
            "every request is answered with 200": easy_ones.only(200) and dear_ones.only(200),
            f"a replica stops within {bound_s} s": max(stops) <= bound_s,
        },
    )


if __name__ == "__main__":
    main()
