"""Turns half of the generated valid requests into answerable questions, and reads NDJSON streams.

A schema cannot express that the number of cells is a square or that the clues agree. Without this hook, hardly any
generated request would reach the search.
"""

import copy
import json
import random
import urllib.request

import schemathesis
from schemathesis.core.parameters import ParameterLocation
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

# Width and height of the boxes. Together they make the size.
BOXES = [(1, 1), (2, 1), (3, 1), (2, 2), (3, 2), (2, 3), (4, 2), (3, 3), (5, 2), (4, 3), (4, 4), (5, 5), (6, 6)]

# Boxes of grids with canonical forms.
CANONICAL_BOXES = [(1, 1), (2, 1), (3, 1), (2, 2), (3, 2), (2, 3), (4, 2), (3, 3)]
SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
NDJSON = "application/x-ndjson"
JSON = "application/json"


# --- NDJSON: a string in the document; checked as the array of its lines, by `contentSchema` --------------------------


def resolved(document, part):
    """A part of the document, or the component to which it refers."""
    if "$ref" in part:
        for name in part["$ref"].removeprefix("#/").split("/"):
            document = document[name]
        return document
    return part


@schemathesis.hook
def before_load_schema(context, raw_schema):
    for item in raw_schema["paths"].values():
        for operation in (member for name, member in item.items() if name != "parameters"):
            for body in (operation.get("requestBody", {}), *operation["responses"].values()):
                content = body.get("content", {}).get(NDJSON)
                if content:
                    # The lines of results depend on the job.
                    content["schema"] = resolved(raw_schema, content["schema"]).get("contentSchema", {})
                    examples = [resolved(raw_schema, example) for example in content.get("examples", {}).values()]
                    for example, key in [*((example, "value") for example in examples), (content, "example")]:
                        if isinstance(example.get(key), str):
                            example[key] = [json.loads(line) for line in example[key].splitlines()]


@schemathesis.serializer(NDJSON)
def write_lines(context, value):
    """Sends a value that is no array as a line with a boolean, which no batch accepts."""
    if isinstance(value, bytes):
        return value
    values = value if isinstance(value, list) else [True]
    return "".join(json.dumps(value) + "\n" for value in values).encode()


@schemathesis.deserializer(NDJSON)
def read_lines(context, response):
    if response.content and not response.content.endswith(b"\n"):
        raise ValueError("the last line has no end")
    return [json.loads(line) for line in response.content.splitlines()]


@schemathesis.deserializer("text/event-stream")
def read_events(context, response):
    return response.content.decode()


@schemathesis.deserializer("image/png")
def read_png(context, response):
    return response.content.decode("latin-1")


# --- checks of streams -----------------------------------------------------------------------------------------------


@schemathesis.check
def stream_is_whole(context, response, case):
    """Lines in order, one summary at the end, and counts that agree with the lines; for `/count`, progress and a result."""
    if not is_stream(response) or case.path.startswith("/jobs/"):
        return True
    if case.path.endswith("/count"):
        types = [line.get("type") for line in read_lines(context, response)]
        assert types == ["progress"] * (len(types) - 1) + ["result"], "there is no result at the end"
        return None
    answers, summary = results_and_summary(context, response)
    assert [answer.get("index") for answer in answers] == list(range(len(answers))), "lines are missing or out of order"
    if case.path.endswith("/solutions"):
        assert summary["count"] == len(answers), "the summary miscounts the solutions"
        return None
    words = [outcome(answer) for answer in answers]
    assert summary["puzzles"] == len(words), "the summary miscounts the puzzles"
    for word in ("none", "unique", "multiple", "solvable", "unknown", "answered", "errors"):
        assert summary.get(word, 0) == words.count(word), f"the summary miscounts `{word}`"
    # The header of the request: cases with other headers keep the media type of their body.
    sent_type = response.request.headers.get("Content-Type", "").split(";")[0]
    if isinstance(case.body, list) and sent_type in ("application/json", NDJSON):
        assert len(case.body) == len(answers), "there is not one answer for each puzzle"
    return None


