"""Shares of a whole, as exact integers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CountProgress:
    """State of a count while it runs."""

    fraction: float
    """Part of the search that has ended, from 0 to 1: the sum of the weights of the cubes."""
    counted: int
    """Number of solutions found so far."""
    nodes: int
    """Number of nodes of the search tree visited so far."""
    tasks: int
    """Number of tasks that have ended."""
    running: int
    """Number of tasks that Ray has and that have not ended."""
    waiting: int
    """Number of pieces that wait for a task."""


@dataclass(frozen=True, slots=True)
class FilesProgress:
    """State of a run over files."""

    fraction: float
    """Part of the bytes of the input that has been answered, from 0 to 1."""
    parts_done: int
    """Number of parts whose outputs exist."""
    parts: int
    """Number of parts of the input."""
    rows: int
    """Number of puzzles that this call has answered."""
    errors: int
    """Number of these that were invalid."""
