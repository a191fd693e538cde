"""Clients on loopback: closed loops, where each waits for its answer, and open ones, where time alone says when the
next request comes. HTTP/1.1 as far as it is needed here, so that a thousand of them fit into one process."""

import asyncio
import time
from collections import Counter

# What one answer may take before it counts as lost.
PATIENCE_S = 40


class Tally:
    """What became of the requests of one kind."""

    def __init__(self):
        self.statuses = Counter()
        self.lost = Counter()
        self.seconds = []

    def answered(self, status, seconds):
        """Notes an answer."""
        self.statuses[status] += 1
        if status == 200:
            self.seconds.append(seconds)

    def lose(self, error):
        """Notes a request without an answer."""
        self.lost[f"{type(error).__name__}: {error}"[:100]] += 1

    def milliseconds(self, share):
        """The latency that this share of the answers with 200 did not exceed."""
        if not self.seconds:
            return None
        ordered = sorted(self.seconds)
        return round(ordered[min(int(len(ordered) * share), len(ordered) - 1)] * 1000, 3)

    def figures(self):
        """All of it, to be printed."""
        return {
            "statuses": {str(status): count for status, count in sorted(self.statuses.items())},
            "lost": dict(self.lost),
            "p50_ms": self.milliseconds(0.5),
            "p99_ms": self.milliseconds(0.99),
            "max_ms": self.milliseconds(1),
        }

    def only(self, *statuses):
        """Whether every request was answered, with one of these."""
        return bool(self.statuses) and not self.lost and set(self.statuses) <= set(statuses)


class Connection:
    """A connection that is opened when it is needed, and again when the other side said it would close it."""

    def __init__(self, port):
        self.port = port
        self.streams = None

    async def ask(self, request):
        """Sends a request and gives the status, once the whole answer is here."""
        if self.streams is None:
            self.streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.streams
        try:
            writer.write(request)
            head = (await reader.readuntil(b"\r\n\r\n")).lower()
            await read_body(reader, head)
        except BaseException:
            self.close()
            raise
        if b"\r\nconnection: close" in head:
            self.close()
        return int(head[9:12])

    def close(self):
        """Closes it, if it is open."""
        if self.streams is not None:
            self.streams[1].close()
            self.streams = None


async def read_body(reader, head):
    """Reads the body that a head announces."""
    if b"\r\ntransfer-encoding: chunked" in head:
        while (size := int(await reader.readline(), 16)) > 0:
            await reader.readexactly(size + 2)
        await reader.readline()
    elif (at := head.find(b"\r\ncontent-length:")) >= 0:
        await reader.readexactly(int(head[at + 17 : head.index(b"\r\n", at + 17)]))


async def ask_once(connection, request, tally):
    """Asks, and notes what came of it. The latency runs from here."""
    began = time.perf_counter()
    try:
        async with asyncio.timeout(PATIENCE_S):
            status = await connection.ask(request)
        tally.answered(status, time.perf_counter() - began)
    except (OSError, EOFError, ValueError, asyncio.IncompleteReadError) as error:
        tally.lose(error)


async def closed_loop(port, request, clients, seconds, tally, pause_s=0.0):
    """So many clients, each asking again as soon as it has its answer (and has paused)."""
    end = time.monotonic() + seconds

    async def client():
        connection = Connection(port)
        while time.monotonic() < end:
            await ask_once(connection, request, tally)
            if pause_s:
                await asyncio.sleep(pause_s)
        connection.close()

    await asyncio.gather(*(client() for _ in range(clients)))


async def open_loop(port, request_of, per_second, seconds, tally_of):
    """A request every so often, whether the ones before it were answered or not. `request_of` and `tally_of` say which,
    and where it is noted, by its number. Connections are kept and taken up again, the one last used first."""
    idle, tasks = [], set()

    async def one(number):
        connection = idle.pop() if idle else Connection(port)
        await ask_once(connection, request_of(number), tally_of(number))
        idle.append(connection)

    began = time.monotonic()
    for number in range(int(per_second * seconds)):
        delay = began + number / per_second - time.monotonic()
        if delay > 0:
            await asyncio.sleep(delay)
        task = asyncio.create_task(one(number))
        tasks.add(task)
        task.add_done_callback(tasks.discard)
    await asyncio.gather(*tasks)
    for connection in idle:
        connection.close()
