"""Puzzles, options and errors."""

from __future__ import annotations

import copy
import hashlib
import json
import multiprocessing
import pickle
import signal
import threading
from collections import deque
from itertools import islice
from typing import Any

import pyarrow
import pytest
import quadrille

from conftest import EMPTY_4X4, ENDLESS, MULTIPLE, NONE, SOLVED, UNIQUE


def test_puzzle_in_any_form_is_solved(rows: list[list[int]]) -> None:
    drawn = "\n".join(UNIQUE[start : start + 9] for start in range(0, 81, 9))
    with_none = [[digit or None for digit in row] for row in rows]
    for puzzle in (UNIQUE, drawn, rows, with_none, tuple(map(tuple, rows)), {"puzzle": rows}, {"puzzle": UNIQUE}):
        assert quadrille.count(puzzle) == 1
        assert quadrille.is_unique(puzzle) is True
    assert quadrille.solve(rows) == SOLVED
    assert quadrille.solve([rows, UNIQUE, None, {"puzzle": rows}]) == [SOLVED, SOLVED, None, SOLVED]


def test_rating_has_score_level_and_technique() -> None:
    assert quadrille.rate(UNIQUE) == quadrille.Rating(284, "easy", "hidden_single")
    assert quadrille.rate([UNIQUE, MULTIPLE, None, NONE]) == [(284, "easy", "hidden_single"), None, None, None]


def test_constraints_regions_and_boxes_are_those_of_all_puzzles() -> None:
    cages = [{"type": "cage", "cells": ["r1c1", "r2c1"], "sum": 3}, {"type": "cage", "cells": ["r1c2", "r2c2"], "sum": 7}]
    squares, jigsaw = [EMPTY_4X4, None], ["1122", "1322", "1334", "3444"]
    assert quadrille.count(squares, limit=1000, constraints=cages) == [48, None]
    assert quadrille.count(squares, limit=1000, boxes=False) == [576, None]
    assert quadrille.count(EMPTY_4X4, limit=1000, regions="\n".join(jigsaw)) == quadrille.count(
        {"puzzle": EMPTY_4X4, "regions": jigsaw}, limit=1000
    )
    assert quadrille.is_unique(EMPTY_4X4, constraints=cages) is False
    assert quadrille.candidates(EMPTY_4X4, constraints=cages)[0][:2] == [[1, 2], [3, 4]]
    first = quadrille.solve(EMPTY_4X4, constraints=cages)
    assert first is not None and set(first[0] + first[4]) == {"1", "2"}
    assert len(list(quadrille.solutions(EMPTY_4X4, constraints=cages))) == 48
    assert quadrille.ask("count", EMPTY_4X4, constraints=cages)["verdict"] == "multiple"
    with pytest.raises(quadrille.InvalidPuzzle, match="thermometer"):
        quadrille.solve(EMPTY_4X4, constraints=[{"type": "thermometre", "cells": ["r1c1", "r1c2"]}])


def test_limit_bounds_the_count() -> None:
    assert quadrille.count(EMPTY_4X4) is None
    assert quadrille.count(EMPTY_4X4, at_least=True) == 2
    assert quadrille.count(EMPTY_4X4, limit=1000) == quadrille.count(EMPTY_4X4, limit=1000, at_least=True) == 288
    assert quadrille.count({"puzzle": EMPTY_4X4, "limit": 7}) is None
    assert quadrille.count({"puzzle": EMPTY_4X4, "limit": 7}, at_least=True) == 7
    assert quadrille.count([UNIQUE, EMPTY_4X4], limit=288) == [1, None]
    assert quadrille.count([EMPTY_4X4], limit=1000, nodes=1, at_least=True)[0] in range(289)


def test_reached_limit_of_nodes_has_no_result() -> None:
    options: Any = {"nodes": 1}
    assert quadrille.count(ENDLESS, limit=1000, **options) is None
    assert quadrille.is_unique(MULTIPLE, **options) is None
    assert quadrille.solve(MULTIPLE, **options) is None
    assert quadrille.candidates(MULTIPLE, **options) is None
    assert quadrille.ask("count", ENDLESS, limit=10**6, **options)["stopped_by"] == "node_limit"


def test_box_sets_the_shape() -> None:
    assert quadrille.count("." * 36, box="3x2", limit=10, at_least=True) == 10
    with pytest.raises(quadrille.InvalidPuzzle, match="a box of 4x4 has 16 cells"):
        quadrille.count("." * 36, box="4x4")


