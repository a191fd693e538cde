"""P1, P4: 500 connections of slowhttptest trickle a head (-H), trickle a body (-B) or read slowly (-X) beside a normal
load. All of the normal load is answered, about as fast as without them, and health answers. The best round counts."""

import asyncio
import subprocess

from fleet.experiment import arguments, conclude, cores, rounds
from fleet.load import Tally, closed_loop
from fleet.questions import easy, request
from fleet.replica import Replica

CONNECTIONS = 500
CLIENTS = 8
TIMES_MAX = 5
FLOOR_MS = 20
HEALTH_P99_MAX_MS = 50

ATTACKS = {
    "trickled heads": ["-H", "-i", "2", "-u", "/solve"],
    "trickled bodies": ["-B", "-i", "2", "-s", "8192", "-t", "POST", "-f", "application/json", "-u", "/solve"],
    "slow readers": ["-X", "-n", "2", "-w", "16", "-y", "64", "-z", "16", "-k", "3", "-u", "/openapi.json"],
}


def start_attack(port, arguments_of, seconds):
    """Starts slowhttptest."""
    path = arguments_of[-1]
    command = ["slowhttptest", *arguments_of[:-1], f"http://127.0.0.1:{port}{path}", "-c", str(CONNECTIONS)]
    command += ["-r", "250", "-l", str(max(2, round(seconds))), "-p", "3"]
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


async def normal_load(replica, seconds):
    """Tallies of a normal load and of health checks."""
    load, health = Tally(), Tally()
    await asyncio.gather(
        closed_loop(replica.port, request("/solve", easy()), CLIENTS, seconds, load, pause_s=0.01),
        closed_loop(replica.health_port, request("/livez"), 1, seconds, health, pause_s=0.02),
    )
    return load, health


def attacked(replica, arguments_of, seconds):
    """Tallies and open descriptors of one round under attack."""
    attacker = start_attack(replica.port, arguments_of, seconds)
    try:
        load, health = asyncio.run(normal_load(replica, seconds))
        return load, health, replica.descriptors()
    finally:
        attacker.terminate()
        attacker.wait()


def best_p99(tallies):
    """Lowest p99 of all rounds, in milliseconds."""
    return min(tally.milliseconds(0.99) or 1e9 for tally in tallies)


def main():
    options = arguments(__doc__, 120)
    service_cores, _ = cores()
    seconds = options.seconds / (len(ATTACKS) + 1)
    with Replica(options.binary, None, service_cores) as replica:
        alone, _ = asyncio.run(normal_load(replica, seconds))
        bound_ms = max(TIMES_MAX * alone.milliseconds(0.99), FLOOR_MS)
        figures, promises = {"bound_ms": round(bound_ms, 3), "alone": alone.figures()}, {}

        def is_fast(results):
            return best_p99(load for load, _, _ in results) <= bound_ms

        def is_healthy(results):
            return best_p99(health for _, health, _ in results) <= HEALTH_P99_MAX_MS

        for name, arguments_of in ATTACKS.items():
            results = rounds(
                lambda arguments_of=arguments_of: attacked(replica, arguments_of, seconds),
                lambda results: is_fast(results) and is_healthy(results),
                at_most=6,
            )
            figures[name] = [
                {"load": load.figures(), "livez": health.figures(), "descriptors": descriptors}
                for load, health, descriptors in results
            ]
            promises[f"{name}: normal requests are answered with 200"] = all(load.only(200) for load, _, _ in results)
            promises[f"{name}: health answers with 200"] = all(health.only(200) for _, health, _ in results)
            promises[f"{name}: the p99 is within its bound"] = is_fast(results)
            promises[f"{name}: the p99 of health is at most {HEALTH_P99_MAX_MS} ms"] = is_healthy(results)
    conclude("slow clients", figures, promises)


if __name__ == "__main__":
    main()
