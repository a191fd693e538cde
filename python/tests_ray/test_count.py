"""Counts on a cluster of three nodes."""

from __future__ import annotations

import dataclasses
import json
import os
import signal
from collections.abc import Callable
from typing import Any

import pytest

import quadrille
from quadrille import WEIGHT_OF_WHOLE, ExactCover
from quadrille.ray import Count, CountFailed, CountInterrupted, CountProgress, count

EMPTY_4X4 = "." * 16
SPARSE_9X9 = {
    # About 15 million solutions in CI, 596 million by hand.
    1: ".........................2....9...1...564.2...61.57.....8462..7...........6.....1",
    100: "..................................1...564.2...61.57.....8462..7...........6.....1",
}


def matchings(items: int) -> ExactCover:
    """Perfect matchings of items: (items - 1) * (items - 3) * ... solutions."""
    names = [str(item) for item in range(items)]
    return ExactCover([[one, other] for index, one in enumerate(names) for other in names[index + 1 :]])


def through_json(partial: Count) -> Count:
    return Count(**json.loads(json.dumps(dataclasses.asdict(partial))))


def test_count_of_puzzle_is_exact_when_node_is_killed(scale: int, kill_once: Callable[[str, int], Any]) -> None:
    puzzle = SPARSE_9X9[scale]
    kill = kill_once("_count_piece", 4 * scale)
    result = count(puzzle, nodes=300_000, progress=kill)
    assert kill.killed
    assert (result.searched, result.rest, result.tasks) == (WEIGHT_OF_WHOLE, [], len(kill.states))
    assert result.complete
    assert result.counted == quadrille.count(puzzle, limit=10**12)


def test_count_of_cover_is_exact_when_node_is_killed(kill_once: Callable[[str, int], Any]) -> None:
    kill = kill_once("_count_piece", 4)
    result = count(matchings(18), nodes=500_000, progress=kill)
    assert kill.killed
    assert (result.counted, result.complete) == (17 * 15 * 13 * 11 * 9 * 7 * 5 * 3, True)


def test_progress_grows_to_the_whole(nodes: object) -> None:
    states: list[CountProgress] = []
    result = count(EMPTY_4X4, cubes=3, nodes=50, progress=states.append)
    assert result.counted == 288
    fractions = [state.fraction for state in states]
    assert fractions == sorted(fractions)
    assert fractions[-1] == 1
    assert (states[-1].counted, states[-1].running, states[-1].waiting) == (288, 0, 0)


def test_timeout_returns_part_that_can_be_continued(nodes: object) -> None:
    partial = count(matchings(12), nodes=500, timeout=0)
    assert not partial.complete
    assert partial.fraction < 1
    result = count(matchings(12), resume=through_json(partial))
    assert (result.counted, result.complete) == (10_395, True)


def test_interrupt_has_part_that_can_be_continued(nodes: object) -> None:
    def interrupt(state: CountProgress) -> None:
        if state.tasks == 5:
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(CountInterrupted) as stopped:
        count(matchings(12), nodes=300, progress=interrupt)
    assert stopped.value.partial.tasks == 5
    assert count(matchings(12), resume=through_json(stopped.value.partial)).counted == 10_395


def test_count_of_another_problem_is_not_continued(nodes: object) -> None:
    partial = count(EMPTY_4X4, timeout=0)
    with pytest.raises(ValueError, match="another problem"):
        count("1" + EMPTY_4X4[1:], resume=partial)


def test_altered_count_is_not_continued(nodes: object) -> None:
    partial = count(EMPTY_4X4, timeout=0)
    with pytest.raises(ValueError, match="weights"):
        count(EMPTY_4X4, resume=dataclasses.replace(partial, rest=partial.rest[1:]))


def test_invalid_puzzle_raises(nodes: object) -> None:
    with pytest.raises(quadrille.InvalidPuzzle):
        count("123")


def test_puzzle_without_solution_has_count_zero(nodes: object) -> None:
    assert count("11" + EMPTY_4X4[2:]).counted == 0


def test_count_above_128_bits_raises(nodes: object) -> None:
    # 33 items, each with 16 options of its own: 2^132 solutions.
    cover = ExactCover([[str(item)] for item in range(33) for _ in range(16)])
    with pytest.raises(OverflowError):
        count(cover)


def test_task_that_cannot_run_fails_with_the_part(nodes: object) -> None:
    with pytest.raises(CountFailed) as failed:
        count(EMPTY_4X4, task_options={"runtime_env": {"working_dir": "https://127.0.0.1:9/none.zip"}})
    assert failed.value.partial.counted == 0


@pytest.mark.parametrize("options", [{"nodes": 0}, {"cubes": 0}])
def test_option_below_minimum_raises(options: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        count(EMPTY_4X4, **options)  # type: ignore[arg-type]
