"""P2: beside a client that takes all it can of one resource, another client's easy question, hard question and batch of
1,000 lines are each answered within 5 times of alone, or within 5 ms, whichever is more. The clients are two addresses of
the loopback network. For each kind of request, the best round counts."""

import asyncio
import gzip
import statistics
import time
import urllib.request
from contextlib import asynccontextmanager

from fleet.experiment import arguments, conclude, cores, rounds
from fleet.load import Connection, Tally, ask_once
from fleet.questions import batch, easy, endless, measured, request
from fleet.process import wait_until
from fleet.replica import Replica

HOSTILE, OTHER = "127.0.0.1", "127.0.0.2"
TIMES_MAX = 5
FLOOR_MS = 5
NEWLINE_S = 25
ENDLESS_MS = 30_000
# Then the service has received the requests of an attack. It has begun with all within the next time.
SETTLE_S = 1
BEGUN_WITHIN_S = 15
SECONDS_PER_ROUND = 5
# One or two milliseconds, so that the question is answered in its first turn.
SHORT_NODES = 10_000
EASY_QUESTIONS = 20

HARD = request("/count", measured(400_000))
BATCH = request("/count/batch", batch(1_000), "text/plain")
EASY = request("/solve", easy())

BATCH_HEAD = b"POST /count/batch HTTP/1.1\r\nHost: quadrille\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n"
FIRST_LINE = b"5\r\n12..\n\r\n"
NEWLINE = b"1\r\n\n\r\n"
BODY_BYTES = 262_144
BLANK_LINES = gzip.compress(b"\n" * (60 << 20))
BLANK_BATCH = (
    b"POST /count/batch HTTP/1.1\r\nHost: quadrille\r\nContent-Type: text/plain\r\nContent-Encoding: gzip\r\n"
    b"Content-Length: %d\r\n\r\n%b" % (len(BLANK_LINES), BLANK_LINES)
)
BODY_HEAD = b"POST /solve HTTP/1.1\r\nHost: quadrille\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"


async def silent_batch(writer):
    """Sends a line, then a newline every 25 s."""
    writer.write(BATCH_HEAD + FIRST_LINE)
    while True:
        await asyncio.sleep(NEWLINE_S)
        writer.write(NEWLINE)


async def endless_question(writer):
    """Asks a question that only its time limit ends."""
    writer.write(request("/count", endless(9, ENDLESS_MS)))


async def endless_large_question(writer):
    """Asks such a question of the largest size."""
    writer.write(request("/count", endless(36, ENDLESS_MS)))


async def endless_batch(writer):
    """Sends a batch of empty grids of the largest size."""
    line = endless(36, ENDLESS_MS) + b"\n"
    writer.write(request("/count/batch", line * 100, "application/x-ndjson"))


async def silence(_):
    """Sends nothing."""


async def queued_questions(writer):
    """Asks questions of a turn each, without end, and waits for no answer."""
    while True:
        writer.write(request("/count", measured(SHORT_NODES)) * 100)
        await writer.drain()


async def held_body(writer):
    """Sends a body but for its last byte."""
    writer.write(BODY_HEAD % BODY_BYTES + b" " * (BODY_BYTES - 1))


async def blank_batches(writer):
    """Sends batches of blank lines, compressed to a thousandth, and waits for no answer."""
    while True:
        writer.write(BLANK_BATCH)
        await writer.drain()


# What a connection of the hostile client sends, and the number of its connections.
ATTACKS = {
    "16 silent batches": (silent_batch, 16),
    "64 endless questions": (endless_question, 64),
    "16 endless questions of 36x36": (endless_large_question, 16),
    "one batch of endless 36x36": (endless_batch, 1),
    "64 connections with short questions": (queued_questions, 64),
    "512 held bodies": (held_body, 512),
    "12 batches of blank lines": (blank_batches, 12),
    "4,096 silent connections": (silence, 4096),
}


def queue_length(replica):
    """Number of questions that wait for their first turn."""
    with urllib.request.urlopen(f"http://127.0.0.1:{replica.health_port}/metrics") as response:
        lines = response.read().decode().splitlines()
    name = "quadrille_queue_length "
    return next(int(line.removeprefix(name)) for line in lines if line.startswith(name))


def has_begun(replica, send):
    """Whether the attack holds all permits that it can get. Only short questions also wait for their first turn."""
    return (queue_length(replica) > 0) == (send is queued_questions)


@asynccontextmanager
async def attacked(replica, send, connections):
    """Runs an attack. Answers are not read."""

    async def attack():
        _, writer = await asyncio.open_connection(HOSTILE, replica.port, local_addr=(HOSTILE, 0))
        try:
            await send(writer)
            await asyncio.sleep(3600)
        finally:
            writer.transport.abort()

    tasks = [asyncio.create_task(attack()) for _ in range(connections)]
    try:
        await asyncio.sleep(SETTLE_S)
        await asyncio.to_thread(
            wait_until, lambda: has_begun(replica, send), "the attack has begun", BEGUN_WITHIN_S
        )
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def measured_ms(port):
    """Milliseconds of each kind of request of the other client; None for one without an answer 200."""
    figures = {}
    for name, ask, number in (("easy", EASY, EASY_QUESTIONS), ("hard", HARD, 1), ("batch", BATCH, 1)):
        connection, tally, times = Connection(port, OTHER), Tally(), []
        for _ in range(number):
            began = time.perf_counter()
            await ask_once(connection, ask, tally)
            times.append((time.perf_counter() - began) * 1000)
        connection.close()
        figures[name] = round(statistics.median(times), 3) if tally.only(200) else None
    return figures


async def one_round(replica, send, connections):
    """Milliseconds of each kind of request, alone and beside an attack right after."""
    alone = await measured_ms(replica.port)
    async with attacked(replica, send, connections):
        return {"alone": alone, "attacked": await measured_ms(replica.port)}


def is_met(results):
    """Whether each kind of request was answered in time in one of the rounds."""
    def in_time(name, found):
        alone, attacked = found["alone"][name], found["attacked"][name]
        return None not in (alone, attacked) and attacked <= max(TIMES_MAX * alone, FLOOR_MS)

    return all(any(in_time(name, found) for found in results) for name in ("easy", "hard", "batch"))


def main():
    options = arguments(__doc__, 30)
    service_cores, _ = cores()
    rounds_max = max(1, round(options.seconds / SECONDS_PER_ROUND))
    figures, promises = {}, {}
    with Replica(options.binary, {"solver.threads": 2}, service_cores) as replica:
        asyncio.run(measured_ms(replica.port))
        for name, (send, connections) in ATTACKS.items():
            results = rounds(
                lambda: asyncio.run(one_round(replica, send, connections)),
                is_met,
                at_most=rounds_max,
            )
            figures[name] = results
            promises[f"{name}: the other client is answered in time"] = is_met(results)
    conclude("shares of clients", {"ms": figures}, promises)


if __name__ == "__main__":
    main()
