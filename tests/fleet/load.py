"""HTTP/1.1 clients on loopback. In a closed loop each client waits for its answer; in an open loop requests follow a
fixed rate. Only the parts of HTTP that the experiments need, so that a thousand clients fit into one process."""

import asyncio
import time
from collections import Counter

# A request without an answer in this time counts as lost.
TIMEOUT_S = 40


class Tally:
    """Statuses, failures and latencies of one kind of request."""

    def __init__(self):
        self.statuses = Counter()
        self.lost = Counter()
        self.seconds = []

    def answered(self, status, seconds):
        """Counts an answer."""
        self.statuses[status] += 1
        if status == 200:
            self.seconds.append(seconds)

    def lose(self, error):
        """Counts a request without an answer."""
        self.lost[f"{type(error).__name__}: {error}"[:100]] += 1

    def milliseconds(self, share):
        """Latency quantile of the answers with status 200; None without any."""
        if not self.seconds:
            return None
        ordered = sorted(self.seconds)
        return round(ordered[min(int(len(ordered) * share), len(ordered) - 1)] * 1000, 3)

    def figures(self):
        """Summary for the report."""
        return {
            "statuses": {str(status): count for status, count in sorted(self.statuses.items())},
            "lost": dict(self.lost),
            "p50_ms": self.milliseconds(0.5),
            "p99_ms": self.milliseconds(0.99),
            "max_ms": self.milliseconds(1),
        }

    def only(self, *statuses):
        """Whether every request was answered with one of these statuses."""
        return bool(self.statuses) and not self.lost and set(self.statuses) <= set(statuses)


class Connection:
    """Connection that opens on demand, and again after the server has closed it."""

    def __init__(self, port, address=None):
        self.port = port
        # Own address of the connection; None for any.
        self.local = address and (address, 0)
        self.streams = None

    async def ask(self, request):
        """Sends a request, reads the whole response and returns its status."""
        if self.streams is None:
            self.streams = await asyncio.open_connection("127.0.0.1", self.port, local_addr=self.local)
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
        """Closes the connection if it is open."""
        if self.streams is not None:
            self.streams[1].close()
            self.streams = None


async def read_body(reader, head):
    """Reads the body that `head` announces."""
    if b"\r\ntransfer-encoding: chunked" in head:
        while (size := int(await reader.readline(), 16)) > 0:
            await reader.readexactly(size + 2)
        await reader.readline()
    elif (at := head.find(b"\r\ncontent-length:")) >= 0:
        await reader.readexactly(int(head[at + 17 : head.index(b"\r\n", at + 17)]))


async def ask_once(connection, request, tally):
    """Sends a request and counts the result. Latency includes connecting."""
    began = time.perf_counter()
    try:
        async with asyncio.timeout(TIMEOUT_S):
            status = await connection.ask(request)
        tally.answered(status, time.perf_counter() - began)
    except (OSError, EOFError, ValueError, asyncio.IncompleteReadError) as error:
        tally.lose(error)


async def closed_loop(port, request, clients, seconds, tally, pause_s=0.0):
    """Runs clients that each send the next request after the answer and a pause."""
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
    """Sends requests at a fixed rate, regardless of answers. `request_of` and `tally_of` map the number of a request to
    its bytes and its tally. Reuses the connection that was used last."""
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
