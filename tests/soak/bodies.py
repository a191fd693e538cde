"""P7: bodies that arrive in one-byte chunks, and 4,096 connections whose bodies are one byte short of the largest.
Resident memory stays within its bound, and is back within 1.5 times of before at most 30 s after the attack."""

import asyncio
import time

from fleet.experiment import arguments, conclude, cores
from fleet.load import Tally, closed_loop
from fleet.questions import easy, request
from fleet.replica import Replica

BODY_BYTES = 262_144
CONNECTIONS = 4096
CHUNKED_CONNECTIONS = 8
HOLD_S = 4
BACK_WITHIN_S = 30
TIMES_MAX = 1.5
# Above the idle process: the budget of bodies, and 63 KiB for each connection (docs/operations.md#memory).
GROWTH_BYTES_MAX = (128 << 20) + CONNECTIONS * (63 << 10)

HEAD = b"POST /solve HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
DECLARED = HEAD + b"content-length: %d\r\n\r\n" % BODY_BYTES + b" " * (BODY_BYTES - 1)
CHUNKED = HEAD + b"transfer-encoding: chunked\r\n\r\n" + b"1\r\n \r\n" * (BODY_BYTES - 1)


async def hold(port, address, sent, seconds):
    """Sends all but the end of a request from a loopback address, and disconnects after `seconds`."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    try:
        writer.write(sent)
        # Until the service answers, closes the connection, or the time is over.
        async with asyncio.timeout(seconds):
            await writer.drain()
            await reader.read(1)
    except (OSError, TimeoutError):
        pass
    finally:
        writer.transport.abort()


async def peak(replica, attack, seconds):
    """Largest resident memory during an attack, which ends after `seconds` at the latest."""
    samples = [replica.rss_bytes()]
    running = asyncio.gather(*attack)
    end = time.monotonic() + seconds + 10
    while not running.done() and time.monotonic() < end:
        samples.append(replica.rss_bytes())
        await asyncio.sleep(0.05)
    if running.done():
        running.result()
    running.cancel()
    return max(samples)


async def warm_up(replica):
    """Easy questions, so that the memory before the attack is that of a process in use."""
    tally = Tally()
    await closed_loop(replica.port, request("/solve", easy()), 64, 2, tally)
    return tally


async def attack(replica, sent, connections):
    """Resident memory before, at the peak of and after an attack, the seconds until then, and the answers afterwards."""
    await warm_up(replica)
    before = replica.rss_bytes()
    # Several addresses: one client gets no more than its share.
    addresses = [f"127.0.0.{2 + number % 8}" for number in range(connections)]
    holds = [hold(replica.port, address, sent, HOLD_S) for address in addresses]
    largest = await peak(replica, holds, HOLD_S)
    ended = time.monotonic()
    while (after := replica.rss_bytes()) > TIMES_MAX * before and time.monotonic() < ended + BACK_WITHIN_S:
        await asyncio.sleep(0.1)
    seconds = time.monotonic() - ended
    tally = await warm_up(replica)
    return {"before": before, "peak": largest, "after": after}, seconds, tally


def mib(figures):
    """Figures in MiB."""
    return {f"{name}_mib": round(value / (1 << 20), 1) for name, value in figures.items()}


def main():
    options = arguments(__doc__, 80)
    service_cores, _ = cores()
    figures, promises = {}, {}
    for name, sent, connections, growth_max in (
        ("one-byte chunks", CHUNKED, CHUNKED_CONNECTIONS, CHUNKED_CONNECTIONS * (1 << 20)),
        ("4,096 connections", DECLARED, CONNECTIONS, GROWTH_BYTES_MAX),
    ):
        with Replica(options.binary, None, service_cores) as replica:
            memory, seconds, tally = asyncio.run(attack(replica, sent, connections))
        figures[name] = {**mib(memory), "seconds_after": round(seconds, 1)}
        promises[f"{name}: memory stays within its bound"] = memory["peak"] - memory["before"] <= growth_max
        promises[f"{name}: memory is back within {TIMES_MAX} times of before in {BACK_WITHIN_S} s"] = (
            memory["after"] <= TIMES_MAX * memory["before"]
        )
        promises[f"{name}: easy questions are answered afterwards"] = tally.only(200)
    conclude("bodies", figures, promises)


if __name__ == "__main__":
    main()
