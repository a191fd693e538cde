"""Turns half of the requests that fit the schema into questions that have an answer.

A schema cannot say that the number of cells is a square or that the clues contradict nothing, so by chance alone
hardly any request would reach the search, and the answers would go unchecked. The other half stays as it is.
"""

import random

import schemathesis

# Width and height of the boxes. Together they make the size.
BOXES = [(1, 1), (2, 1), (3, 1), (2, 2), (3, 2), (2, 3), (4, 2), (3, 3), (5, 2), (4, 3), (4, 4), (5, 5), (6, 6)]
SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@schemathesis.hook
def map_case(context, case):
    meta = case.meta
    if meta is None or meta.phase.name.value != "fuzzing" or not meta.generation.mode.is_positive:
        return case
    # The request itself decides, so that the same request becomes the same question in every run.
    chance = random.Random(f"{case.path} {case.query} {case.body}")
    if chance.random() < 0.5:
        return case
    width, height = chance.choice(BOXES)
    rows = puzzle_rows(width, height, chance)
    if isinstance(case.body, dict):
        options = {name: case.body[name] for name in ("limit", "limits") if name in case.body}
        case.body = {"puzzle": written(rows, chance), "box": {"width": width, "height": height}, **options}
        # An option that stands in the query as well would be refused.
        case.query = {}
    elif isinstance(case.body, str) and len(rows) <= len(SYMBOLS):
        case.body = "\n".join(lines(rows))
        case.query = {**case.query, "box": f"{width}x{height}"}
        if case.path == "/solve":
            case.query["limit"] = chance.randint(1, 2)
    else:
        return case
    # The document does not name this header, but an answer as text is in it.
    case.headers["Accept"] = chance.choice(["application/json", "text/plain", "*/*"])
    return case


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
