"""The status of a job of 100,000 pieces is read at once beside 48 streams of its events. `--database postgres`: a server, a worker and
a database."""

import contextlib
import http.client
import threading

from fleet.experiment import arguments, conclude
from fleet.jobs import milliseconds
from fleet.worker import JobService

STREAMS = 48
REQUESTS = 200
# Measured with a debug build on two cores with a load of 13: 5. Without one reader for all streams it was 900.
MEDIAN_MS_MAX = 20
MOST_MS_MAX = 1000
# As many pieces as a job may have, of puzzles that take long.
MANY = {"operation": "generate", "options": {"count": 1_600_000, "difficulty": "extreme"}}


def events(port, job, number):
    """Connection that reads a stream of events in a thread, and the list of the names that it adds to."""
    connection, names = http.client.HTTPConnection("127.0.0.1", port, timeout=600), []
    connection.request("GET", f"/jobs/{job}/events", headers={"x-forwarded-for": f"10.0.{number}.1"})
    response = connection.getresponse()
    if response.status != 200:
        raise AssertionError(f"events: {response.status}")

    def read():
        # The connection is shut down at the end.
        with contextlib.suppress(OSError, ValueError, AttributeError, http.client.HTTPException):
            for line in response:
                if line.startswith(b"event:"):
                    names.append(line)

    threading.Thread(target=read, daemon=True).start()
    return names


def main():
    options = arguments(__doc__, 0, database=("sqlite", "postgres"))
    settings = {"jobs.event_streams_max": 2 * STREAMS, "clients.trusted_proxies": "127.0.0.1"}
    with JobService(options.binary, options.database, settings=settings) as service:
        client = service.client
        job = client.create(**MANY)
        client.until(job, lambda status: status["pieces"]["total"] and status["pieces"]["done"], "pieces are done")
        read = lambda: client.status(job)
        alone = milliseconds(read, REQUESTS)
        streams = [events(client.port, job, number) for number in range(STREAMS)]
        beside = milliseconds(read, REQUESTS)
        client.until(job, lambda _: all(len(names) > 1 for names in streams), "each stream has events")
        pieces = client.status(job)["pieces"]
        client.cancel(job)
        client.ended(job)
    conclude(
        f"streams of events, {options.database}",
        {"streams": STREAMS, "pieces": pieces, "alone": alone, "beside": beside},
        {
            "a status takes its time at most": beside["median_ms"] <= MEDIAN_MS_MAX,
            "none takes long": beside["most_ms"] <= MOST_MS_MAX,
        },
    )


if __name__ == "__main__":
    main()
