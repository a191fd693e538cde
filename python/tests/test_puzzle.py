"""`Puzzle`, formats, drawings, limits of one text, and types of answers."""

from __future__ import annotations

import copy
import json
import pickle
import re
from importlib.metadata import version
from typing import Any, get_args

import pytest
import quadrille
from quadrille import _answers

from conftest import EMPTY_4X4, MULTIPLE, NONE, SOLVED, UNIQUE

CAGES = [{"type": "cage", "cells": ["r1c1", "r2c1"], "sum": 3}, {"type": "cage", "cells": ["r1c2", "r2c2"], "sum": 7}]


def test_puzzle_answers_as_the_functions() -> None:
    puzzle = quadrille.Puzzle(UNIQUE)
    assert puzzle.solve() == quadrille.solve(puzzle) == SOLVED
    assert (puzzle.count(), puzzle.is_unique()) == (1, True)
    assert puzzle.rate() == quadrille.rate(UNIQUE)
    assert puzzle.hint() == quadrille.ask("hint", UNIQUE)
    assert puzzle.hint(reveal="technique")["step"] is not None
    cages = quadrille.Puzzle(EMPTY_4X4, constraints=CAGES)
    assert cages.count() is None and cages.count(None) == 48 and cages.count(7, at_least=True) == 7
    assert cages.count(limit=None, nodes=1) is None
    assert quadrille.count([cages, puzzle, EMPTY_4X4, None], limit=None) == [48, 1, 288, None]
    assert len(list(quadrille.solutions(cages))) == 48
    assert quadrille.count_all(cages) == 48
    assert quadrille.prove(puzzle)["claim"] == "unique"
    with pytest.raises(quadrille.InvalidPuzzle, match="r1c4"):
        quadrille.Puzzle("12.9............")


def test_puzzles_with_the_same_rules_are_equal(rows: list[list[int]]) -> None:
    puzzle = quadrille.Puzzle(UNIQUE)
    same = [UNIQUE.replace(".", "0"), rows, {"puzzle": UNIQUE, "title": "Sunday"}, puzzle, quadrille.convert(UNIQUE, "drawing")]
    assert {quadrille.Puzzle(other) for other in same} == {puzzle}
    assert puzzle != quadrille.Puzzle(SOLVED) and puzzle != UNIQUE
    cages = quadrille.Puzzle(EMPTY_4X4, constraints=CAGES)
    assert cages == quadrille.Puzzle({"puzzle": EMPTY_4X4, "constraints": CAGES}) != quadrille.Puzzle(EMPTY_4X4)
    assert quadrille.Puzzle(EMPTY_4X4, boxes=False) != quadrille.Puzzle(EMPTY_4X4)
    large = "1" + 254 * "." + "a"
    assert quadrille.Puzzle(large) == quadrille.Puzzle(large.upper())
    for one in (puzzle, cages, quadrille.Puzzle(EMPTY_4X4, boxes=False)):
        assert quadrille.Puzzle(str(one)) == one == eval(repr(one), {"Puzzle": quadrille.Puzzle})
        assert pickle.loads(pickle.dumps(one)) == copy.copy(one) == one
    assert str(puzzle) == UNIQUE and repr(puzzle) == f"Puzzle({UNIQUE!r})"


def test_puzzle_is_drawn() -> None:
    puzzle = quadrille.Puzzle(UNIQUE)
    picture = puzzle._repr_svg_()
    assert picture == quadrille.render(UNIQUE) and picture.startswith("<svg ")
    assert puzzle.render(solution=SOLVED) == quadrille.render({"puzzle": UNIQUE}, solution=SOLVED) != picture
    step: Any = puzzle.hint()["step"]
    assert puzzle.render(step=step) != puzzle.render(candidates=True) != picture
    assert quadrille.render(EMPTY_4X4, constraints=CAGES) != quadrille.render(EMPTY_4X4)
    with pytest.raises(quadrille.InvalidPuzzle, match="solution"):
        quadrille.render(UNIQUE, solution="1")
    with pytest.raises(TypeError, match="no grid"):
        quadrille.render(quadrille.ExactCover([["a"]]))  # type: ignore[arg-type]


