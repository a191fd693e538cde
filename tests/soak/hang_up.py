"""P3: a thousand clients ask an endless question and disconnect. The service becomes idle, closes their connections,
and answers an easy question at once. Runs in waves."""

import asyncio
import socket
import time

from fleet.experiment import arguments, conclude, cores, rounds
from fleet.load import Tally, closed_loop
from fleet.questions import easy, endless, request
from fleet.replica import Replica, wait_until

CLIENTS = 1000
WAVE = 250
# Time limit of the questions. A service that is idle earlier has cancelled them.
ENDLESS_MS = 20_000
IDLE_WITHIN_S = 10
IDLE_CPU_MAX = 0.05
WINDOW_S = 0.25
# The service frees a thread within 50 ms; the rest is the granularity of the measurement.
SETTLED_S = 0.75
EASY_P99_MAX_MS = 50
DESCRIPTORS_MORE_MAX = 4


def wave(port, ask, number):
    """Clients that ask at the same time and disconnect, half of them with a reset."""
    clients = [socket.create_connection(("127.0.0.1", port), timeout=30) for _ in range(number)]
    for client in clients:
        client.sendall(ask)
    time.sleep(0.02)
    for index, client in enumerate(clients):
        if index % 2:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
        client.close()


def seconds_to_idle(replica):
    """Time from now to the end of the first window without CPU use; None if it does not come."""
    began = time.monotonic()
    while time.monotonic() - began < IDLE_WITHIN_S:
        used, window = replica.cpu_s(), time.monotonic()
        time.sleep(WINDOW_S)
        if (replica.cpu_s() - used) / (time.monotonic() - window) <= IDLE_CPU_MAX:
            return time.monotonic() - began
    return None


def main():
    options = arguments(__doc__, 30)
    waves = max(CLIENTS // WAVE, int(options.seconds))
    service_cores, _ = cores()
    ask = request("/count", endless(9, ENDLESS_MS))
    with Replica(options.binary, {"solver.threads": 2}, service_cores) as replica:
        descriptors = replica.descriptors()

        def settle():
            wave(replica.port, ask, WAVE)
            return seconds_to_idle(replica)

        def ask_easy():
            tally = Tally()
            asyncio.run(closed_loop(replica.port, request("/solve", easy()), 1, 0.5, tally))
            return tally

        def is_settled(idle):
            return min(one or 1e9 for one in idle) <= SETTLED_S

        def is_fast(tallies):
            return min(one.milliseconds(0.99) or 1e9 for one in tallies) <= EASY_P99_MAX_MS

        idle = rounds(settle, is_settled, at_least=waves, at_most=2 * waves)
        after = rounds(ask_easy, is_fast)
        wait_until(lambda: replica.descriptors() <= descriptors + DESCRIPTORS_MORE_MAX, "connections are closed")
    conclude(
        "clients that hang up",
        {
            "clients": len(idle) * WAVE,
            "seconds_to_idle": [one and round(one, 3) for one in idle],
            "after": [one.figures() for one in after],
        },
        {
            f"the service is idle within {IDLE_WITHIN_S} s of each wave": None not in idle,
            f"the service is idle within {SETTLED_S} s of the best wave": is_settled(idle),
            "easy questions are answered with 200": all(one.only(200) for one in after),
            f"their p99 is at most {EASY_P99_MAX_MS} ms": is_fast(after),
        },
    )


if __name__ == "__main__":
    main()