@schemathesis.check
def lines_are_rejected_like_requests(context, response, case):
    """Runs the checks on acceptance and rejection with the status of each rejected line as the status of the response: a
    batch answers 200 and reports invalid lines in place.
    """
    if case.meta is None or not case.path.endswith("/batch") or not is_stream(response):
        return True
    answers, _ = results_and_summary(context, response)
    rejected = {answer["error"]["status"] for answer in answers if "error" in answer}
    # Without a rejected line, or with an invalid query, the status of the response itself counts.
    if not rejected or case.meta.is_negative_at(ParameterLocation.QUERY):
        rejected = {response.status_code}
    for status in rejected:
        line = copy.copy(response)
        line.status_code = status
        positive_data_acceptance(context, line, case)
        negative_data_rejection(context, line, case)
    return None


def outcome(answer):
    """The number of the summary that counts an answer."""
    if "error" in answer:
        return "errors"
    if "attempts" in answer:
        return "unknown" if answer["puzzle"] is None else "unique"
    return answer.get("verdict", "answered" if answer.get("stopped_by") is None else "unknown")


def is_stream(response):
    """Whether this is a stream as NDJSON, or as one JSON document."""
    content_type = response.headers.get("content-type")
    return response.status_code == 200 and (
        content_type == [NDJSON] or (content_type == [JSON] and response.content.startswith(b'{"results":['))
    )


def results_and_summary(context, response):
    if response.headers.get("content-type") == [JSON]:
        document = json.loads(response.content)
        assert list(document) == ["results", "summary"], "the document has other members"
        return document["results"], document["summary"]
    *results, last = read_lines(context, response)
    assert "summary" in last, "the last line is no summary"
    return results, last["summary"]


# --- answerable questions --------------------------------------------------------------------------------------------


@schemathesis.hook
def map_case(context, case):
    meta = case.meta
    if meta is None or meta.phase.name.value != "fuzzing" or not meta.generation.mode.is_positive:
        return case
    # Seeded by the request: the same request becomes the same question in every run.
    chance = random.Random(f"{case.path} {case.query} {case.body}")
    if chance.random() < 0.5:
        return case
    if case.path.startswith(("/jobs", "/uploads")):
        return make_job(case, chance)
    if case.path == "/generate":
        if case.media_type not in (None, JSON):
            return case
        make_wish(case, chance)
    elif case.path.startswith("/exact-cover/"):
        if not make_cover(case, chance):
            return case
    elif case.path.endswith("/batch"):
        if not make_batch(case, chance):
            return case
    elif isinstance(case.body, dict):
        boxes = CANONICAL_BOXES if case.path.endswith("/canonical") else BOXES
        case.body = question(chance, case.body, boxes)
        if case.path == "/solve" and "seed" in case.body:
            case.body["order"] = "random"
        if case.path.endswith(("/check", "/hint")):
            case.body["entries"] = case.body["puzzle"]
        # An option in both body and query would be rejected.
        case.query = {}
    elif isinstance(case.body, str):
        text, box = text_question(chance, CANONICAL_BOXES if case.path.endswith("/canonical") else BOXES)
        case.body = text
        # Entries and marks would not fit the size of the puzzle.
        query = {name: value for name, value in case.query.items() if name not in ("entries", "marks")}
        case.query = {**query, "box": box}
        if case.path == "/solve":
            case.query["limit"] = chance.randint(1, 2)
    else:
        return case
    # The document describes responses as text, but not this header.
    case.headers["Accept"] = chance.choice(accepted(case))
    return case


def accepted(case):
    """The types that the response to a case can have."""
    types = [*case.operation.definition.raw["responses"]["200"]["content"], "*/*"]
    # A program without the feature `png` draws none.
    unavailable = {"image/png"}
    wish = case.body if isinstance(case.body, dict) else case.query
    if case.path == "/generate" and "count" not in wish:
        unavailable.add(NDJSON)
    return [media_type for media_type in types if media_type not in unavailable]


