"""Batches and `/solutions` pass a real gateway unbuffered in both directions:

- a hundred times, an answer arrives before the next line is sent, except through nginx, which asks for batches to be read first;
- no answer is lost to a client that sends 200,000 lines to `/rate/batch` before it reads;
- all answers to many lines, read while lines are sent, arrive in order;
- the first of a million solutions arrives at once, and the replica is idle after the client has disconnected.
"""

import contextlib
import json
import socket
import threading
import time

from fleet.experiment import arguments, conclude
from fleet.gateway import Gateway
from fleet.questions import classic
from fleet.process import wait_until
from fleet.replica import Replica

ROUND_TRIPS = 100
LINES_A_SECOND = 2_000
# The largest limit: seconds of work.
SOLUTIONS = 1_000_000
TIMEOUT_S = 30


# More bytes than all buffers on the way.
SENT_FIRST_LINES = 200_000


class Stream:
    """POST request that sends and receives line by line at the same time."""

    def __init__(self, port, path, content_type):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT_S)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.received = self.socket.makefile("rb")
        self.head = b""
        self.rest = b""
        head = f"POST {path} HTTP/1.1\r\nHost: quadrille\r\nContent-Type: {content_type}\r\nAccept: text/plain\r\n"
        self.socket.sendall(head.encode() + b"Transfer-Encoding: chunked\r\n\r\n")

    def send(self, data):
        """Sends a chunk of the body; an empty one ends it."""
        self.socket.sendall(b"%x\r\n%s\r\n" % (len(data), data))

    def line(self):
        """Next line of the response; None at its end."""
        if not self.head:
            self.read_head()
        while b"\n" not in self.rest:
            size = int(self.received.readline(), 16)
            data = self.received.read(size)
            self.received.readline()
            if size == 0:
                return None
            self.rest += data
        line, self.rest = self.rest.split(b"\n", 1)
        return line.decode()

    def read_head(self):
        """Reads status and headers. Fails unless they announce a stream."""
        while (line := self.received.readline()) not in (b"\r\n", b""):
            self.head += line
        if not self.head.startswith(b"HTTP/1.1 200") or b"chunked" not in self.head.lower():
            raise AssertionError(f"not a stream: {self.head.decode()!r}")

    def close(self):
        """Closes the connection."""
        self.received.close()
        self.socket.close()


def round_trips(port):
    """Seconds of the slowest exchange of one line for one answer."""
    puzzle = classic()[0].encode() + b"\n"
    slowest = 0.0
    with contextlib.closing(Stream(port, "/count/batch", "text/plain")) as stream:
        for _ in range(ROUND_TRIPS):
            began = time.perf_counter()
            stream.send(puzzle)
            if stream.line() != "unique 1":
                raise AssertionError("a proper puzzle is not unique")
            slowest = max(slowest, time.perf_counter() - began)
        stream.send(b"")
        if stream.line() is not None:
            raise AssertionError("an answer without a question")
    return slowest


def bulk(port, lines):
    """Number of answers in the right order, for a pattern of proper puzzles and empty grids. A second thread sends."""
    puzzle, open_grid = classic()[0] + "\n", "." * 81 + "\n"
    stream = Stream(port, "/count/batch", "text/plain")
    unique = [number * number % 7 < 3 for number in range(lines)]

    def send():
        for first in range(0, lines, 100):
            part = unique[first : first + 100]
            stream.send("".join(puzzle if one else open_grid for one in part).encode())
        stream.send(b"")

    sender = threading.Thread(target=send)
    sender.start()
    with contextlib.closing(stream):
        answers = iter(stream.line, None)
        pairs = zip(unique, answers, strict=False)
        right = [answer.startswith("unique" if one else "multiple") for one, answer in pairs]
        sender.join()
        if stream.rest or len(right) != lines:
            raise AssertionError(f"{len(right)} answers for {lines} lines")
    return sum(right)


def sent_first(port, lines):
    """Number of answers to a client that sends all lines before it reads."""
    puzzle = classic()[0] + "\n"
    with contextlib.closing(Stream(port, "/rate/batch", "text/plain")) as stream:
        for first in range(0, lines, 1000):
            stream.send((puzzle * min(1000, lines - first)).encode())
        stream.send(b"")
        answers = sum(1 for answer in iter(stream.line, None) if not answer.startswith("error"))
        if stream.rest or answers != lines:
            raise AssertionError(f"{answers} answers for {lines} lines")
    return answers


def solutions(port, replicas):
    """Seconds to the first of a million solutions, and the CPU time used in a second that begins half a second after
    the client has disconnected."""
    body = json.dumps({"puzzle": "." * 81, "limit": SOLUTIONS}).encode()
    began = time.perf_counter()
    stream = Stream(port, "/solutions", "application/json")
    stream.send(body)
    stream.send(b"")
    stream.line()
    first_s = time.perf_counter() - began
    for _ in range(100):
        stream.line()
    stream.close()
    time.sleep(0.5)
    before = sum(replica.cpu_s() for replica in replicas)
    time.sleep(1)
    return first_s, sum(replica.cpu_s() for replica in replicas) - before


def main():
    options = arguments(__doc__, 30, gateway=["nginx", "envoy", "haproxy", "none"])
    lines = int(LINES_A_SECOND * options.seconds)
    with contextlib.ExitStack() as stack:
        count = 1 if options.gateway == "none" else 3
        replicas = [stack.enter_context(Replica(options.binary)) for _ in range(count)]
        port = replicas[0].port
        if options.gateway != "none":
            port = stack.enter_context(Gateway(options.gateway, replicas)).port
        slowest_s = 0.0 if options.gateway == "nginx" else round_trips(port)
        answered = sent_first(port, SENT_FIRST_LINES)
        began = time.perf_counter()
        right = bulk(port, lines)
        bulk_s = time.perf_counter() - began
        first_s, idle_cpu_s = solutions(port, replicas)
        wait_until(lambda: all(replica.is_ready() for replica in replicas), "the replicas are ready")
    conclude(
        f"streams through {options.gateway}",
        {
            "slowest_round_trip_ms": round(slowest_s * 1000, 3),
            "lines": lines,
            "answers_to_lines_sent_first": answered,
            "lines_per_second": round(lines / bulk_s),
            "first_solution_ms": round(first_s * 1000, 3),
            "cpu_s_after_hanging_up": round(idle_cpu_s, 3),
        },
        {
            "an answer arrives before the next line is sent": slowest_s < 1,
            "all answers arrive in order": right == lines,
            "the first solution arrives within a second": first_s < 1,
            "the replica is idle after the client has disconnected": idle_cpu_s < 0.1,
        },
    )


if __name__ == "__main__":
    main()