def test_options_are_those_of_each_call() -> None:
    knight = [{"type": "anti_knight"}]
    for _ in range(2):
        assert quadrille.count("." * 16, limit=1000) == 288
        assert quadrille.count("." * 16, box="4x1", limit=1000) == 576
        assert quadrille.count("." * 16, boxes=False, limit=1000) == 576
        assert quadrille.count("." * 16, constraints=knight, limit=1000) == 24
        assert quadrille.count({"puzzle": "." * 16, "constraints": knight}, limit=1000) == 24
        assert quadrille.solve("1.....3..4.....2", box="2x2") == "1324423124133142"
        assert quadrille.is_unique({"puzzle": "1.....3..4.....2"}, format="line") is True
        with pytest.raises(quadrille.InvalidPuzzle, match="box"):
            quadrille.count("." * 16, box="3 & 3=4+ü")


def test_answer_is_that_of_the_service() -> None:
    answer = quadrille.ask("solve", MULTIPLE)
    assert answer["verdict"] == "multiple" and answer["stopped_by"] == "solution_limit"
    assert [answer["is_minimal"] for answer in quadrille.ask("minimal", [UNIQUE, MULTIPLE])] == [False, True]
    assert quadrille.ask("rate", pyarrow.array([None])).to_pylist() == [None]
    with pytest.raises(ValueError, match="question is one of solve, count"):
        quadrille.ask("answer", UNIQUE)  # type: ignore[arg-type]


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def test_number_of_solutions_is_proved(rows: list[list[int]]) -> None:
    for puzzle in (UNIQUE, rows, {"puzzle": UNIQUE}):
        answer = quadrille.prove(puzzle)
        assert answer["verdict"] == answer["claim"] == "unique"
        text = answer["proof"]["text"]
        assert text.splitlines()[-1] == "0" and sha256(text) == answer["proof"]["sha256"]
        formula = quadrille.formula(puzzle, exclude=[answer["solution"]])
        assert formula.startswith("p cnf 729 ") and sha256(formula) == answer["formula"]["sha256"]
        assert quadrille.formula(puzzle) != formula
    counted = quadrille.prove(EMPTY_4X4, claim={"count": 288}, proof="veripb", nodes=10**6)
    assert counted["claim"] == {"count": 288}
    opb = quadrille.formula(EMPTY_4X4, to="opb", exclude=counted["solutions"])
    assert opb.startswith("* #variable= 64 ") and sha256(opb) == counted["formula"]["sha256"]
    assert quadrille.prove(NONE, claim="none")["claim"] == "none"
    assert quadrille.prove(MULTIPLE)["proof"] is None
    answers = quadrille.ask("prove", [UNIQUE, MULTIPLE, None], claim="unique")
    assert [answer and answer["claim"] for answer in answers] == ["unique", None, None]
    assert quadrille.ask("formula", UNIQUE)["text"] == quadrille.formula(UNIQUE)
    # Longer than the service answers as JSON.
    large = quadrille.ask("formula", "." * 256)
    assert len(large["text"]) > 262_144 and sha256(large["text"]) == large["sha256"]


def test_puzzle_with_sums_is_proved_in_veripb() -> None:
    cages = [{"type": "cage", "cells": ["r4c1", "r4c2", "r4c4"], "sum": 8}]
    puzzle = "1.....3..4......"
    with pytest.raises(quadrille.InvalidPuzzle, match="opb") as caught:
        quadrille.prove(puzzle, constraints=cages)
    assert caught.value.code == "not_representable"
    answer = quadrille.prove(puzzle, proof="veripb", constraints=cages)
    formula = quadrille.formula(puzzle, to="opb", exclude=[answer["solution"]], constraints=cages)
    assert sha256(formula) == answer["formula"]["sha256"]