def make_job(case, chance):
    """Makes a request for a job possible, or one about a job or an upload that exists."""
    if case.path == "/jobs" and isinstance(case.body, dict):
        case.body = job(chance)
    elif case.path.startswith("/uploads/"):
        case.path_parameters["id"] = created(case, "/uploads", b"1.....3..4.....2\n", "text/plain")
    elif case.path.startswith("/jobs/"):
        body = json.dumps(job(chance)).encode()
        case.path_parameters["id"] = created(case, "/jobs", body, JSON)
    return case


def job(chance):
    """Request for a job that ends at once."""
    puzzles = [text_question(chance)[0].replace("\n", "") for _ in range(chance.randint(0, 5))]
    lines = {"input": {"inline": puzzles}}
    operations = ("solve", "count", "rate", "minimal", "candidates")
    return chance.choice(
        [
            {"operation": chance.choice(operations), "options": {"time_ms": 10}, **lines},
            {"operation": "count", "puzzle": "................", "options": {"limit": "all"}},
            {"operation": "exact_cover_count", "problem": cover(chance, {}), "ttl_s": 60},
            {"operation": "solutions", "puzzle": "................", "options": {"limit": 10}},
            {"operation": "exact_cover_solutions", "problem": cover(chance, {}), "ttl_s": 60},
            {"operation": "prove", "puzzle": "1.....3..4......", "options": {"claim": {"count": 3}}},
            {"operation": "exact_cover_prove", "problem": cover(chance, {}), "ttl_s": 60},
            {"operation": "generate", "options": {"size": 4, "count": chance.randint(1, 5)}},
        ]
    )


# The ids of jobs and uploads that requests are about, by path and method. Each is written to the disk, so they are few.
CREATED = {}


def created(case, path, body, content_type):
    """The id of a job or upload for requests to this path."""
    key = (case.path, case.method)
    if key not in CREATED:
        CREATED[key] = send(case, path, body, {"content-type": content_type})["id"]
        if case.path.endswith("/events"):
            # The stream ends with the job, which may wait for others.
            send(case, f"/jobs/{CREATED[key]}", method="DELETE")
    return CREATED[key]


def send(case, path, body=None, headers={}, method=None):
    """The response to a request as JSON."""
    url = case.operation.base_url.rstrip("/") + path
    request = urllib.request.Request(url, body, headers, method=method)
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.loads(response.read() or "null")


def question(chance, options, boxes=BOXES):
    """Request with these options and a puzzle that fits its box."""
    width, height = chance.choice(boxes)
    options = {name: options[name] for name in ("limit", "limits", "skip", "counts", "reduce", "reveal", "probes", "seed", "id") if name in options}
    puzzle = written(puzzle_rows(width, height, chance), chance)
    return {"puzzle": puzzle, "box": {"width": width, "height": height}, **options}


def text_question(chance, boxes=BOXES):
    """Puzzle as text, and its box."""
    width, height = chance.choice([(width, height) for width, height in boxes if width * height <= len(SYMBOLS)])
    return "\n".join(lines(puzzle_rows(width, height, chance))), f"{width}x{height}"


def make_batch(case, chance):
    """Makes most entries of a batch answerable. Returns whether the body is a batch."""
    if isinstance(case.body, list):
        # More of the largest grids would exceed the body limit of arrays.
        entries = ((case.body or [{}]) * chance.randint(1, 20))[:20]
        case.body = [
            question(chance, entry if isinstance(entry, dict) else {}) if chance.random() < 0.8 else entry
            for entry in entries
        ]
        return True
    if isinstance(case.body, str):
        puzzles = [text_question(chance)[0].replace("\n", "") for _ in range(chance.randint(0, 50))]
        # One box for all puzzles would fit few.
        case.query = {name: value for name, value in case.query.items() if name != "box"}
        case.body = chance.choice(["\n", "\r\n", "\n\n# another\n"]).join([*puzzles, case.body])
        return True
    return False


