"""Puzzles of the tests."""

from __future__ import annotations

import pytest

UNIQUE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
MULTIPLE = "...2....7.1.7..9.89....4...2..1...84..5.8..3..9.3..5............57.1.......9..6.."
NONE = "55" + 79 * "."
EMPTY_4X4 = 16 * "."
ENDLESS = 81 * "."


@pytest.fixture
def rows() -> list[list[int]]:
    """The unique puzzle as rows of digits."""
    return [[0 if symbol == "." else int(symbol) for symbol in UNIQUE[start : start + 9]] for start in range(0, 81, 9)]
