"""A puzzle with its rules as a value."""

from __future__ import annotations

import json
from typing import Any, TypedDict, Unpack

from quadrille._answers import ConversionFormat, HintAnswer
from quadrille._functions import Rules, ask, convert, count, is_unique, rate, render, solve
from quadrille._types import PuzzleLike, Rating, ReadPuzzle

# Members of a puzzle that are no rules.
_NAMES = ("title", "author", "rules")


class Limits(TypedDict, total=False):
    """Limits of a search."""

    nodes: int | None
    time_ms: int | None


class Puzzle(ReadPuzzle):
    """A puzzle with its rules. All functions take it, too.

    Two puzzles are equal if they have the same size, clues, allowed digits of cells, boxes, regions, and constraints in the same order,
    however they were written. `str` of a puzzle is one line of text, or JSON if it has rules or allowed digits; `Puzzle` reads both. A notebook
    shows the drawing.

    Args:
        puzzle: As for `solve`, a single one.
        rules: `box`, `format`, `constraints`, `regions`, `boxes` and `grids`, as for `solve`.

    Raises:
        InvalidPuzzle: The puzzle or an option is invalid.

    Warns:
        UserWarning: A part of the puzzle was not read, and may be a rule.
    """

    __slots__ = ("_key",)

    def __init__(self, puzzle: PuzzleLike, **rules: Unpack[Rules]) -> None:
        if isinstance(puzzle, str) and puzzle.lstrip().startswith("{") and "format" not in rules:
            puzzle = json.loads(puzzle)
        record: dict[str, Any] = json.loads(convert(puzzle, "json", **rules))
        line = record["puzzle"]
        self.argument = line if record.keys() == {"puzzle"} and isinstance(line, str) else record
        # Letters are digits in either case.
        members = {name: value for name, value in record.items() if name not in _NAMES}
        members["puzzle"] = line.upper() if isinstance(line, str) else line
        self._key = json.dumps(members, sort_keys=True)

    def solve(self, **limits: Unpack[Limits]) -> str | None:
        """Returns a solution as one line, as the function `solve` does."""
        return solve(self.argument, **limits)

    def count(self, limit: int | None = 2, *, at_least: bool = False, **limits: Unpack[Limits]) -> int | None:
        """Returns the number of all solutions, as the function `count` does."""
        return count(self.argument, limit=limit, at_least=at_least, **limits)

    def is_unique(self, **limits: Unpack[Limits]) -> bool | None:
        """Returns whether there is exactly one solution, as the function `is_unique` does."""
        return is_unique(self.argument, **limits)

    def rate(self, **limits: Unpack[Limits]) -> Rating | None:
        """Returns how hard the puzzle is for people, as the function `rate` does."""
        return rate(self.argument, **limits)

    def hint(self, **options: Any) -> HintAnswer:
        """Returns the next step for a person, as `ask("hint", puzzle)` does. Its `step` can be drawn by `render`."""
        answer: HintAnswer = ask("hint", self.argument, **options)
        return answer

    def convert(self, to: ConversionFormat = "line") -> str:
        """Writes the puzzle in another format, as the function `convert` does."""
        return convert(self, to)

    def render(self, **options: Any) -> str:
        """Draws the puzzle as SVG, with the options of the function `render`."""
        return render(self, **options)

    def _repr_svg_(self) -> str:
        return self.render()

    def __str__(self) -> str:
        return self.argument if isinstance(self.argument, str) else json.dumps(self.argument)

    def __repr__(self) -> str:
        return f"Puzzle({self.argument!r})"

    def __eq__(self, other: object) -> bool:
        return self._key == other._key if isinstance(other, Puzzle) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key)
