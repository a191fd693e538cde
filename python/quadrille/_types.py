"""Types of arguments and results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

from quadrille._answers import Level

Grid: TypeAlias = Sequence[Sequence[int | None]]
"""Rows of digits; 0 and None are empty cells."""


class ReadPuzzle:
    """A puzzle that was read."""

    __slots__ = ("argument",)

    argument: str | dict[str, object]
    """The puzzle as an argument of functions: text, or the JSON body of a request if it has rules."""


PuzzleLike: TypeAlias = str | Grid | Mapping[str, object] | ReadPuzzle
"""A puzzle in any notation, rows of digits, the JSON body of a request to the HTTP service, or `Puzzle`."""


class ArrowArray(Protocol):
    """An Arrow array of any library."""

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...


class ArrowStream(Protocol):
    """A column of Arrow arrays of any library."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


class InvalidPuzzle(ValueError):
    """A puzzle, problem or option is invalid.

    Attributes:
        details: All faults, at most 20.
        index: Index of the puzzle among many; None for a single one, and for options.
        code: Kind of the first fault, such as `invalid_symbol`.
        cell: Cell of the first fault, such as `r1c5`; None if it has none.
    """

    def __init__(
        self,
        details: Sequence[str],
        index: int | None = None,
        code: str | None = None,
        cell: str | None = None,
    ) -> None:
        super().__init__(details, index, code, cell)
        self.details = list(details)
        self.index = index
        self.code = code
        self.cell = cell

    def __str__(self) -> str:
        place = "" if self.index is None else f"puzzle {self.index}: "
        return place + "; ".join(self.details)


class Rating(NamedTuple):
    """How hard a puzzle is for people."""

    score: int
    """Score on the scale `quadrille/1`: higher is harder."""
    level: Level
    """Level, such as `hard`."""
    hardest: str | None
    """Hardest technique of the path; None for a full grid."""


class Scores(NamedTuple):
    """Scores of predictions: a column of each, of the kind of the puzzles, or values for a single puzzle."""

    readable: Any
    """Whether the prediction is a grid of the size of the puzzle."""
    valid: Any
    """Whether it is complete and obeys the rules, whatever the clues."""
    consistent: Any
    """Whether it has all clues."""
    solved: Any
    """Whether it is a solution: valid and consistent."""
    right: Any
    """Number of cells without a clue that have the digit of the solution; null if the solution is not known."""
    open: Any
    """Number of cells without a clue."""


class Split(NamedTuple):
    """Solutions counted in cubes, and the cubes that were not searched."""

    counted: int
    """Number of solutions in the part that was searched."""
    searched: int
    """Weight of that part. Together with the weights of the rest, it is that of the cubes."""
    rest: list[str]
    """Disjoint cubes with all other solutions, in the order of the search."""
    nodes: int
    """Number of nodes visited."""


class CoverSolutions(NamedTuple):
    """Solutions of an exact cover problem."""

    solutions: list[list[int]]
    """Numbers of the options of each solution, from 0."""
    stopped_by: str | None
    """`solution_limit`, `node_limit` or `time_limit`; None if there are no other solutions."""
