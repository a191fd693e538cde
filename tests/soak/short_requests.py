"""P2, P4: short requests that cause much work, by each endpoint, each way of sending and each type of constraint, beside health and
another client's easy question. The best round of each number of connections counts."""

import asyncio
import gzip
import http.client
import itertools
import json
import random
import time
from urllib.parse import quote

from fleet.experiment import arguments, conclude, cores, rounds
from fleet.load import Connection, Tally, ask_once
from fleet.questions import easy, request
from fleet.replica import Replica

SETTINGS = {"solver.threads": 1, "jobs.database": "off"}
CONNECTIONS = (4, 16, 48)
BYTES_MAX = 1024
BOUND_MS = 50
ROUNDS_MAX = 3
ATTACKER, PROBE = "127.0.0.2", "127.0.0.3"

# An empty 36x36.
LARGE = "6x6:" + "z" * 49 + "v"


def fetched(port, path):
    """A document of the service."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", path)
    return json.loads(connection.getresponse().read())


def post(target, body, content_type, coding=None):
    """Bytes of a request, perhaps with a compressed body."""
    if coding:
        body = gzip.compress(body, 9)
        content_type += "\r\nContent-Encoding: gzip"
    return request(target, body, content_type)


def short(puzzle, example):
    """Constraints of one type, as many as fit into a short request."""
    size = len(json.dumps(example, separators=(",", ":"))) + 1
    return [example] * max(1, min(20, (BYTES_MAX - 120 - len(puzzle)) // size))


def ways(path, methods, puzzle, constraints):
    """All ways to send a puzzle with constraints to an endpoint."""
    listed = json.dumps(constraints, separators=(",", ":"))
    options = f"time_ms=1&constraints={quote(listed)}"
    whole = {"puzzle": puzzle, "constraints": constraints, "limits": {"time_ms": 1}}
    body = json.dumps(whole, separators=(",", ":")).encode()
    if "get" in methods:
        yield request(f"{path}?puzzle={quote(puzzle)}&{options}")
    if "post" in methods:
        yield post(path, body, "application/json")
        yield post(path, body, "application/json", "gzip")
        yield post(path, body + b"\n", "application/x-ndjson")
        yield post(path, f"puzzle={quote(puzzle)}&{options}".encode(), "application/x-www-form-urlencoded")
        yield post(f"{path}?{options}", puzzle.encode(), "text/plain")
        file = b"--b\r\ncontent-disposition: form-data; name=f; filename=f\r\ncontent-type: application/json\r\n\r\n"
        yield post(path, file + body + b"\r\n--b--\r\n", "multipart/form-data; boundary=b")


def requests(port):
    """All short requests, in an order that is always the same."""
    paths = fetched(port, "/openapi.json")["paths"]
    examples = [known["example"] for known in fetched(port, "/constraints")["constraints"]]
    made = []
    for (path, methods), example in itertools.product(paths.items(), examples):
        if path.startswith(("/jobs/", "/uploads")):
            continue
        for puzzle in (LARGE, "." * 81):
            made += ways(path, methods, puzzle, short(puzzle, example))
    random.Random(1).shuffle(made)
    return made


async def one_round(port, made, connections, seconds):
    """Tallies of health and of the easy question beside short requests."""
    tallies = {"attack": Tally(), "livez": Tally(), "easy": Tally()}
    end, next_one = time.monotonic() + seconds, itertools.cycle(made)

    async def ask(address, request_of, tally, pause_s):
        connection = Connection(port, address)
        while time.monotonic() < end:
            await ask_once(connection, request_of(), tally)
            await asyncio.sleep(pause_s)
        connection.close()

    question = request("/solve", easy())
    await asyncio.gather(
        *(ask(ATTACKER, lambda: next(next_one), tallies["attack"], 0) for _ in range(connections)),
        ask(PROBE, lambda: request("/livez"), tallies["livez"], 0.005),
        ask(PROBE, lambda: question, tallies["easy"], 0.005),
    )
    return tallies


def best_ms(results, name):
    """Lowest p99 of all rounds, in milliseconds."""
    return min(tallies[name].milliseconds(0.99) or 1e9 for tallies in results)


def main():
    options = arguments(__doc__, 30)
    service_cores, _ = cores()
    seconds = options.seconds / len(CONNECTIONS)
    with Replica(options.binary, SETTINGS, service_cores) as replica:
        made = requests(replica.port)
        results = {
            connections: rounds(
                lambda connections=connections: asyncio.run(
                    one_round(replica.port, made, connections, seconds)
                ),
                lambda results: all(best_ms(results, name) < BOUND_MS for name in ("livez", "easy")),
                at_most=ROUNDS_MAX,
            )
            for connections in CONNECTIONS
        }
    conclude(
        "short requests that cause much work",
        {"requests": len(made)}
        | {
            f"{connections} connections": [
                {name: tally.figures() for name, tally in tallies.items()} for tallies in rounds_of
            ]
            for connections, rounds_of in results.items()
        },
        {
            f"{connections} connections: {name} takes less than {BOUND_MS} ms at p99": best_ms(rounds_of, name) < BOUND_MS
            for connections, rounds_of in results.items()
            for name in ("livez", "easy")
        },
    )


if __name__ == "__main__":
    main()