def test_number_of_covers_is_proved() -> None:
    options = [["a", "b"], ["a"], ["b"]]
    for problem in (quadrille.ExactCover(options), quadrille.ExactCover("a b\na b\na\nb")):
        answer = quadrille.prove(problem, claim={"count": 2})
        assert answer["claim"] == {"count": 2}
        assert answer["solution"] == answer["solutions"][0]
        formula = quadrille.formula(problem, exclude=answer["solutions"])
        assert sha256(formula) == answer["formula"]["sha256"]
        found = quadrille.exact_cover(problem).solutions
        assert sorted(answer["solutions"]) == found
        assert sorted(quadrille.formula(problem, exclude=found).splitlines()) == sorted(formula.splitlines())
    unique = quadrille.ExactCover([["a", "b"], ["a"]])
    answer = quadrille.prove(unique, claim="none")
    assert (answer["claim"], answer["solution"]) == ("unique", [0]) and "solutions" not in answer
    assert sha256(quadrille.formula(unique, exclude=[answer["solution"]])) == answer["formula"]["sha256"]
    assert quadrille.prove(quadrille.ExactCover([["a", "b"], ["b", "c"]]))["solution"] is None
    with pytest.raises(quadrille.InvalidPuzzle, match="claim"):
        quadrille.prove(quadrille.ExactCover(options), claim="some")  # type: ignore[arg-type]
    with pytest.raises(quadrille.InvalidPuzzle, match="boxes"):
        quadrille.prove(quadrille.ExactCover(options), boxes=False)


def test_long_proof_has_its_text() -> None:
    pigeons, holes = ([f"{name}{k}" for k in range(count)] for name, count in (("p", 9), ("h", 8)))
    options = [[pigeon, hole] for pigeon in pigeons for hole in holes]
    problem = {"primary": pigeons, "secondary": holes, "options": options}
    answer = quadrille.prove(quadrille.ExactCover(problem), claim="none")
    proof = answer["proof"]
    assert answer["stopped_by"] is None and len(proof["text"]) == proof["bytes"] > 262_144
    assert sha256(proof["text"]) == proof["sha256"]


def test_shuffled_puzzle_is_equivalent() -> None:
    shuffled = quadrille.ask("shuffle", UNIQUE, seed=7)
    assert quadrille.ask("shuffle", UNIQUE, seed=7) == shuffled
    forms = [answer["puzzle"] for answer in quadrille.ask("canonical", [UNIQUE, shuffled["puzzle"]])]
    assert forms[0] == forms[1]
    answers = quadrille.ask("shuffle", pyarrow.array([UNIQUE, None, MULTIPLE]), seed=7).to_pylist()
    assert answers[1] is None
    assert [quadrille.is_unique(json.loads(answer)["puzzle"]) for answer in answers if answer] == [True, False]


def test_invalid_puzzle_names_index_and_cell() -> None:
    invalid = UNIQUE[:-1] + "x"
    for puzzles in ([UNIQUE, None, invalid, "xx"], pyarrow.array([UNIQUE, None, invalid, "xx"])):
        with pytest.raises(quadrille.InvalidPuzzle) as caught:
            quadrille.solve(puzzles)
        assert (caught.value.index, caught.value.cell) == (2, "r9c9")
        assert caught.value.code == "mixed_empty_symbols"
        assert str(caught.value).startswith("puzzle 2: r9c9: `x` is an empty cell")
    with pytest.raises(quadrille.InvalidPuzzle) as caught:
        quadrille.solve(invalid)
    assert caught.value.index is None and str(caught.value).startswith("r9c9: ")
    assert isinstance(caught.value, ValueError)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.details, again.cell) == (caught.value.details, "r9c9")


def test_first_of_many_invalid_puzzles_is_named() -> None:
    puzzles = [UNIQUE] * 700 + ["xx"] * 2000
    with pytest.raises(quadrille.InvalidPuzzle) as caught:
        quadrille.count(puzzles, threads=4)
    assert caught.value.index == 700


def test_invalid_puzzle_is_null_on_request() -> None:
    assert quadrille.count([UNIQUE, "xx", {"puzzle": 5}], on_error="null") == [1, None, None]
    assert quadrille.solve("xx", on_error="null") is None
    with pytest.raises(ValueError, match="on_error is 'raise' or 'null', not 'skip'"):
        quadrille.count([], on_error="skip")  # type: ignore[arg-type]


def test_invalid_option_is_an_error_without_index() -> None:
    with pytest.raises(quadrille.InvalidPuzzle, match="limit: ") as caught:
        quadrille.count([UNIQUE], limit=0, on_error="null")
    assert caught.value.index is None
    with pytest.raises(quadrille.InvalidPuzzle, match="limti"):
        quadrille.ask("count", UNIQUE, limti=3)
    with pytest.raises(ValueError, match="threads must be at least 1"):
        quadrille.count(UNIQUE, threads=0)
    with pytest.raises(TypeError, match="unexpected keyword argument 'limti'"):
        quadrille.count(UNIQUE, limti=3)  # type: ignore[call-overload]


