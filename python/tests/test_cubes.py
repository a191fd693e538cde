"""Cubes, and exact cover problems."""

from __future__ import annotations

from typing import Any

import numpy
import polars
import pytest
import quadrille

from conftest import EMPTY_4X4, UNIQUE
from test_functions import pairs

# Problems with their number of solutions.
PROBLEMS: list[tuple[Any, int]] = [
    (EMPTY_4X4, 288),
    ("1" + EMPTY_4X4[1:], 72),
    ("11" + EMPTY_4X4[2:], 0),
    (UNIQUE, 1),
    ([[0] * 4] * 4, 288),
    (quadrille.ExactCover(pairs(8)), 105),
    (quadrille.ExactCover("a b | c\na c:1\nb c:1\nb c:2\n"), 1),
]


@pytest.mark.parametrize(("problem", "solutions"), PROBLEMS)
@pytest.mark.parametrize("nodes", [2, 7, 50, None])
def test_parts_sum_up_to_the_whole(problem: Any, solutions: int, nodes: int | None) -> None:
    waiting = [[cube] for cube in quadrille.cubes(problem, 5, seed=3)]
    assert sum(quadrille.weight(cube) for [cube] in waiting) == quadrille.WEIGHT_OF_WHOLE
    counted = searched = 0
    while waiting:
        cubes = waiting.pop()
        part = quadrille.split(problem, cubes, nodes=nodes)
        assert part == quadrille.split(problem, cubes, nodes=nodes)
        assert part.searched + sum(map(quadrille.weight, part.rest)) == sum(map(quadrille.weight, cubes))
        assert nodes is None or part.nodes <= nodes
        counted, searched = counted + part.counted, searched + part.searched
        if part.rest:
            assert nodes is not None
            waiting.append(part.rest)
    assert (counted, searched) == (solutions, quadrille.WEIGHT_OF_WHOLE)


@pytest.mark.parametrize(("problem", "solutions"), PROBLEMS)
def test_count_on_all_cores_is_exact(problem: Any, solutions: int) -> None:
    assert quadrille.count_all(problem) == solutions
    assert quadrille.count_all(problem, threads=3) == solutions


def test_count_on_all_cores_distributes_rests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quadrille._functions._CUBES_NODES", 3)
    assert quadrille.count_all(EMPTY_4X4, threads=2) == 288
    assert quadrille.count_all(quadrille.ExactCover(pairs(10)), threads=2) == 945


def test_no_node_leaves_all_cubes() -> None:
    cubes = quadrille.cubes(EMPTY_4X4, 6)
    assert quadrille.split(EMPTY_4X4, cubes, nodes=0) == quadrille.Split(0, 0, cubes, 0)
    stop = quadrille.Stop()
    stop.set()
    assert quadrille.split(EMPTY_4X4, cubes, stop=stop).rest == cubes


def test_invalid_cube_is_named() -> None:
    for cube in ("x", "1 r1c1=9", "1 r9c9=1", ""):
        with pytest.raises(ValueError, match="cube `"):
            quadrille.split(EMPTY_4X4, [cube])
    with pytest.raises(ValueError, match="cube `1 99`"):
        quadrille.split(quadrille.ExactCover(pairs(4)), ["1 99"])
    with pytest.raises(ValueError, match="no weight"):
        quadrille.weight("x")
    with pytest.raises(quadrille.InvalidPuzzle, match="7 symbols make no grid"):
        quadrille.cubes("1234567", 3)
    with pytest.raises(ValueError, match="n must be at most"):
        quadrille.cubes(EMPTY_4X4, 10**9)
    with pytest.raises(ValueError, match="nodes must not be negative"):
        quadrille.split(EMPTY_4X4, [], nodes=-1)


def test_exact_cover_lists_the_options_of_solutions() -> None:
    options = [["a", "b"], ["c"], ["a"], ["b", "c"]]
    matrix = numpy.array([[1, 1, 0], [0, 0, 1], [1, 0, 0], [0, 1, 1]])
    knuth = "a b c\na b\nc\na\nb c\n"
    json = {"primary": ["a", "b", "c"], "options": options}
    for problem in (options, matrix, knuth, json, quadrille.ExactCover(knuth)):
        solutions, stopped_by = quadrille.exact_cover(problem)
        assert sorted(sorted(solution) for solution in solutions) == [[0, 1], [2, 3]]
        assert stopped_by is None
    assert len(quadrille.exact_cover(options, limit=1).solutions) == 1
    assert quadrille.exact_cover(options, limit=1).stopped_by == "solution_limit"
    assert quadrille.exact_cover(options, skip=2).solutions == []
    with pytest.raises(ValueError, match="two dimensions, not 1"):
        quadrille.exact_cover(numpy.array([1, 0]))
    with pytest.raises(quadrille.InvalidPuzzle):
        quadrille.exact_cover("a b\nc\n")


def test_threads_do_not_change_the_solutions() -> None:
    problem = quadrille.ExactCover(pairs(10))
    one = quadrille.exact_cover(problem, limit=1000, threads=1)
    assert len(one.solutions) == 945
    assert quadrille.exact_cover(problem, limit=1000, threads=4) == one


def test_exact_cover_reads_numbers_and_matrices() -> None:
    rows = [[1, 0, 1], [0, 1, 0]]
    for problem in (rows, numpy.array(rows, dtype=bool), numpy.array(rows, dtype=float), [[2, 0], [1]]):
        assert quadrille.exact_cover(problem).solutions == [[0, 1]]
    assert quadrille.exact_cover([[True, False], [False, True]]).solutions == [[0, 1]]
    with pytest.raises(ValueError, match="may be a matrix, or options"):
        quadrille.exact_cover([[1, 0], [0, 1]])
    with pytest.raises(quadrille.InvalidPuzzle, match="must be 0 or 1"):
        quadrille.exact_cover(numpy.array([[0.5, 1]]))
    with pytest.warns(UserWarning, match="no solution has them: 0$"):
        assert quadrille.exact_cover([[0, 0], [1, 1]]).solutions == [[1]]


def test_many_exact_cover_problems_are_counted() -> None:
    problem = quadrille.ExactCover(pairs(8))
    knuth = "a b\na b\na\n"
    assert quadrille.exact_cover_count(problem, limit=1000) == 105
    assert quadrille.exact_cover_count([problem, knuth, None], limit=1000) == [105, 1, None]
    series = polars.Series([problem.text, knuth, "a b\nc\n"])
    assert quadrille.exact_cover_count(series, limit=50, on_error="null").to_list() == [None, 1, None]
    assert quadrille.exact_cover_count(series, limit=50, at_least=True, on_error="null").to_list() == [50, 1, None]
    with pytest.raises(quadrille.InvalidPuzzle) as caught:
        quadrille.exact_cover_count([problem, "a\nb\n"])
    assert caught.value.index == 1
