"""Answers as lines of JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow

import quadrille

OPERATIONS = (
    "solve",
    "count",
    "rate",
    "hint",
    "path",
    "candidates",
    "minimal",
    "conflicts",
    "estimate",
    "canonical",
    "shuffle",
)
"""Questions about each puzzle, named as the commands of the command line."""


def check(operation: str, options: Mapping[str, Any]) -> None:
    """Raises an error if an operation or its options are invalid."""
    if operation not in OPERATIONS:
        raise ValueError(f"`{operation}` is no operation: it must be one of {', '.join(OPERATIONS)}")
    _ask(operation, [], options)


def _ask(operation: str, puzzles: Any, options: Mapping[str, Any], on_error: str = "raise") -> Any:
    ask: Any = quadrille.ask
    return ask(operation, puzzles, threads=1, on_error=on_error, **options)


def answers(operation: str, puzzles: Sequence[str], options: Mapping[str, Any]) -> tuple[list[str], int]:
    """Answers puzzles on this thread. Returns a line for each puzzle, and the number of those that were invalid."""
    texts = pyarrow.array(puzzles, pyarrow.large_string())
    lines: list[str] = []
    errors = 0
    # Answers to an Arrow array are objects of JSON as text: the puzzle is added without reading them.
    found = _ask(operation, texts, options, on_error="null")
    for puzzle, answer in zip(puzzles, found.to_pylist(), strict=True):
        if answer is None:
            errors += 1
            answer = json.dumps({"error": _fault(operation, puzzle, options)}, ensure_ascii=False, separators=(",", ":"))
        lines.append(f'{{"puzzle":{json.dumps(puzzle, ensure_ascii=False)},{answer[1:]}')
    return lines, errors


def _fault(operation: str, puzzle: str, options: Mapping[str, Any]) -> dict[str, str | None]:
    """Returns what is wrong with an invalid puzzle."""
    try:
        _ask(operation, puzzle, options)
    except quadrille.InvalidPuzzle as error:
        return {"code": error.code, "detail": "; ".join(error.details), "cell": error.cell}
    raise AssertionError("the puzzle is valid")