def test_generated_puzzles_have_one_solution_and_a_seed() -> None:
    puzzles = quadrille.generate(5, seed=7, clues="24..30", symmetry="rotate180")
    assert quadrille.is_unique(puzzles) == [True] * 5
    assert all(24 <= 81 - puzzle.count(".") <= 30 for puzzle in puzzles)
    assert puzzles[0] == quadrille.generate(seed=7, clues="24..30", symmetry="rotate180")
    assert quadrille.generate(0) == []
    assert len(quadrille.generate(size=4)) == 16
    assert quadrille.generate(seed=1, clues=17, attempts=1, size=9, symmetry="rotate90") is None
    with pytest.raises(quadrille.InvalidPuzzle, match="symmetry"):
        quadrille.generate(symmetry="no")


def test_solutions_are_found_one_by_one() -> None:
    found = list(quadrille.solutions(16 * "."))
    assert len(set(found)) == len(found) == 288
    assert found == list(quadrille.solutions(16 * ".", threads=1))
    assert list(quadrille.solutions("1.....3..4.....2")) == ["1324423124133142"]
    assert list(quadrille.solutions([[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]])) == ["1324423124133142"]
    assert list(quadrille.solutions("11" + 14 * ".")) == []


def test_solutions_are_lazy() -> None:
    first = list(islice(quadrille.solutions(ENDLESS), 1000))
    assert len(set(first)) == 1000


def test_solutions_name_what_stopped_them() -> None:
    solutions = quadrille.solutions(16 * ".")
    next(solutions)
    assert solutions.stopped_by is None
    assert len(list(solutions)) == 287
    assert solutions.stopped_by is None and next(solutions, None) is None
    limited = quadrille.solutions(ENDLESS, nodes=1000)
    assert len(list(limited)) < 1000
    assert limited.stopped_by == "node_limit"


def test_solutions_of_invalid_puzzles_are_errors() -> None:
    with pytest.raises(quadrille.InvalidPuzzle, match="r1c4"):
        quadrille.solutions("12.9............")
    with pytest.raises(TypeError, match="exact_cover"):
        quadrille.solutions(quadrille.ExactCover(pairs(4)))  # type: ignore[arg-type]


