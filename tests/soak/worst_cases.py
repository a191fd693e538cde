"""P1, P3, P7: puzzles with as many and as long constraints of each type as the bounds allow, by each endpoint that takes them, one at a
time: processor time beyond a limit of 100 ms, and between a disconnect and the answer to an easy question on the only solver thread, and
memory. Other load changes none of them much; the best of several rounds counts."""

import asyncio
import itertools
import json
import random
import re
import time

from fleet.experiment import arguments, conclude, cores
from fleet.load import Connection
from fleet.questions import easy, request
from fleet.replica import Replica

from .short_requests import fetched

SETTINGS = {"solver.threads": 1, "jobs.database": "off"}
LIMIT_MS = 100
LATE_MS_MAX = 50
FREE_MS_MAX = 50
# A body while it is parsed, a search, and what the allocator keeps (docs/operations.md#memory).
GROWTH_BYTES_MAX = (12 + 16 + 2) << 20
ROUNDS_MAX = 3
BODY_BYTES_MAX = 200_000
CELL = re.compile(r"r(\d+)c(\d+)")
LINE = re.compile(r'"([rc])\d+"')
SIZES = {9: "." * 81, 16: "." * 256, 25: "." * 625, 36: "6x6:" + "z" * 49 + "v"}
# Endpoints without a time limit: the experiment judges them by the same figures.
WITHOUT_LIMITS = ("/render", "/convert")


def moved(example, size, chance):
    """The example elsewhere in the grid."""
    row, column = chance.randrange(size), chance.randrange(size)

    def place(match):
        return f"r{(int(match[1]) + row) % size + 1}c{(int(match[2]) + column) % size + 1}"

    moved_cells = CELL.sub(place, json.dumps(example))
    return json.loads(LINE.sub(lambda match: f'"{match[1]}{chance.randrange(size) + 1}"', moved_cells))


def longer(example, size, chance):
    """The example with as many cells as may be, at random."""
    cells = [f"r{row}c{column}" for row in range(1, size + 1) for column in range(1, size + 1)]
    chance.shuffle(cells)
    others = {name: value for name, value in example.items() if name not in ("line", "from")}
    return {**others, "cells": cells[:440]}


def sets_of(example, size, chance):
    """Sets of constraints of one type: many, and long ones."""
    weight = len(json.dumps(example))
    yield [moved(example, size, chance) for _ in range(min(1900, BODY_BYTES_MAX // weight))]
    if "cells" in example or "line" in example:
        long = longer(example, size, chance)
        yield [long]
        yield [longer(example, size, chance) for _ in range(min(15, BODY_BYTES_MAX // len(json.dumps(long))))]


def takes_constraints(document, path):
    """Whether an endpoint takes a puzzle with constraints."""
    content = document["paths"][path].get("post", {}).get("requestBody", {}).get("content", {})
    return '"constraints"' in json.dumps(resolved(document, content.get("application/json", {}).get("schema", {})))


def resolved(document, schema):
    """A schema of the document, its references of the first two levels replaced."""
    for _ in range(2):
        names = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(schema)))
        schema = [schema, *(document["components"]["schemas"][name] for name in sorted(names))]
    return schema


def requests(port):
    """Path, description and body of each request, in an order that is always the same."""
    document = fetched(port, "/openapi.json")
    paths = [path for path in document["paths"] if "{" not in path and not path.endswith("/batch")]
    paths = [path for path in paths if path != "/jobs" and takes_constraints(document, path)]
    chance, made = random.Random(1), []
    examples = [known["example"] for known in fetched(port, "/constraints")["constraints"]]
    for example, (size, puzzle) in itertools.product(examples, SIZES.items()):
        for path, constraints in itertools.product(paths, sets_of(example, size, chance)):
            body = {"puzzle": puzzle, "constraints": constraints}
            if path not in WITHOUT_LIMITS:
                body["limits"] = {"time_ms": LIMIT_MS}
            if path == "/minimal":
                body["of"] = "constraints"
            if path == "/convert":
                body["to"] = "json"
            if path == "/formula":
                body["to"] = "opb"
            made.append((path, f"{len(constraints)} of {example['type']}, {size}x{size}", json.dumps(body)))
    chance.shuffle(made)
    return made


async def late_ms(replica, sent):
    """Status, milliseconds beyond the limit, and growth of the memory meanwhile."""
    before, largest = replica.rss_bytes(), 0
    began = replica.cpu_s()
    answer = asyncio.ensure_future(Connection(replica.port).ask(sent))
    while not answer.done():
        largest = max(largest, replica.rss_bytes())
        await asyncio.wait([answer], timeout=0.005)
    return answer.result(), (replica.cpu_s() - began) * 1000 - LIMIT_MS, max(0, largest - before)


async def free_ms(replica, sent):
    """Milliseconds between a disconnect and the answer to an easy question of another client."""
    _, writer = await asyncio.open_connection("127.0.0.1", replica.port)
    writer.write(sent)
    await writer.drain()
    await asyncio.sleep(0.03)
    writer.transport.abort()
    began = replica.cpu_s()
    await Connection(replica.port).ask(request("/solve", easy()))
    return (replica.cpu_s() - began) * 1000


async def judge(replica, path, body):
    """Status, and the least of each figure in several rounds, which end once all are within their bounds."""
    sent = request(path, body.encode())
    patient = request(path, body.replace(f'"time_ms": {LIMIT_MS}', '"time_ms": 10000').encode())
    least = (float("inf"),) * 3
    for _ in range(ROUNDS_MAX):
        status, late, growth = await late_ms(replica, sent)
        least = tuple(map(min, least, (late, await free_ms(replica, patient), growth)))
        if least[0] <= LATE_MS_MAX and least[1] <= FREE_MS_MAX and least[2] <= GROWTH_BYTES_MAX:
            break
    return status, *least


def main():
    options = arguments(__doc__, 300)
    service_cores, _ = cores()
    with Replica(options.binary, SETTINGS, service_cores) as replica:
        made, judged = requests(replica.port), []
        end = time.monotonic() + options.seconds
        for path, what, body in made:
            if time.monotonic() > end:
                break
            judged.append((f"{path}, {what}, {len(body)} bytes", *asyncio.run(judge(replica, path, body))))
    bounds = {"milliseconds late": LATE_MS_MAX, "milliseconds until free": FREE_MS_MAX, "bytes": GROWTH_BYTES_MAX}
    beyond = {
        name: [case for case in judged if case[number] > bound]
        for number, (name, bound) in enumerate(bounds.items(), start=2)
    }
    conclude(
        "worst cases of constraints",
        {
            "requests": len(made),
            "asked": len(judged),
            "answered": sum(case[1] == 200 for case in judged),
            "worst": {
                name: max(judged, key=lambda case, number=number: case[number])
                for number, name in enumerate(bounds, start=2)
            },
            "beyond": beyond,
        },
        {f"{name}: at most {bound}": not beyond[name] for name, bound in bounds.items()},
    )


if __name__ == "__main__":
    main()
