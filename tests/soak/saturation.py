"""64, 256 and 512 connections that each ask again as soon as they have their answer, by wrk: nothing but 200 and 503,
the throughput of each within 15 % of the best, and health answers meanwhile (P2, P4). They take turns, several rounds
each, and the best round counts: what else the machine does can only slow one down. The queue has a place for each of
them: what becomes of too many questions is for overload.py to say. Where load and service have to share their cores,
throughput is shown and not judged."""

import asyncio
import json
import os
import subprocess
import threading
from pathlib import Path

from fleet.experiment import arguments, conclude, cores
from fleet.load import Tally, closed_loop
from fleet.questions import easy, request
from fleet.replica import Replica

CONNECTIONS = (64, 256, 512)
SETTINGS = {"solver.queue_max": 1024}
ROUNDS = 3
WITHIN = 0.85
HEALTH_P99_MAX_MS = 50


def wrk(port, connections, seconds, load_cores):
    """One round: what post.lua prints of it."""
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
    # Then the figures are wrk's as much as the service's: 512 connections cost it more than 64.
    shared = service_cores == load_cores
    rounds = {connections: [] for connections in CONNECTIONS}
    health = Tally()
    with Replica(options.binary, SETTINGS, service_cores) as replica:
        seconds = options.seconds / len(CONNECTIONS) / ROUNDS
        look = request("/livez")
        watch = threading.Thread(
            target=lambda: asyncio.run(
                closed_loop(replica.health_port, look, 1, options.seconds * 0.9, health, pause_s=0.02)
            )
        )
        watch.start()
        for _ in range(ROUNDS):
            for connections in CONNECTIONS:
                rounds[connections].append(wrk(replica.port, connections, seconds, load_cores))
        watch.join()
    best = {number: max(one["answered"] / one["seconds"] for one in of) for number, of in rounds.items()}
    every = [one for of in rounds.values() for one in of]
    conclude(
        "saturation",
        {
            "shared_cores": shared,
            "per_second": {n: round(rate) for n, rate in best.items()},
            "rounds": rounds,
            "livez": health.figures(),
        },
        {
            "nothing but 200 and 503": all(one["other"] == one["lost"] == 0 for one in every),
            "health answers always": health.only(200),
        },
        {
            "throughput within 15 % of its best": shared or min(best.values()) >= WITHIN * max(best.values()),
            f"its p99 is at most {HEALTH_P99_MAX_MS} ms": (health.milliseconds(0.99) or 1e9) <= HEALTH_P99_MAX_MS,
        },
    )


if __name__ == "__main__":
    main()
