"""Draws the types of constraints: the example of each, as a running service draws it.

    python3 scripts/constraints.py http://localhost:8080 >docs/constraints.svg

Takes the examples of `GET /constraints` and their pictures of `/render`. Types without a drawing are left out. Needs the
standard library only.
"""

import json
import re
import sys
from urllib.parse import urlencode
from urllib.request import urlopen

CELL, ROOM = 74, 44  # side of a cell in these pictures of `/render`, and room for clues beside the grid
# Lines of a picture that are no drawing of a constraint, with the sentences below the grid.
OTHER = re.compile(r'<(?!path|circle|rect|text|g|/g)|</svg|<rect x="-[0-9]+"|<text x="0" y="[67]\d\d"')
COLUMNS, WIDTH, TITLE, GAP = 5, 180, 22, 16


def fetch(url):
    with urlopen(url) as response:
        return response.read().decode()


def drawing(url, example):
    """Elements of the picture of an empty 9x9 with a constraint: the lines of the grid, then those of the constraint."""
    svg = fetch(f"{url}/render?{urlencode({'puzzle': '.' * 81, 'constraints': json.dumps([example])})}")
    kept = "\n".join(line for line in svg.splitlines() if line and not OTHER.match(line))
    return re.sub(r"<g [^>]*>\n</g>\n?", "", kept).strip().splitlines()


def extent(example):
    """Number of rows and columns to show: those of the cells that the example names, and at least four."""
    cells = re.findall(r"r(\d)c(\d)", json.dumps(example))
    return max([4, *(int(number) for cell in cells for number in cell)]) if cells else 9


def sheet(url):
    """All pictures, in rows, each with the name of its type above it."""
    types = json.loads(fetch(f"{url}/constraints"))["constraints"]
    drawn, number = [], 0
    for known in types:
        elements = drawing(url, known["example"])
        if len(elements) == 2:
            continue
        row, column = divmod(number, COLUMNS)
        x, y = GAP + column * (WIDTH + GAP), GAP + row * (WIDTH + TITLE + GAP)
        margin = 4 + ROOM * ("line" in known["example"])
        side = extent(known["example"]) * CELL + 2 * margin
        drawn += [
            f'<text x="{x}" y="{y + 14}" font-size="14">{known["name"]}</text>',
            f'<svg x="{x}" y="{y + TITLE}" width="{WIDTH}" height="{WIDTH}" viewBox="-{margin} -{margin} {side} {side}" text-anchor="middle">',
            *elements,
            "</svg>",
        ]
        number += 1
    width, height = GAP + COLUMNS * (WIDTH + GAP), GAP + -(-number // COLUMNS) * (WIDTH + TITLE + GAP)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img"'
            ' font-family="Helvetica, Arial, sans-serif">',
            "<title>Types of constraints, each drawn by its example</title>",
            '<rect width="100%" height="100%" fill="#fff"/>',
            *drawn,
            "</svg>",
        ]
    )


if __name__ == "__main__":
    print(sheet(sys.argv[1].rstrip("/")))
