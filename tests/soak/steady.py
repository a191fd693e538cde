"""P5, P7: a mixture of easy and expensive questions, batches, endless questions, rejected ones, and clients that
disconnect. Memory and descriptors stay level, and the service stops cleanly at the end."""

import asyncio
import itertools
import statistics
import time

from fleet.experiment import arguments, conclude, cores
from fleet.load import Connection, Tally, ask_once, closed_loop
from fleet.questions import batch, easy, endless, measured, request
from fleet.process import wait_until
from fleet.replica import Replica

# Growth from the second fifth of the time to the last: a tenth, or this many bytes if that is more.
GROWTH_SHARE_MAX = 0.1
GROWTH_BYTES_MAX = 8 << 20
DESCRIPTORS_MORE_MAX = 4
# The largest limit of a stream.
SOLUTIONS = 1_000_000


async def hang_up_repeatedly(port, end):
    """Clients that disconnect during an endless search or stream, one after another."""
    count, solutions = endless(16, 5000), endless(9, 5000, SOLUTIONS)
    requests = itertools.cycle([request("/count", count), request("/solutions", solutions)])
    while time.monotonic() < end:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(next(requests))
        await asyncio.sleep(0.05)
        writer.close()
        del reader


async def new_connections(port, end, tally):
    """Clients that send one request per connection."""
    ask = request("/solve", b'{"puzzle": 5}')
    while time.monotonic() < end:
        connection = Connection(port)
        await ask_once(connection, ask, tally)
        connection.close()
        await asyncio.sleep(0.02)


async def sample(replica, end, samples):
    """Samples memory and descriptors four times a second."""
    while time.monotonic() < end:
        samples.append((replica.rss_bytes(), replica.descriptors()))
        await asyncio.sleep(0.25)


async def run(replica, seconds):
    """Tallies and samples of all loads at once."""
    end = time.monotonic() + seconds
    tallies = {name: Tally() for name in ("easy", "expensive", "batches", "endless", "invalid")}
    samples = []
    port = replica.port
    await asyncio.gather(
        closed_loop(port, request("/solve", easy()), 16, seconds, tallies["easy"], pause_s=0.005),
        closed_loop(port, request("/count", measured(20_000)), 4, seconds, tallies["expensive"], pause_s=0.02),
        closed_loop(
            port, request("/count/batch", batch(500), "text/plain"), 1, seconds, tallies["batches"], pause_s=0.05
        ),
        closed_loop(port, request("/count", endless(25, 300)), 2, seconds, tallies["endless"], pause_s=0.1),
        new_connections(port, end, tallies["invalid"]),
        hang_up_repeatedly(port, end),
        sample(replica, end, samples),
    )
    return tallies, samples


def main():
    options = arguments(__doc__, 1200)
    service_cores, _ = cores()
    with Replica(options.binary, {"solver.threads": 2, "clients.shares": "false"}, service_cores) as replica:
        descriptors = replica.descriptors()
        tallies, samples = asyncio.run(run(replica, options.seconds))
        wait_until(
            lambda: replica.descriptors() <= descriptors + DESCRIPTORS_MORE_MAX, "descriptors are closed", 15
        )
        stop_s = replica.stop()
    fifth = len(samples) // 5
    early = statistics.median(rss for rss, _ in samples[fifth : 2 * fifth])
    late = statistics.median(rss for rss, _ in samples[-fifth:])
    conclude(
        "steady",
        {
            "rss_mib": {"second_fifth": round(early / 2**20, 1), "last_fifth": round(late / 2**20, 1)},
            "rss_mib_max": round(max(rss for rss, _ in samples) / 2**20, 1),
            "descriptors_max": max(count for _, count in samples),
            "stop_s": round(stop_s, 3),
            **{name: tally.figures() for name, tally in tallies.items()},
        },
        {
            "easy and expensive questions and batches are answered with 200": all(
                tallies[name].only(200) for name in ("easy", "expensive", "batches")
            ),
            "endless questions are answered with 200 or 503": tallies["endless"].only(200, 503),
            "invalid questions are rejected with 422": tallies["invalid"].only(422),
            "memory is level": late - early <= max(GROWTH_SHARE_MAX * early, GROWTH_BYTES_MAX),
        },
    )


if __name__ == "__main__":
    main()