def make_cover(case, chance):
    """Makes an exact cover problem answerable, or most entries of a batch. Returns whether the body is one."""
    if isinstance(case.body, list):
        entries = ((case.body or [{}]) * chance.randint(1, 20))[:20]
        case.body = [
            cover(chance, entry if isinstance(entry, dict) else {}) if chance.random() < 0.8 else entry
            for entry in entries
        ]
        return True
    if isinstance(case.body, dict):
        case.body = cover(chance, case.body)
        # An option in both body and query would be rejected.
        case.query = {}
        return True
    if isinstance(case.body, str) and not case.path.endswith("/batch"):
        problem = cover(chance, {}, forms=("names",))
        head = " ".join(problem["primary"]) + " | " + " ".join(problem["secondary"])
        case.body = "\n".join([head, *(" ".join(option) for option in problem["options"])])
        return True
    return False


def make_wish(case, chance):
    """Makes what a generated puzzle must be like possible: a wish of the query or the body."""
    wish = case.body if isinstance(case.body, dict) else case.query
    keep = ("symmetry", "minimal", "attempts", "include", "limits", "time_ms", "nodes")
    wish = {name: wish[name] for name in keep if name in wish}
    wish |= {"size": chance.choice([4, 6, 9]), "seed": chance.randint(0, 1 << 40), "count": chance.randint(1, 5)}
    wish |= chance.choice([{}, {"difficulty": "easy..hard"}, {"clues": "10..30"}])
    if chance.random() < 0.5:
        del wish["count"]
    if isinstance(case.body, dict):
        case.body, case.query = wish, {}
    else:
        case.query = wish


def cover(chance, options, forms=("names", "options", "matrix")):
    """Exact cover problem with these options: pieces of a row of cells, with or without a list of the cells, or a matrix."""
    options = {name: options[name] for name in ("limit", "limits", "skip", "probes", "seed", "id") if name in options}
    cells = chance.randint(1, 12)
    pieces = [range(start, min(start + length, cells)) for start in range(cells) for length in (1, 2, 3)]
    pieces = [list(piece) for piece in pieces if chance.random() < 0.8] or [[0]]
    form = chance.choice(forms)
    if form == "matrix":
        bit = chance.choice((int, bool))
        return {"matrix": [[bit(cell in piece) for cell in range(cells)] for piece in pieces], **options}
    names = [[f"c{cell}" for cell in piece] + [f"x:{len(piece)}"] * (chance.random() < 0.3) for piece in pieces]
    listed = {"primary": [f"c{cell}" for cell in range(cells)]} if form == "names" else {}
    return {**listed, "secondary": ["x"], "options": names, **options}


def puzzle_rows(width, height, chance):
    """Part of a valid grid, sometimes with a wrong clue."""
    size = width * height
    share = chance.choice([0, 0.2, 0.4, 0.6, 1])
    rows = [
        [(width * (row % height) + row // height + column) % size + 1 for column in range(size)] for row in range(size)
    ]
    rows = [[digit if chance.random() < share else 0 for digit in row] for row in rows]
    if chance.random() < 0.3:
        rows[chance.randrange(size)][chance.randrange(size)] = chance.randint(1, size)
    return rows


def lines(rows):
    """One string per row, one symbol per cell."""
    return ["".join(SYMBOLS[digit - 1] if digit else "." for digit in row) for row in rows]


def written(rows, chance):
    """Puzzle in one of its JSON forms."""
    forms = [
        rows,
        [[digit or None for digit in row] for row in rows],
        [[str(digit) for digit in row] for row in rows],
        [digit for row in rows for digit in row],
    ]
    if len(rows) <= len(SYMBOLS):
        forms += [lines(rows), "".join(lines(rows)), [list(line) for line in lines(rows)]]
    return chance.choice(forms)
