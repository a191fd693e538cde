"""Queue of pieces."""

from __future__ import annotations

import pytest

from quadrille import weight
from quadrille.ray._pieces import Pieces


def cubes(*weights: int) -> list[str]:
    return [f"{part} r1c{index}=1" for index, part in enumerate(weights, 1)]


def weights_of(pieces: Pieces) -> list[list[int]]:
    return [[weight(cube) for cube in pieces.pop().cubes] for _ in range(len(pieces))]


def test_pieces_are_popped_heaviest_first_then_oldest() -> None:
    pieces = Pieces(10)
    for text in ["3 r1c1=1", "5 r1c1=2", "3 r1c1=3", "0"]:
        pieces.push([text])
    assert [pieces.pop().cubes[0] for _ in range(4)] == ["5 r1c1=2", "3 r1c1=1", "3 r1c1=3", "0"]


@pytest.mark.parametrize(
    ("rest", "expected"),
    [
        ([], []),
        ([7], [[7]]),
        ([0, 0, 1, 9], [[9], [0, 0, 1]]),
        ([9, 1, 0, 0], [[9], [1, 0, 0]]),
        ([3, 3, 2, 1], [[3, 2, 1], [3]]),
        ([0, 0, 0, 0], [[0, 0], [0, 0]]),
    ],
)
def test_rest_is_halved_by_weight(rest: list[int], expected: list[list[int]]) -> None:
    pieces = Pieces(10)
    pieces.push_rest(cubes(*rest))
    assert weights_of(pieces) == expected


def test_full_queue_keeps_rest_as_one_piece() -> None:
    pieces = Pieces(3)
    for rest in [(4, 4), (2, 2), (1, 1)]:
        pieces.push_rest(cubes(*rest))
    assert weights_of(pieces) == [[4], [4], [2, 2], [1, 1]]
