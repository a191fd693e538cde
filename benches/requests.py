"""Measures the CPU time of a request: of the service, of the baseline and of a bare axum echo, in turn.

    cargo build --profile dist --bin quadrille --example baseline --example echo
    python3 benches/requests.py [--directory target/dist] [--requests 100000] [--rounds 5]

Prints a line of JSON for each program: microseconds of CPU time per request, user and system, and the ratio to the echo, as
medians of the rounds. The kernel accounts for the time of each process, so that other programs on the machine change the
figures little. Each program runs on one core, with all of its threads. Needs Linux and the standard library only.
"""

import argparse
import contextlib
import json
import os
import select
import signal
import socket
import statistics
import subprocess
import sys
import time
from pathlib import Path

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

BODY = json.dumps({"puzzle": PUZZLE}, separators=(",", ":")).encode()
REQUEST = (
    b"POST /solve HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n"
    % len(BODY)
    + BODY
)

# Time for a program to start, and for a response.
TIMEOUT_S = 30

TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")

# Path below the folder of programs, options before the address, and settings.
PROGRAMS = {
    "echo": ("examples/echo", ["--listen"], {}),
    "baseline": ("examples/baseline", ["--listen"], {}),
    "service without log lines": ("quadrille", ["serve", "--listen"], {"QUADRILLE__LOG__FILTER": "warn"}),
    "service": ("quadrille", ["serve", "--listen"], {}),
}


def free_port():
    """A port that no program listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def start(directory, name, cpu, stack):
    """Starts a program on one core. Returns its process and its port."""
    path, options, settings = PROGRAMS[name]
    port = free_port()
    child = subprocess.Popen(
        [directory / path, *options, f"127.0.0.1:{port}"],
        env={**os.environ, "QUADRILLE__SOLVER__THREADS": "1", **settings},
        preexec_fn=lambda: os.sched_setaffinity(0, {cpu}),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )
    stack.callback(child.wait)
    stack.callback(child.kill)
    return child, port


def connect(port):
    """Opens a connection. Waits for a program that is starting."""
    deadline = time.monotonic() + TIMEOUT_S
    while True:
        try:
            connection = socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT_S)
        except ConnectionRefusedError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)
        else:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return connection


def read_response(connection):
    """Reads a response with `Content-Length`, and returns its size in bytes."""
    received = connection.recv(65536)
    while (end := received.find(b"\r\n\r\n")) < 0:
        received += more(connection)
    head = received[:end].lower()
    if not head.startswith(b"http/1.1 200"):
        sys.exit(f"unexpected response: {received[:200]!r}")
    at = head.index(b"\r\ncontent-length:") + len(b"\r\ncontent-length:")
    size = end + 4 + int(head[at:].split(b"\r\n", 1)[0])
    while len(received) < size:
        received += more(connection)
    return size


def more(connection):
    """Further bytes of a response."""
    received = connection.recv(65536)
    if not received:
        sys.exit("the server closed a connection within a response")
    return received


def cpu_seconds(process):
    """CPU time of a process: user and system."""
    # The name, in parentheses, may have blanks.
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return [int(ticks) / TICKS_PER_SECOND for ticks in fields[11:13]]


def await_response(connection):
    """Waits until a response arrives, without sleep: a program pays for waking a sleeping client, and more if its core sleeps, too."""
    deadline = time.monotonic() + TIMEOUT_S
    while not select.select([connection], [], [], 0)[0]:
        if time.monotonic() > deadline:
            sys.exit("the server does not answer")


def send_all(connections, requests):
    """Sends a request on each connection, reads the responses, and again, until there were this many.

    Awaits the last response first: by then the others have arrived.
    """
    turns = -(-requests // len(connections))
    for _ in range(turns):
        for connection in connections:
            connection.sendall(REQUEST)
        await_response(connections[-1])
        for connection in reversed(connections):
            read_response(connection)
    return turns * len(connections)


def measure(process, port, connections, requests):
    """Microseconds of CPU time per request: user and system."""
    with contextlib.ExitStack() as stack:
        opened = [stack.enter_context(connect(port)) for _ in range(connections)]
        send_all(opened, requests // 10)
        before = cpu_seconds(process)
        sent = send_all(opened, requests)
        return [(after - earlier) / sent * 1e6 for earlier, after in zip(before, cpu_seconds(process))]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--directory", type=Path, default=Path("target/dist"), help="folder of the programs")
    parser.add_argument("--requests", type=int, default=100_000, help="requests to each program in a round")
    parser.add_argument("--connections", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--cpu", type=int, default=0, help="core of the programs; the client runs on the others")
    arguments = parser.parse_args()
    # SIGTERM ends the script like an error, so that the programs end with it.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    if others := os.sched_getaffinity(0) - {arguments.cpu}:
        os.sched_setaffinity(0, others)
    with contextlib.ExitStack() as stack:
        started = {name: start(arguments.directory, name, arguments.cpu, stack) for name in PROGRAMS}
        rounds = [
            {name: measure(*at, arguments.connections, arguments.requests) for name, at in started.items()}
            for _ in range(arguments.rounds)
        ]
    for name in PROGRAMS:
        user, system = (statistics.median(times) for times in zip(*(one[name] for one in rounds)))
        total = statistics.median(sum(one[name]) for one in rounds)
        ratio = statistics.median(sum(one[name]) / sum(one["echo"]) for one in rounds)
        print(
            json.dumps(
                {
                    "program": name,
                    "us_per_request": round(total, 2),
                    "user_us": round(user, 2),
                    "system_us": round(system, 2),
                    "ratio_to_echo": round(ratio, 2),
                }
            )
        )


if __name__ == "__main__":
    main()
