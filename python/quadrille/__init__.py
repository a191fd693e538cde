"""Solves Sudoku, counts solutions and proves uniqueness."""

from quadrille._cubes import WEIGHT_OF_WHOLE, ExactCover, cubes, split, weight
from quadrille._functions import (
    ask,
    candidates,
    count,
    count_all,
    exact_cover,
    exact_cover_count,
    formula,
    generate,
    is_unique,
    prove,
    rate,
    solutions,
    solve,
)
from quadrille._native import Solutions, Stop
from quadrille._types import CoverSolutions, InvalidPuzzle, Rating, Split

__all__ = [
    "WEIGHT_OF_WHOLE",
    "CoverSolutions",
    "ExactCover",
    "InvalidPuzzle",
    "Rating",
    "Solutions",
    "Split",
    "Stop",
    "ask",
    "candidates",
    "count",
    "count_all",
    "cubes",
    "exact_cover",
    "exact_cover_count",
    "formula",
    "generate",
    "is_unique",
    "prove",
    "rate",
    "solutions",
    "solve",
    "split",
    "weight",
]