def test_interrupt_ends_a_call(monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupt(Exception):
        pass

    def interrupt(*_: object) -> None:
        raise Interrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        for call in (
            lambda: quadrille.count(ENDLESS, limit=2**53 - 1),
            lambda: quadrille.split(ENDLESS, quadrille.cubes(ENDLESS, 1)),
            lambda: quadrille.count_all(ENDLESS),
            lambda: deque(quadrille.solutions(ENDLESS), maxlen=0),
            lambda: quadrille.exact_cover(quadrille.ExactCover(pairs(30)), skip=2**53 - 1),
        ):
            signal.setitimer(signal.ITIMER_REAL, 0.01)
            with pytest.raises(Interrupt):
                call()
    finally:
        signal.signal(signal.SIGALRM, before)


def pairs(count: int) -> list[list[str]]:
    """Partitions of this many items into pairs."""
    return [[f"i{first}", f"i{second}"] for first in range(count) for second in range(first + 1, count)]


def test_other_threads_run_during_a_call() -> None:
    stop, results = quadrille.Stop(), []

    def run() -> None:
        results.append(quadrille.split(ENDLESS, quadrille.cubes(ENDLESS, 1), stop=stop))

    thread = threading.Thread(target=run)
    thread.start()
    # The count is endless, and this thread gets here only if the other one has released the GIL.
    assert not stop.is_set()
    stop.set()
    thread.join()
    [result] = results
    assert result.searched + sum(map(quadrille.weight, result.rest)) == quadrille.WEIGHT_OF_WHOLE
    assert result.rest


def count_in_child() -> int | None:
    return quadrille.count([UNIQUE])[0]


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_forked_process_counts() -> None:
    assert count_in_child() == 1
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert [pool.apply(count_in_child) for _ in range(3)] == [1, 1, 1]


def test_calls_of_several_threads_do_not_wait_for_each_other() -> None:
    results: list[list[int | None]] = []
    threads = [
        threading.Thread(target=lambda: results.append(quadrille.count([UNIQUE, EMPTY_4X4] * 500, limit=3, at_least=True)))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [[1, 3] * 500] * 8


def test_problem_is_copied_and_pickled() -> None:
    problem = quadrille.ExactCover(pairs(4))
    assert copy.copy(problem) == problem == pickle.loads(pickle.dumps(problem))
    assert hash(problem) == hash(copy.copy(problem)) and problem != quadrille.ExactCover(pairs(6))


def test_guesses_are_none_without_one_solution() -> None:
    hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    counted = quadrille.guesses([UNIQUE, hard, MULTIPLE, None, NONE])
    assert counted[0] == 0 and counted[2:] == [None, None, None]
    assert counted[1] is not None and counted[1] > 20
    assert quadrille.guesses(hard, nodes=3) is None


def test_scores_compare_predictions_with_solutions(rows: list[list[int]]) -> None:
    wrong = SOLVED[:-1] + ("1" if SOLVED[-1] != "1" else "2")
    puzzles = [UNIQUE, UNIQUE, UNIQUE, UNIQUE, MULTIPLE, None]
    predictions = [SOLVED, wrong, UNIQUE, None, UNIQUE, SOLVED]
    scores = quadrille.score(puzzles, predictions)
    assert scores.readable == [True, True, True, False, True, None]
    assert scores.valid == [True, False, False, False, False, None]
    assert scores.consistent == [True, False, True, False, False, None]
    assert scores.solved == [True, False, False, False, False, None]
    assert scores.open == [51, 51, 51, 51, 58, None]
    assert scores.right == [51, 51, 0, 0, None, None]
    grid = [[int(digit) for digit in SOLVED[start : start + 9]] for start in range(0, 81, 9)]
    assert quadrille.score(rows, grid) == (True, True, True, True, 51, 51)
    given = quadrille.score([MULTIPLE], ["." * 81], [quadrille.solve(MULTIPLE)])
    assert (given.right, given.open, given.consistent) == ([0], [58], [False])
    with pytest.raises(quadrille.InvalidPuzzle, match="does not solve") as error:
        quadrille.score([UNIQUE, UNIQUE], [SOLVED, SOLVED], [SOLVED, UNIQUE])
    assert error.value.index == 1
    with pytest.raises(ValueError, match="2 puzzles, but 1 predictions"):
        quadrille.score([UNIQUE, UNIQUE], [SOLVED])


def test_subsets_hold_equivalent_puzzles_together() -> None:
    puzzles = quadrille.generate(40, seed=1)
    parts = {"train": 3, "test": 1}
    names = quadrille.subsets(puzzles, parts, seed=7)
    assert set(names) == {"train", "test"}
    shuffled = [answer["puzzle"] for answer in quadrille.ask("shuffle", puzzles, seed=3)]
    assert shuffled != puzzles and quadrille.subsets(shuffled, parts, seed=7) == names
    assert quadrille.subsets(puzzles, parts, seed=8) != names
    assert quadrille.subsets(quadrille.solve(puzzles), by="solution") == quadrille.subsets(puzzles, by="solution")
    assert quadrille.subsets([MULTIPLE, None], by="solution") == [None, None]

    # The hash that docs/python.md describes.
    def hashed(form: str, seed: int) -> int:
        value = 0xCBF29CE484222325
        for byte in [*seed.to_bytes(8, "little"), *(0 if symbol == "." else int(symbol) for symbol in form)]:
            value = (value ^ byte) * 0x100000001B3 % 2**64
        value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        value = (value ^ value >> 27) * 0x94D049BB133111EB % 2**64
        return value ^ value >> 31

    forms = [answer["puzzle"] for answer in quadrille.ask("canonical", puzzles)]
    assert names == ["train" if hashed(form, 7) * 4 >> 64 < 3 else "test" for form in forms]


def test_set_has_the_wanted_composition() -> None:
    rows = [
        {"count": 2, "difficulty": "easy", "clues": "36..40", "symmetry": "rotate180"},
        {"count": 1, "difficulty": "medium"},
        {"count": 2, "size": 4, "clues": 3},
    ]
    easy, medium, none = quadrille.generate_set(rows, seed=5)
    assert [rating.level for rating in quadrille.rate(easy + medium)] == ["easy", "easy", "medium"]
    for puzzle in easy:
        cells = [symbol != "." for symbol in puzzle]
        assert 36 <= sum(cells) <= 40 and cells == cells[::-1]
    assert medium == [quadrille.generate(difficulty="medium", seed=7)]
    assert none == [None, None]
    assert quadrille.generate_set([], seed=5) == []
    with pytest.raises(ValueError, match="line 2 of the set"):
        quadrille.generate_set([{"count": 1}, {"difficulty": "easy"}])
