"""All containers have the same answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import duckdb
import numpy
import pandas
import polars
import pyarrow
import pytest
import quadrille

from conftest import EMPTY_4X4, ENDLESS, MULTIPLE, NONE, SOLVED, UNIQUE

PUZZLES = [UNIQUE, None, MULTIPLE, NONE, UNIQUE]

ARROW_TYPES = [
    pyarrow.string(),
    pyarrow.large_string(),
    pyarrow.string_view(),
    pyarrow.dictionary(pyarrow.int32(), pyarrow.string()),
    pyarrow.binary(),
]

# Containers, and functions that make lists of them.
CONTAINERS: dict[str, tuple[Callable[[list[Any]], Any], Callable[[Any], list[Any]]]] = {
    "list": (list, list),
    "tuple": (tuple, list),
    "iterator": (iter, list),
    "numpy_object": (lambda puzzles: numpy.array(puzzles, object), lambda array: array.tolist()),
    "polars": (lambda puzzles: polars.Series("p", puzzles, polars.String), lambda series: series.to_list()),
    "pandas": (
        lambda puzzles: pandas.Series(puzzles, range(7, 7 + len(puzzles)), "object"),
        lambda series: [None if pandas.isna(value) else value for value in series.tolist()],
    ),
    "chunked": (
        lambda puzzles: pyarrow.chunked_array([puzzles[:2], [], puzzles[2:]], pyarrow.string()),
        lambda array: array.to_pylist(),
    ),
    "slice": (
        lambda puzzles: pyarrow.array(["x", "y", "z", *puzzles, "z"], pyarrow.string()).slice(3, len(puzzles)),
        lambda array: array.to_pylist(),
    ),
}
for kind in ARROW_TYPES:
    CONTAINERS[str(kind)] = (
        lambda puzzles, kind=kind: pyarrow.array(puzzles, kind),
        lambda array: array.to_pylist(),
    )


@pytest.mark.parametrize("name", CONTAINERS)
def test_answers_of_all_containers_are_equal(name: str) -> None:
    of, to_list = CONTAINERS[name]
    solutions = to_list(quadrille.solve(of(PUZZLES)))
    assert solutions[0] == solutions[4] == SOLVED
    assert solutions[1] is None and solutions[3] is None
    assert quadrille.is_unique(UNIQUE) and quadrille.count(solutions[2]) == 1
    assert to_list(quadrille.count(of(PUZZLES))) == [1, None, None, 0, 1]
    assert to_list(quadrille.count(of(PUZZLES), at_least=True)) == [1, None, 2, 0, 1]
    assert to_list(quadrille.count(of(PUZZLES), limit=5, at_least=True, threads=1)) == [1, None, 5, 0, 1]
    assert to_list(quadrille.is_unique(of(PUZZLES))) == [True, None, False, False, True]


@pytest.mark.parametrize("name", CONTAINERS)
def test_container_without_puzzles_has_empty_result(name: str) -> None:
    of, to_list = CONTAINERS[name]
    for question in (quadrille.solve, quadrille.count, quadrille.is_unique, quadrille.candidates, quadrille.rate):
        assert to_list(question(of([]))) == []


@pytest.mark.parametrize("name", CONTAINERS)
def test_more_nulls_than_a_byte_of_the_bitmap_stay_null(name: str) -> None:
    of, to_list = CONTAINERS[name]
    puzzles = [UNIQUE if index % 3 else None for index in range(1000)]
    expected = [1 if index % 3 else None for index in range(1000)]
    assert to_list(quadrille.count(of(puzzles))) == expected


def test_results_have_the_kind_of_the_puzzles() -> None:
    array = pyarrow.array([UNIQUE, None])
    assert quadrille.solve(array).type == pyarrow.large_string()
    assert quadrille.count(array).type == pyarrow.uint64()
    assert quadrille.is_unique(array).type == pyarrow.bool_()
    assert quadrille.candidates(array).type == pyarrow.large_list(pyarrow.uint64())
    assert isinstance(quadrille.count(pyarrow.chunked_array([array])), pyarrow.ChunkedArray)
    for result in (quadrille.solve(array), quadrille.count(array), quadrille.candidates(array), quadrille.rate(array)):
        result.validate(full=True)

    series = polars.Series("name", [UNIQUE, None])
    assert quadrille.count(series).name == "name"
    assert quadrille.rate(series).struct.field("level").to_list() == ["easy", None]

    frame = pandas.DataFrame({"puzzle": [UNIQUE, None]}, index=[5, 6])
    counts = quadrille.count(frame["puzzle"])
    assert counts.index.tolist() == [5, 6] and counts.name == "puzzle"
    assert str(counts.dtype) == "UInt64" and str(quadrille.is_unique(frame["puzzle"]).dtype) == "boolean"


def test_numpy_grids_and_rows_have_solutions_of_their_shape(rows: list[list[int]]) -> None:
    solved = numpy.array(list(map(int, SOLVED)))
    for dtype in ("uint8", "int8", "int64", "uint16"):
        grids = numpy.array([rows, rows], dtype)
        assert quadrille.solve(grids).dtype == dtype
        assert (quadrille.solve(grids) == solved.reshape(9, 9)).all()
        assert (quadrille.solve(grids.reshape(2, 81)) == solved).all()
        assert quadrille.count(grids).tolist() == [1, 1]


def test_numpy_bytes_have_solutions_in_bytes() -> None:
    texts = numpy.array([UNIQUE, UNIQUE], "S")
    assert quadrille.solve(texts).tolist() == [SOLVED.encode()] * 2
    assert quadrille.is_unique(texts).dtype == numpy.bool_
    symbols = numpy.frombuffer((UNIQUE + UNIQUE).encode(), numpy.uint8).reshape(2, 81)
    assert quadrille.solve(symbols).tobytes().decode() == SOLVED + SOLVED
    # Not contiguous.
    assert quadrille.count(symbols[::-1]).tolist() == [1, 1]
    assert quadrille.count(numpy.asfortranarray(symbols)).tolist() == [1, 1]


def test_numpy_strings_have_solutions_in_strings() -> None:
    assert quadrille.solve(numpy.array([UNIQUE, UNIQUE])).tolist() == [SOLVED] * 2


def test_numpy_puzzle_without_answer_is_masked(rows: list[list[int]]) -> None:
    impossible = numpy.array(rows)
    impossible[0, 1] = 5
    grids = numpy.array([rows, impossible])
    solutions = quadrille.solve(grids)
    assert solutions.mask.tolist() == [[[False] * 9] * 9, [[True] * 9] * 9]
    assert quadrille.count(grids).tolist() == [1, 0]
    assert quadrille.rate(grids)["score"].tolist() == [284, None]
    assert quadrille.rate(grids[:1])["level"].tolist() == ["easy"]


def test_numpy_grid_of_unclear_shape_is_rejected(rows: list[list[int]]) -> None:
    with pytest.raises(ValueError, match="either one grid or many"):
        quadrille.solve(numpy.array(rows))
    assert quadrille.solve(numpy.array(rows).tolist()) == SOLVED
    with pytest.raises(TypeError, match="not 2 dimensions of float64"):
        quadrille.solve(numpy.zeros((3, 81)))
    with pytest.raises(ValueError, match="digits are numbers"):
        quadrille.solve(numpy.full((3, 81), -1))
    with pytest.raises(TypeError, match="not int"):
        quadrille.solve(5)


def test_candidates_are_digits_or_bit_masks() -> None:
    puzzle = "12..3.......2.4."
    digits = quadrille.candidates(puzzle)
    assert digits[0][:2] == [[1], [2]]
    masks = [sum(1 << digit - 1 for digit in cell) for row in digits for cell in row]
    assert quadrille.candidates([puzzle, None]) == [digits, None]
    assert quadrille.candidates(pyarrow.array([None, puzzle])).to_pylist() == [None, masks]
    assert quadrille.candidates(numpy.array([puzzle])).tolist() == [masks]
    assert quadrille.candidates(polars.Series([puzzle])).to_list() == [masks]
    with pytest.raises(ValueError, match="several sizes"):
        quadrille.candidates(numpy.array([puzzle, UNIQUE]))


def test_puzzles_of_many_chunks_keep_their_order() -> None:
    puzzles = [UNIQUE, EMPTY_4X4, NONE, MULTIPLE] * 700
    assert quadrille.count(puzzles, limit=3, at_least=True) == [1, 3, 0, 3] * 700
    assert quadrille.count(puzzles, limit=3, at_least=True, threads=7) == [1, 3, 0, 3] * 700
    assert quadrille.count(pyarrow.array(puzzles), limit=3, at_least=True).to_pylist() == [1, 3, 0, 3] * 700


def test_slow_puzzle_keeps_its_place() -> None:
    puzzles = [UNIQUE, ENDLESS, UNIQUE]
    assert quadrille.count(puzzles, limit=100_000, nodes=1000) == [1, None, 1]


def test_duckdb_function_counts_a_column() -> None:
    with duckdb.connect() as database:
        # DuckDB counts the parameters of the function.
        database.create_function("solutions", lambda column: quadrille.count(column, at_least=True), ["VARCHAR"], "UBIGINT", type="arrow")
        counted = database.sql(
            f"SELECT i, solutions(p) FROM (SELECT i, CASE i % 2 WHEN 0 THEN '{UNIQUE}' ELSE '{MULTIPLE}' END AS p "
            "FROM range(5000) AS r(i)) ORDER BY i"
        ).fetchall()
    assert counted == [(i, 1 + i % 2) for i in range(5000)]


def test_duckdb_function_returns_null() -> None:
    with duckdb.connect() as database:
        for name, null_handling in [("refused", "default"), ("solutions", "special")]:
            database.create_function(
                name,
                lambda column: quadrille.count(column, on_error="null"),
                ["VARCHAR"],
                "UBIGINT",
                type="arrow",
                null_handling=null_handling,
            )
        puzzles = f"(SELECT unnest(['{UNIQUE}', '1..', NULL]) AS puzzle)"
        counted = database.sql(f"SELECT solutions(puzzle) FROM {puzzles}").fetchall()
        with pytest.raises(duckdb.InvalidInputException, match="null_handling"):
            database.sql(f"SELECT refused(puzzle) FROM {puzzles}").fetchall()
    assert counted == [(1,), (None,), (None,)]


def test_kit_for_models_keeps_containers() -> None:
    puzzles = numpy.array([[int(digit) for digit in UNIQUE.replace(".", "0")]] * 2, numpy.uint8)
    predictions = numpy.array([[int(digit) for digit in SOLVED]] * 2, numpy.uint8)
    predictions[1, 2] = 0
    scores = quadrille.score(puzzles, predictions)
    assert scores.solved.tolist() == [True, False] and scores.solved.dtype == numpy.bool_
    assert scores.right.tolist() == [51, 50] and scores.open.tolist() == [51, 51]
    assert quadrille.score(puzzles, predictions, predictions[[0, 0]]).right.tolist() == [51, 50]
    assert quadrille.guesses(puzzles).tolist() == [0, 0]
    assert quadrille.subsets(puzzles, {"all": 1}).tolist() == ["all", "all"]
    column = pyarrow.array([UNIQUE, None, MULTIPLE])
    scores = quadrille.score(column, pyarrow.array([SOLVED, SOLVED, None]))
    assert scores.solved.to_pylist() == [True, None, False]
    assert scores.right.to_pylist() == [51, None, 0] and scores.right.type == pyarrow.uint64()
    assert quadrille.score(column, pyarrow.array([SOLVED, None, UNIQUE])).right.to_pylist() == [51, None, None]
    assert quadrille.guesses(column).to_pylist() == [0, None, None]
    series = polars.Series("puzzle", [UNIQUE, None])
    assert quadrille.subsets(series, {"all": 1}).to_list() == ["all", None]
    assert quadrille.score(series, polars.Series([UNIQUE, None])).consistent.to_list() == [True, None]
    assert quadrille.score(pandas.Series([UNIQUE]), pandas.Series([SOLVED])).solved.tolist() == [True]