def test_puzzle_is_converted(rows: list[list[int]]) -> None:
    assert quadrille.convert(rows) == UNIQUE
    drawing = quadrille.convert(UNIQUE, to="drawing")
    assert "|" in drawing and quadrille.convert(drawing) == UNIQUE
    record = json.loads(quadrille.Puzzle(EMPTY_4X4, constraints=CAGES).convert("json"))
    assert record["constraints"] == CAGES
    with pytest.raises(quadrille.InvalidPuzzle, match="cannot hold the constraints"):
        quadrille.convert({"puzzle": EMPTY_4X4, "constraints": CAGES})
    with pytest.raises(quadrille.InvalidPuzzle, match="must be one of") as caught:
        quadrille.convert(UNIQUE, to="xml")  # type: ignore[arg-type]
    names = re.findall(r"(?<=one of ).*", str(caught.value))[0].split(", ")
    assert tuple(names) == get_args(_answers.ConversionFormat)
    with pytest.warns(UserWarning, match="holds no part of a puzzle"):
        assert quadrille.convert(f"{drawing}\nGood luck!") == UNIQUE


def test_limit_none_counts_all() -> None:
    assert quadrille.count(EMPTY_4X4, limit=None) == quadrille.count([EMPTY_4X4], limit=None)[0] == 288
    assert quadrille.count({"puzzle": EMPTY_4X4}, limit=None) == 288
    assert quadrille.count(EMPTY_4X4, limit=None, threads=2) == 288
    assert quadrille.ask("count", EMPTY_4X4, limit=None)["count"] == 288
    cover = quadrille.ExactCover([["a", "b"], ["a"], ["b"], ["a", "b"]])
    assert quadrille.exact_cover_count(cover) is None
    assert quadrille.exact_cover_count(cover, limit=None) == 3
    assert len(quadrille.exact_cover(cover, limit=None).solutions) == 3


@pytest.mark.parametrize("puzzle", [UNIQUE, MULTIPLE, NONE, EMPTY_4X4, "xx", UNIQUE[:-1], "", "1", f"{UNIQUE}\n{UNIQUE}"])
@pytest.mark.parametrize("options", [{}, {"nodes": 1}, {"time_ms": 60_000, "nodes": None}, {"nodes": 0}, {"nodes": 2**60}])
def test_one_text_is_answered_as_the_text_in_a_list(puzzle: str, options: Any) -> None:
    def result(call: Any, puzzles: Any, **more: Any) -> Any:
        try:
            found = call(puzzles, **options, **more)
        except quadrille.InvalidPuzzle as error:
            return error.details, error.code, error.cell
        return found[0] if isinstance(puzzles, list) else found

    for call in (quadrille.solve, quadrille.is_unique, quadrille.count):
        assert result(call, puzzle) == result(call, [puzzle])
    for limit in (1, 100, 2**53 - 1, 0, None):
        assert result(quadrille.count, puzzle, limit=limit) == result(quadrille.count, [puzzle], limit=limit)
    for at_least in (True, False):
        more = {"at_least": at_least, "limit": 9}
        assert result(quadrille.count, puzzle, **more) == result(quadrille.count, [puzzle], **more)


def test_covers_are_the_same_on_several_threads() -> None:
    options = [[f"i{first}", f"i{second}"] for first in range(10) for second in range(first + 1, 10)]
    problem = quadrille.ExactCover(options)
    one = quadrille.exact_cover(problem, limit=None, threads=1)
    assert len(one.solutions) == 945 and one.stopped_by is None
    assert quadrille.exact_cover(problem, limit=None, threads=4) == one
    some = quadrille.exact_cover(problem, skip=300, limit=50, threads=4)
    assert (some.solutions, some.stopped_by) == (one.solutions[300:350], "solution_limit")


@pytest.mark.parametrize("question", get_args(quadrille._functions.Question))
def test_answers_have_the_members_of_their_types(question: Any) -> None:
    kind = getattr(_answers, f"{question.capitalize()}Answer")
    for puzzle in (UNIQUE, MULTIPLE, NONE):
        answer = quadrille.ask(question, puzzle)
        assert kind.__required_keys__ <= answer.keys() <= kind.__required_keys__ | kind.__optional_keys__


def test_version_is_that_of_the_package() -> None:
    assert quadrille.__version__ == version("quadrille-solver")
