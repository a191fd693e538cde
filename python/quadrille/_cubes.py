"""Cubes: disjoint parts of a problem that are counted apart, such as on several machines."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import quote_plus

from quadrille import _native
from quadrille._types import PuzzleLike, ReadPuzzle, Split

if TYPE_CHECKING:
    import numpy

WEIGHT_OF_WHOLE = 1 << 120
"""Weight of a whole problem."""


class ExactCover:
    """An exact cover problem.

    Args:
        problem: Knuth's text; the JSON body of a request to the HTTP service, as text or as a mapping; options, each a
            sequence of names or numbers of items, all of which are primary; or a matrix of 0 and 1 with a row for each
            option, of NumPy or as sequences.

    Raises:
        ValueError: Sequences of 0 and 1 may be a matrix, or options with the items 0 and 1.
    """

    __slots__ = ("text",)

    text: str
    """Knuth's text, or JSON."""

    def __init__(
        self, problem: str | Mapping[str, object] | Sequence[Sequence[str | int]] | numpy.ndarray[Any, Any]
    ) -> None:
        if isinstance(problem, str):
            self.text = problem
        elif isinstance(problem, Mapping):
            self.text = json.dumps(problem)
        elif not isinstance(problem, Sequence):
            if problem.ndim != 2:
                raise ValueError(f"a matrix has two dimensions, not {problem.ndim}")
            self.text = json.dumps({"matrix": problem.tolist()})
        else:
            rows = [list(row) for row in problem]
            self.text = json.dumps({"matrix" if is_matrix(rows) else "options": rows})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ExactCover) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"ExactCover({self.text!r})"

    def __reduce__(self) -> tuple[type[ExactCover], tuple[str]]:
        return ExactCover, (self.text,)


def is_matrix(rows: list[list[str | int]]) -> bool:
    """Returns whether rows are those of a matrix; otherwise they are options, in which an item is not repeated."""
    cells = [cell for row in rows for cell in row]
    if not cells or any(cell not in (0, 1) for cell in cells) or len({len(row) for row in rows}) > 1:
        return False
    if all(isinstance(cell, bool) for cell in cells) or any(len(set(row)) < len(row) for row in rows):
        return True
    raise ValueError(
        "rows of 0 and 1 may be a matrix, or options with the items 0 and 1: "
        "give {'matrix': rows} or {'options': rows}"
    )


def problem_text(problem: PuzzleLike | ExactCover) -> tuple[str, bool, bool]:
    """Returns the text of a problem, whether it is an exact cover problem, and whether it is JSON."""
    if isinstance(problem, ExactCover):
        return problem.text, True, problem.text.lstrip()[:1] == "{"
    if isinstance(problem, ReadPuzzle):
        problem = problem.argument
    if isinstance(problem, str):
        return problem, False, False
    if isinstance(problem, Mapping):
        return json.dumps(problem), False, True
    return json.dumps({"puzzle": [list(row) for row in problem]}), False, True


def query_of(options: Mapping[str, object]) -> str:
    """Makes a query of the options that are given. Values that are no text are JSON."""
    given = ((name, value) for name, value in options.items() if value is not None)
    texts = ((name, value if isinstance(value, str) else json.dumps(value)) for name, value in given)
    return "&".join(f"{_quoted(name)}={_quoted(text)}" for name, text in texts)


def _quoted(text: str) -> str:
    """Quotes a part of a query. Most parts are letters and digits, for which that takes longer than all else."""
    return text if text.isascii() and text.isalnum() else quote_plus(text)


def cubes(
    problem: PuzzleLike | ExactCover, n: int, *, seed: int = 0, box: str | None = None, format: str | None = None
) -> list[str]:
    """Splits a problem into at least `n` disjoint cubes of similar size, if it has as many branches.

    A cube is text: its weight, and what it adds to the problem, such as `81 r1c2=5 r4c4!=7`. The weights sum to
    `WEIGHT_OF_WHOLE`, so that the sum of the weights that are done is the progress. Problem, `n` and `seed` determine the
    cubes.

    Raises:
        InvalidPuzzle: The problem is invalid.
    """
    text, is_cover, is_json = problem_text(problem)
    return _native.cubes(text, is_cover, is_json, query_of({"box": box, "format": format}), n, seed)


def split(
    problem: PuzzleLike | ExactCover,
    cubes: Sequence[str],
    *,
    nodes: int | None = None,
    stop: _native.Stop | None = None,
    box: str | None = None,
    format: str | None = None,
) -> Split:
    """Counts the solutions of cubes, one after the other on one thread, and returns the rest as cubes.

    Problem, cubes and `nodes` determine the result.

    Args:
        problem: The whole problem.
        cubes: Cubes of `cubes` or of a rest.
        nodes: Number of nodes to visit at most. By default all cubes are counted to their end.
        stop: Flag that another thread may set to end the call within some milliseconds.

    Raises:
        InvalidPuzzle: The problem is invalid.
        ValueError: A cube is invalid.
        OverflowError: The count exceeds 128 bits.
    """
    if nodes is not None and nodes < 0:
        raise ValueError("nodes must not be negative")
    text, is_cover, is_json = problem_text(problem)
    query = query_of({"box": box, "format": format})
    return Split(*_native.split(text, is_cover, is_json, query, list(cubes), nodes, stop))


def weight(cube: str) -> int:
    """Returns the weight of a cube: its share of the problem, in units of 1 / `WEIGHT_OF_WHOLE`."""
    return _native.weight(cube)
