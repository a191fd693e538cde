"""500 connections of slowhttptest that trickle a head (-H), trickle a body (-B) or read slowly (-X), beside a normal
load: all of that is answered, about as fast as without them, and health answers (P1, P4)."""

import asyncio
import subprocess

from fleet.experiment import arguments, conclude, cores
from fleet.load import Tally, closed_loop
from fleet.questions import easy, request
from fleet.replica import Replica

CONNECTIONS = 500
CLIENTS = 8
TIMES_MAX = 5
FLOOR_MS = 20
HEALTH_P99_MAX_MS = 50

ATTACKS = {
    "a trickled head": ["-H", "-i", "2", "-u", "/solve"],
    "a trickled body": ["-B", "-i", "2", "-s", "8192", "-t", "POST", "-f", "application/json", "-u", "/solve"],
    "slow readers": ["-X", "-n", "2", "-w", "16", "-y", "64", "-z", "16", "-k", "3", "-u", "/openapi.json"],
}


def attack(port, arguments_of, seconds):
    """The attack, begun."""
    path = arguments_of[-1]
    command = ["slowhttptest", *arguments_of[:-1], f"http://127.0.0.1:{port}{path}", "-c", str(CONNECTIONS)]
    command += ["-r", "250", "-l", str(max(2, round(seconds))), "-p", "3"]
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


async def normal(replica, seconds):
    """The normal load, and looks at health."""
    load, health = Tally(), Tally()
    await asyncio.gather(
        closed_loop(replica.port, request("/solve", easy()), CLIENTS, seconds, load, pause_s=0.01),
        closed_loop(replica.health_port, request("/livez"), 1, seconds, health, pause_s=0.02),
    )
    return load, health


def main():
    options = arguments(__doc__, 120)
    service_cores, _ = cores()
    seconds = options.seconds / (len(ATTACKS) + 1)
    figures, promises, paces = {}, {}, {}
    with Replica(options.binary, None, service_cores) as replica:
        alone, _ = asyncio.run(normal(replica, seconds))
        bound_ms = max(TIMES_MAX * alone.milliseconds(0.99), FLOOR_MS)
        figures["alone"] = alone.figures()
        for name, arguments_of in ATTACKS.items():
            attacker = attack(replica.port, arguments_of, seconds)
            try:
                load, health = asyncio.run(normal(replica, seconds))
                connected = replica.descriptors()
            finally:
                attacker.terminate()
                attacker.wait()
            figures[name] = {"load": load.figures(), "livez": health.figures(), "descriptors": connected}
            promises[f"{name}: every normal request is answered with 200"] = load.only(200)
            promises[f"{name}: health answers"] = health.only(200)
            paces[f"{name}: p99 within its bound"] = (load.milliseconds(0.99) or 1e9) <= bound_ms
            paces[f"{name}: health's p99 is at most {HEALTH_P99_MAX_MS} ms"] = (
                health.milliseconds(0.99) or 1e9
            ) <= HEALTH_P99_MAX_MS
    conclude("slow clients", {"bound_ms": round(bound_ms, 3), **figures}, promises, paces)


if __name__ == "__main__":
    main()
