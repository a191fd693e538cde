"""P2, P4: 64, 256 and 512 connections in a closed loop (wrk) get only 200 and 503, each at a throughput within 15 % of
the best, and health answers. Rounds alternate; the best of each counts. The queue holds one question per connection:
overload.py tests rejection. If load and service share their cores, throughput is reported but not judged."""

import asyncio
import json
import os
import subprocess
import threading
from pathlib import Path

from fleet.experiment import arguments, conclude, cores, rounds
from fleet.load import Tally, closed_loop
from fleet.questions import easy, request
from fleet.replica import Replica

CONNECTIONS = (64, 256, 512)
SETTINGS = {"solver.queue_max": 1024}
ROUNDS = 3
WITHIN = 0.85
HEALTH_P99_MAX_MS = 50


def wrk(port, connections, seconds, load_cores):
    """Figures of one run, as post.lua prints them."""
    command = ["wrk", "-t", "2", "-c", str(connections), "-d", f"{max(1, round(seconds))}s", "--timeout", "10s"]
    command += ["-s", str(Path(__file__).with_name("post.lua")), f"http://127.0.0.1:{port}/solve"]
    printed = subprocess.run(
        [*command, "--", easy().decode()],
        check=True,
        capture_output=True,
        text=True,
        preexec_fn=lambda: os.sched_setaffinity(0, load_cores),
    )
    return json.loads(printed.stdout.splitlines()[-1])


def main():
    options = arguments(__doc__, 90)
    service_cores, load_cores = cores()
    # With shared cores, the figures are as much those of wrk: 512 connections cost it more than 64.
    shared = service_cores == load_cores
    seconds = options.seconds / len(CONNECTIONS) / ROUNDS

    def best(results):
        return {n: max(one[n]["answered"] / one[n]["seconds"] for one, _ in results) for n in CONNECTIONS}

    def is_level(results):
        rates = best(results).values()
        return shared or min(rates) >= WITHIN * max(rates)

    def health_ms(results):
        return min(health.milliseconds(0.99) or 1e9 for _, health in results)

    with Replica(options.binary, SETTINGS, service_cores) as replica:

        def measure():
            health = Tally()
            watch = threading.Thread(
                target=lambda: asyncio.run(
                    closed_loop(
                        replica.health_port, request("/livez"), 1, seconds * len(CONNECTIONS), health, pause_s=0.02
                    )
                )
            )
            watch.start()
            figures = {n: wrk(replica.port, n, seconds, load_cores) for n in CONNECTIONS}
            watch.join()
            return figures, health

        results = rounds(
            measure,
            lambda results: is_level(results) and health_ms(results) <= HEALTH_P99_MAX_MS,
            at_least=ROUNDS,
        )
    runs = [run for figures, _ in results for run in figures.values()]
    conclude(
        "saturation",
        {
            "shared_cores": shared,
            "per_second": {n: round(rate) for n, rate in best(results).items()},
            "rounds": [figures for figures, _ in results],
            "livez": [health.figures() for _, health in results],
        },
        {
            "every status is 200 or 503": all(run["other"] == run["lost"] == 0 for run in runs),
            "health answers with 200": all(health.only(200) for _, health in results),
            "throughput is within 15 % of its best": is_level(results),
            f"the p99 of health is at most {HEALTH_P99_MAX_MS} ms": health_ms(results) <= HEALTH_P99_MAX_MS,
        },
    )


if __name__ == "__main__":
    main()
