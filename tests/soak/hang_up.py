"""P3: a thousand clients ask an endless question and disconnect. The service becomes idle, closes their connections,
and answers an easy question at once. Runs in waves. Then single clients disconnect in every way, also with input that the
service has not read, and the work of each is freed."""

import asyncio
import http.client
import itertools
import select
import socket
import time

from fleet.experiment import arguments, conclude, cores, rounds
from fleet.load import Tally, closed_loop
from fleet.questions import LIMIT_MAX, easy, endless, request
from fleet.process import wait_until
from fleet.replica import Replica

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
FREED_MAX_MS = 50


def close(client):
    """Disconnects with a FIN."""
    client.close()


def reset(client):
    """Disconnects with an RST."""
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
    client.close()


def half_close(client):
    """Closes the writing side, as `nc -N` does."""
    client.shutdown(socket.SHUT_WR)


def endless_batch(lines):
    """Request of a batch of endless entries: more input than the service reads ahead, and no more than the kernel of the
    service holds besides. A FIN behind input that is still in the kernel of the client cannot be seen."""
    path = f"/count/batch?limit={LIMIT_MAX}&time_ms={ENDLESS_MS}"
    return request(path, ("." * 81 + "\n").encode() * lines, "text/plain")


def requests():
    """Endless requests by what follows them unread."""
    ask = request("/count", endless(9, ENDLESS_MS))
    return {
        "nothing": ask,
        "one byte": ask + b"G",
        "pipelined requests": ask + request("/livez") * 3,
        "batch input": endless_batch(2_000),
    }


def wave(port, ask, number):
    """Clients that ask at the same time and disconnect, half of them with a reset."""
    clients = [socket.create_connection(("127.0.0.1", port), timeout=30) for _ in range(number)]
    for client in clients:
        client.sendall(ask)
    time.sleep(0.02)
    for index, client in enumerate(clients):
        (reset if index % 2 else close)(client)


def seconds_to_idle(replica):
    """Time from now to the end of the first window without CPU use; None if it does not come."""
    began = time.monotonic()
    while time.monotonic() - began < IDLE_WITHIN_S:
        used, window = replica.cpu_s(), time.monotonic()
        time.sleep(WINDOW_S)
        if (replica.cpu_s() - used) / (time.monotonic() - window) <= IDLE_CPU_MAX:
            return time.monotonic() - began
    return None


def in_flight(metrics):
    """Number of other requests in progress, read over the connection `metrics`."""
    metrics.request("GET", "/metrics")
    lines = metrics.getresponse().read().decode().splitlines()
    name = "quadrille_http_requests_in_flight "
    # This request is one of them.
    return next(int(line.removeprefix(name)) for line in lines if line.startswith(name)) - 1


def freed_ms(replica, ask, disconnect):
    """Milliseconds from the disconnect of a client to the end of its work."""
    metrics = http.client.HTTPConnection("127.0.0.1", replica.health_port)
    client = socket.create_connection(("127.0.0.1", replica.port), timeout=30)
    client.sendall(ask)
    wait_until(lambda: in_flight(metrics) == 1, "the request runs")
    # The service reads ahead as much as it can.
    time.sleep(0.1)
    if select.select([client], [], [], 0)[0]:
        # The head of a stream. A client that closes with unread bytes sends an RST.
        client.recv(1 << 16)
    began = time.monotonic()
    disconnect(client)
    wait_until(lambda: in_flight(metrics) == 0, "the work is freed", 2 * ENDLESS_MS / 1000)
    elapsed = time.monotonic() - began
    client.close()
    metrics.close()
    return round(elapsed * 1000, 1)


def main():
    options = arguments(__doc__, 30)
    waves = max(CLIENTS // WAVE, int(options.seconds))
    service_cores, _ = cores()
    ask = request("/count", endless(9, ENDLESS_MS))
    with Replica(options.binary, {"solver.threads": 2, "clients.shares": "false"}, service_cores) as replica:
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

        def is_freed(times):
            return min(times) <= FREED_MAX_MS

        idle = rounds(settle, is_settled, at_least=waves, at_most=2 * waves)
        after = rounds(ask_easy, is_fast)
        wait_until(lambda: replica.descriptors() <= descriptors + DESCRIPTORS_MORE_MAX, "connections are closed")
        freed = {
            f"{disconnect.__name__} behind {unread}": rounds(
                lambda sent=sent, disconnect=disconnect: freed_ms(replica, sent, disconnect), is_freed, at_most=5
            )
            for (unread, sent), disconnect in itertools.product(requests().items(), (close, reset, half_close))
        }
    conclude(
        "clients that hang up",
        {
            "clients": len(idle) * WAVE,
            "seconds_to_idle": [one and round(one, 3) for one in idle],
            "after": [one.figures() for one in after],
            "freed_ms": freed,
        },
        {
            f"the service is idle within {IDLE_WITHIN_S} s of each wave": None not in idle,
            f"the service is idle within {SETTLED_S} s of the best wave": is_settled(idle),
            "easy questions are answered with 200": all(one.only(200) for one in after),
            f"their p99 is at most {EASY_P99_MAX_MS} ms": is_fast(after),
            f"work is freed within {FREED_MAX_MS} ms of every kind of disconnect": all(map(is_freed, freed.values())),
        },
    )


if __name__ == "__main__":
    main()
