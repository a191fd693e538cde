"""Solves Sudoku, counts solutions and proves uniqueness."""

from quadrille._cubes import WEIGHT_OF_WHOLE, ExactCover, cubes, split, weight
from quadrille._functions import (
    ask,
    candidates,
    convert,
    count,
    count_all,
    exact_cover,
    exact_cover_count,
    formula,
    generate,
    generate_set,
    guesses,
    is_unique,
    prove,
    rate,
    render,
    score,
    solutions,
    solve,
    subsets,
)
from quadrille._native import VERSION as __version__
from quadrille._native import Solutions, Stop
from quadrille._puzzle import Puzzle
from quadrille._types import CoverSolutions, InvalidPuzzle, Rating, Scores, Split

__all__ = [
    "WEIGHT_OF_WHOLE",
    "CoverSolutions",
    "ExactCover",
    "InvalidPuzzle",
    "Puzzle",
    "Rating",
    "Scores",
    "Solutions",
    "Split",
    "Stop",
    "__version__",
    "ask",
    "candidates",
    "convert",
    "count",
    "count_all",
    "cubes",
    "exact_cover",
    "exact_cover_count",
    "formula",
    "generate",
    "generate_set",
    "guesses",
    "is_unique",
    "prove",
    "rate",
    "render",
    "score",
    "solutions",
    "solve",
    "split",
    "subsets",
    "weight",
]
