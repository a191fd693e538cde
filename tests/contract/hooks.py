"""Turns half of the requests that fit the schema into questions that have an answer, and reads streams of lines.

A schema cannot say that the number of cells is a square or that the clues contradict nothing, so by chance alone
hardly any request would reach the search, and the answers would go unchecked. The other half stays as it is.
"""

import copy
import json
import random

import schemathesis
from schemathesis.core.parameters import ParameterLocation
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

# Width and height of the boxes. Together they make the size.
BOXES = [(1, 1), (2, 1), (3, 1), (2, 2), (3, 2), (2, 3), (4, 2), (3, 3), (5, 2), (4, 3), (4, 4), (5, 5), (6, 6)]
SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
NDJSON = "application/x-ndjson"


# --- a sequence of lines is described as the array of what they hold -------------------------------------------------


@schemathesis.serializer(NDJSON)
def write_lines(context, value):
    """What is no array is sent as one line, and it is wrong there."""
    if isinstance(value, bytes):
        return value
    values = value if isinstance(value, list) else [value]
    return "".join(json.dumps(value) + "\n" for value in values).encode()


@schemathesis.deserializer(NDJSON)
def read_lines(context, response):
    if response.content and not response.content.endswith(b"\n"):
        raise ValueError("the last line has no end")
    return [json.loads(line) for line in response.content.splitlines()]


# --- checks that look into a stream ----------------------------------------------------------------------------------


@schemathesis.check
def stream_is_whole(context, response, case):
    """Every line in its place, one summary behind them all, and numbers in it that agree with the lines."""
    if not is_stream(response):
        return True
    *answers, last = read_lines(context, response)
    assert "summary" in last, "the last line is no summary"
    summary = last["summary"]
    assert [answer.get("index") for answer in answers] == list(range(len(answers))), "lines are missing or astray"
    if case.path == "/solutions":
        assert summary["count"] == len(answers), "the summary miscounts the solutions"
        return None
    words = [answer.get("verdict", "errors") for answer in answers]
    assert summary["puzzles"] == len(words), "the summary miscounts the puzzles"
    for word in ("none", "unique", "multiple", "solvable", "unknown", "errors"):
        assert summary[word] == words.count(word), f"the summary miscounts `{word}`"
    if isinstance(case.body, list) and case.media_type != "text/plain":
        assert len(case.body) == len(answers), "there is not one answer for each puzzle"
    return None


@schemathesis.check
def lines_are_refused_as_requests_are(context, response, case):
    """In a batch a bad line is refused in its place, under a status of 200, with a problem that has a status of its
    own. The checks on what is accepted and refused see each such status as if it were that of the response.
    """
    if case.meta is None or not case.path.endswith("/batch") or not is_stream(response):
        return True
    refused = {line["error"]["status"] for line in read_lines(context, response) if "error" in line}
    # A response without a bad line counts as what it is: one that took every line. A wrong query is not the fault of a
    # line: there the response itself is looked at.
    if not refused or case.meta.is_negative_at(ParameterLocation.QUERY):
        refused = {response.status_code}
    for status in refused:
        line = copy.copy(response)
        line.status_code = status
        positive_data_acceptance(context, line, case)
        negative_data_rejection(context, line, case)
    return None


def is_stream(response):
    return response.status_code == 200 and response.headers.get("content-type") == [NDJSON]


# --- questions that have an answer -----------------------------------------------------------------------------------


@schemathesis.hook
def map_case(context, case):
    meta = case.meta
    if meta is None or meta.phase.name.value != "fuzzing" or not meta.generation.mode.is_positive:
        return case
    # The request itself decides, so that the same request becomes the same question in every run.
    chance = random.Random(f"{case.path} {case.query} {case.body}")
    if chance.random() < 0.5:
        return case
    if case.path.endswith("/batch"):
        if not make_batch(case, chance):
            return case
    elif isinstance(case.body, dict):
        case.body = question(chance, case.body)
        # An option that stands in the query as well would be refused.
        case.query = {}
    elif isinstance(case.body, str):
        text, box = text_question(chance)
        case.body = text
        case.query = {**case.query, "box": box}
        if case.path == "/solve":
            case.query["limit"] = chance.randint(1, 2)
    else:
        return case
    # The document does not name this header, but an answer as text is in it.
    case.headers["Accept"] = chance.choice(["application/json", NDJSON, "text/plain", "*/*"])
    return case


def question(chance, options):
    """A request with these options, whose puzzle and box fit each other."""
    width, height = chance.choice(BOXES)
    options = {name: options[name] for name in ("limit", "limits", "skip", "id") if name in options}
    puzzle = written(puzzle_rows(width, height, chance), chance)
    return {"puzzle": puzzle, "box": {"width": width, "height": height}, **options}


def text_question(chance):
    """A puzzle as text, and the box that goes with it."""
    width, height = chance.choice([(width, height) for width, height in BOXES if width * height <= len(SYMBOLS)])
    return "\n".join(lines(puzzle_rows(width, height, chance))), f"{width}x{height}"


def make_batch(case, chance):
    """Makes the entries of a batch answerable, and tells whether it could. Some entries stay, so that good and bad ones
    stand side by side."""
    if isinstance(case.body, list):
        # More of the largest grids would not fit into the longest body that an array may be.
        entries = ((case.body or [{}]) * chance.randint(1, 20))[:20]
        case.body = [
            question(chance, entry if isinstance(entry, dict) else {}) if chance.random() < 0.8 else entry
            for entry in entries
        ]
        return True
    if isinstance(case.body, str):
        puzzles = [text_question(chance)[0].replace("\n", "") for _ in range(chance.randint(0, 50))]
        # There is one box for all, and it fits few.
        case.query = {name: value for name, value in case.query.items() if name != "box"}
        case.body = chance.choice(["\n", "\r\n", "\n\n# another\n"]).join([*puzzles, case.body])
        return True
    return False


def puzzle_rows(width, height, chance):
    """A part of a grid that keeps the rules, now and then with a clue that does not."""
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
    """One string a row, one symbol a cell."""
    return ["".join(SYMBOLS[digit - 1] if digit else "." for digit in row) for row in rows]


def written(rows, chance):
    """The puzzle in one of the forms it may have in JSON."""
    forms = [
        rows,
        [[digit or None for digit in row] for row in rows],
        [[str(digit) for digit in row] for row in rows],
        [digit for row in rows for digit in row],
    ]
    if len(rows) <= len(SYMBOLS):
        forms += [lines(rows), "".join(lines(rows)), [list(line) for line in lines(rows)]]
    return chance.choice(forms)
