"""A thousand clients ask something endless and hang up at once: soon nobody works for them, their connections are
closed, and an easy puzzle is answered at once (P3). In waves, for the given time."""

import asyncio
import socket
import time

from fleet.experiment import arguments, conclude, cores
from fleet.load import Tally, closed_loop
from fleet.questions import easy, endless, request
from fleet.replica import Replica, wait_until

CLIENTS = 1000
WAVE = 250
# From when on nobody may work for who left, as seen from outside; the service itself promises 50 ms.
SETTLED_S = 0.25
IDLE_CPU_MAX = 0.05
DESCRIPTORS_MORE_MAX = 4


def wave(port, ask, number):
    """So many clients ask at the same time, and leave: half of them with a reset."""
    clients = [socket.create_connection(("127.0.0.1", port), timeout=10) for _ in range(number)]
    for client in clients:
        client.sendall(ask)
    time.sleep(0.02)
    for index, client in enumerate(clients):
        if index % 2:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
        client.close()


def busy_after_waves(replica, waves):
    """The share of a core that is used after each wave, when it should be none."""
    ask = request("/count", endless(9, 20_000))
    shares = []
    for _ in range(waves):
        wave(replica.port, ask, WAVE)
        time.sleep(SETTLED_S)
        before, began = replica.cpu_s(), time.monotonic()
        time.sleep(0.5)
        shares.append((replica.cpu_s() - before) / (time.monotonic() - began))
    return shares


def main():
    options = arguments(__doc__, 30)
    waves = max(CLIENTS // WAVE, int(options.seconds))
    service_cores, _ = cores()
    with Replica(options.binary, {"solver.threads": 2}, service_cores) as replica:
        descriptors = replica.descriptors()
        shares = busy_after_waves(replica, waves)
        after = Tally()
        asyncio.run(closed_loop(replica.port, request("/solve", easy()), 1, 0.5, after))
        wait_until(lambda: replica.descriptors() <= descriptors + DESCRIPTORS_MORE_MAX, "connections are closed", 5)
    conclude(
        "clients that hang up",
        {"clients": waves * WAVE, "core_share_after": [round(one, 3) for one in shares], "after": after.figures()},
        {
            "nobody works for who left": max(shares) <= IDLE_CPU_MAX,
            "easy ones are answered with 200": after.only(200),
        },
        {
            "their p99 is at most 50 ms": (after.milliseconds(0.99) or 1e9) <= 50,
        },
    )


if __name__ == "__main__":
    main()
