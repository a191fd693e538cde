"""Pieces of a count that wait for a task, the heaviest first."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from quadrille import weight


@dataclass(frozen=True, slots=True, order=True)
class Piece:
    """Cubes that a task counts one after the other, in the order of the search."""

    negative_weight: int
    """The heaviest piece is the least one, as `heapq` needs it."""
    number: int
    """Order of pieces of the same weight."""
    cubes: tuple[str, ...] = field(compare=False)


class Pieces:
    """Priority queue of pieces with a bounded number of entries.

    A task leaves a rest when its budget is used up. The rest becomes two pieces of similar weight, or one if `limit` pieces
    wait already. So at most `limit` pieces wait, and those that running tasks leave. The cubes of a piece are branches beside one
    path of the search tree.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._heap: list[Piece] = []
        self._number = 0

    def __len__(self) -> int:
        return len(self._heap)

    def __iter__(self) -> Iterator[Piece]:
        """Returns the pieces, in no particular order."""
        return iter(self._heap)

    def push(self, cubes: Sequence[str]) -> None:
        """Adds cubes as one piece, unless there are none."""
        if cubes:
            self._number += 1
            heapq.heappush(self._heap, Piece(-sum(map(weight, cubes)), self._number, tuple(cubes)))

    def push_rest(self, cubes: Sequence[str]) -> None:
        """Adds the rest of a task."""
        if len(self._heap) + 1 < self.limit:
            middle = _middle(cubes)
            self.push(cubes[:middle])
            self.push(cubes[middle:])
        else:
            self.push(cubes)

    def pop(self) -> Piece:
        """Removes the heaviest piece."""
        return heapq.heappop(self._heap)


def _middle(cubes: Sequence[str]) -> int:
    """Returns where to cut cubes, so that both halves have about the same weight.

    The cube in the middle begins the second half, unless it is the first one. Nearly all cubes of a rest are tiny: as tasks
    of their own they would cost more than their searches.
    """
    weights = [weight(cube) for cube in cubes]
    half = sum(weights) // 2
    total = 0
    for index, part in enumerate(weights):
        total += part
        if total > half:
            return max(index, 1)
    return max(len(cubes) // 2, 1)
