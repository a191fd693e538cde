"""P5: three replicas behind a real gateway restart one after another under load, as in a rollout, and no request is
lost. Each restart: SIGTERM, wait for the end, start, wait until ready. Needs `shutdown.pre_drain_ms`."""

import asyncio
import contextlib
import time

from fleet.experiment import arguments, conclude
from fleet.gateway import Gateway
from fleet.load import Tally, closed_loop
from fleet.questions import easy, measured, request
from fleet.replica import Replica, defaults_of

CLIENTS = 16
# Pause between two restarts: Envoy checks health twice a second.
SETTLE_S = 1.0


async def restart_all(replicas, until, stops):
    """Restarts the replicas in turn until the time is over, each at least once."""
    for number in range(10_000):
        if number >= len(replicas) and time.monotonic() > until:
            return
        replica = replicas[number % len(replicas)]
        stops.append(round(await asyncio.to_thread(replica.stop), 3))
        await asyncio.to_thread(replica.start)
        await asyncio.sleep(SETTLE_S)


async def run(replicas, port, seconds):
    """Tallies of easy and of expensive questions during the restarts, and the stop times."""
    easy_tally, expensive_tally, stops = Tally(), Tally(), []
    restarts = asyncio.create_task(restart_all(replicas, time.monotonic() + seconds, stops))
    while not restarts.done():
        await asyncio.gather(
            closed_loop(port, request("/solve", easy()), CLIENTS, 1, easy_tally, pause_s=0.002),
            closed_loop(port, request("/count", measured(20_000)), 4, 1, expensive_tally, pause_s=0.01),
        )
    await restarts
    return easy_tally, expensive_tally, stops


def main():
    options = arguments(__doc__, 120, gateway=["nginx", "envoy", "haproxy"])
    shutdown = defaults_of(options.binary)["shutdown"]
    bound_s = (shutdown.get("pre_drain_ms", 0) + shutdown["drain_ms"]) / 1000 + 1
    with contextlib.ExitStack() as stack:
        replicas = [stack.enter_context(Replica(options.binary)) for _ in range(3)]
        gateway = stack.enter_context(Gateway(options.gateway, replicas))
        easy_tally, expensive_tally, stops = asyncio.run(run(replicas, gateway.port, options.seconds))
    conclude(
        f"rolling restart behind {options.gateway}",
        {"restarts": len(stops), "stop_s": stops, "easy": easy_tally.figures(), "expensive": expensive_tally.figures()},
        {
            "every request is answered with 200": easy_tally.only(200) and expensive_tally.only(200),
            f"a replica stops within {bound_s} s": max(stops) <= bound_s,
        },
    )


if __name__ == "__main__":
    main()
