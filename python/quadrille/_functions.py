"""Questions about puzzles: one, or many in any container."""

from __future__ import annotations

import json
import warnings
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import accumulate
from typing import Any, Literal, TypeAlias, TypedDict, TypeVar, Unpack, get_args, overload

from quadrille import _native
from quadrille._answers import (
    CandidatesAnswer,
    CanonicalAnswer,
    ConflictsAnswer,
    ConversionFormat,
    CountAnswer,
    EstimateAnswer,
    FormatName,
    FormulaAnswer,
    HintAnswer,
    MinimalAnswer,
    PathAnswer,
    ProveAnswer,
    RateAnswer,
    ShuffleAnswer,
    SolutionGrid,
    SolveAnswer,
    SymmetryName,
)
from quadrille._arrays import Column, Container, container
from quadrille._cubes import ExactCover, cubes, problem_text, query_of, split, weight
from quadrille._native import Solutions, Stop
from quadrille._types import CoverSolutions, Grid, PuzzleLike, Rating, ReadPuzzle, Scores, Split

OnError: TypeAlias = Literal["raise", "null"]
Question: TypeAlias = Literal[
    "solve",
    "count",
    "candidates",
    "rate",
    "hint",
    "path",
    "minimal",
    "conflicts",
    "canonical",
    "shuffle",
    "estimate",
    "prove",
    "formula",
]

Claim: TypeAlias = Literal["none", "unique"] | Mapping[Literal["count"], int]
"""Number of solutions to prove."""

Constraints: TypeAlias = Sequence[Mapping[str, object]]
Regions: TypeAlias = str | Sequence[str] | Sequence[Sequence[str]]
Grids: TypeAlias = str | Sequence[Mapping[str, int]]
One: TypeAlias = str | Mapping[str, object] | ReadPuzzle
P = TypeVar("P", bound=One | None)
List: TypeAlias = list[P] | tuple[P, ...]
ProofFormat: TypeAlias = Literal["drup", "veripb", "veripb3"]
FormulaFormat: TypeAlias = Literal["dimacs", "opb"]


class Rules(TypedDict, total=False):
    """Options that say how to read a puzzle."""

    box: str | None
    format: FormatName | None
    constraints: Constraints | None
    regions: Regions | None
    boxes: bool | None
    grids: Grids | None


class Options(Rules, total=False):
    """Options of all questions about puzzles."""

    nodes: int | None
    time_ms: int | None
    threads: int | None
    on_error: OnError


class CountOptions(Options, total=False):
    """Options of `count`."""

    limit: int | None
    at_least: bool


# Options that the functions of the native module for one text take, and the largest number.
_LIMITS = frozenset({"limit", "nodes", "time_ms"})
_LIMIT_MAX = 2**53 - 1

# Cubes for each thread at first, and nodes after which the rest of a cube is distributed: some seconds.
_CUBES_PER_THREAD = 16
_CUBES_NODES = 8_000_000

_RATING = {"score": "uint64", "level": "string", "hardest": "string"}


def _answer(
    question: str, puzzles: Container, *, threads: int | None = None, on_error: OnError = "raise", **options: object
) -> Column:
    if on_error not in ("raise", "null"):
        raise ValueError(f"on_error is 'raise' or 'null', not {on_error!r}")
    query, is_lenient = query_of(options), on_error == "null"
    return Column(
        _native.answer(
            question,
            puzzles.entries(),
            puzzles.is_json,
            query,
            _thread_count(threads),
            is_lenient,
            puzzles.has_index,
        )
    )


def _known(options: Mapping[str, object], known: type[Rules] = Options) -> dict[str, Any]:
    """Returns the options, if all are known. Polars calls again without its own ones after this TypeError."""
    for name in options:
        if name not in known.__annotations__:
            raise TypeError(f"unexpected keyword argument {name!r}")
    return dict(options)


def _is_limited_text(puzzles: Any, options: Mapping[str, Any]) -> bool:
    """Returns whether the arguments are one text, and limits that the native module takes as they are."""
    return type(puzzles) is str and (
        not options
        or (
            options.keys() <= _LIMITS
            and all(value is None or (type(value) is int and 0 < value <= _LIMIT_MAX) for value in options.values())
        )
    )


def _thread_count(threads: int | None) -> int:
    """Returns the number of threads for the native module, where 0 is the number of cores."""
    if threads is not None and threads < 1:
        raise ValueError("threads must be at least 1")
    return threads or 0


@overload
def solve(puzzles: One, **options: Unpack[Options]) -> str | None: ...
@overload
def solve(puzzles: List[P], **options: Unpack[Options]) -> list[str | None]: ...
@overload
def solve(puzzles: Any, **options: Unpack[Options]) -> Any: ...
def solve(puzzles: Any, **options: Unpack[Options]) -> Any:
    """Returns a solution of each puzzle, in its notation; None if there is none, or a limit was reached.

    The first solution found: `is_unique` tells whether there are others.

    Args:
        puzzles: A puzzle, or many: a sequence, a NumPy array, an Arrow array, or a series of Polars or pandas. The result is of
            the same kind. Null stays null.
        box: Size of a box, such as `3x2`; by default the squarest.
        format: Format of puzzles that are text; by default it is detected.
        constraints: Constraints of all puzzles, such as `[{"type": "anti_knight"}]`.
        regions: Regions of all puzzles, instead of boxes: rows of symbols, of which equal ones are a region, or lists of cells.
        boxes: False for Latin squares.
        grids: Several grids: a name such as `samurai`, or the rows and columns of their top left cells.
        nodes: Maximum number of search tree nodes for each puzzle.
        time_ms: Maximum time for each puzzle in milliseconds.
        threads: Number of threads; by default one for each core.
        on_error: Whether an invalid puzzle raises an error or has the result null.

    Raises:
        InvalidPuzzle: A puzzle or an option is invalid. It names the index of the puzzle.
    """
    known = _known(options)
    if _is_limited_text(puzzles, known):
        return _native.solve_text(puzzles, **known)
    kind = container(puzzles)
    return kind.texts(_answer("solution", kind, limit=1, **known))


@overload
def count(puzzles: One, **options: Unpack[CountOptions]) -> int | None: ...
@overload
def count(puzzles: List[P], **options: Unpack[CountOptions]) -> list[int | None]: ...
@overload
def count(puzzles: Any, **options: Unpack[CountOptions]) -> Any: ...
def count(puzzles: Any, **options: Unpack[CountOptions]) -> Any:
    """Returns the number of all solutions of each puzzle; None if they were not all counted.

    That is the case if `limit`, `nodes` or `time_ms` was reached. With `at_least`, the result is then the number of solutions found.

    Args:
        puzzles: As for `solve`.
        limit: Number of solutions after which counting stops; by default 2. None to count all, however long that takes.
        at_least: Whether a number that is only a lower bound is a result, too.
        box: As for `solve`.
        format: As for `solve`.
        constraints: As for `solve`.
        regions: As for `solve`.
        boxes: As for `solve`.
        grids: As for `solve`.
        nodes: As for `solve`.
        time_ms: As for `solve`.
        threads: As for `solve`. One puzzle is counted by one thread; see `count_all`.
        on_error: As for `solve`.

    Raises:
        InvalidPuzzle: As for `solve`.
    """
    known = _known(options, CountOptions)
    at_least = known.pop("at_least", False)
    if _is_limited_text(puzzles, known):
        return _native.count_text(puzzles, at_least=bool(at_least), **{"limit": 2, **known})
    kind = container(puzzles)
    question = "at_least" if at_least else "number"
    known["limit"] = _limit(known.get("limit", 2))
    return kind.numbers(_answer(question, kind, **known))


def _limit(limit: int | None) -> int | str:
    """Returns a number of solutions as an option of the service."""
    return "all" if limit is None else limit


@overload
def is_unique(puzzles: One, **options: Unpack[Options]) -> bool | None: ...
@overload
def is_unique(puzzles: List[P], **options: Unpack[Options]) -> list[bool | None]: ...
@overload
def is_unique(puzzles: Any, **options: Unpack[Options]) -> Any: ...
def is_unique(puzzles: Any, **options: Unpack[Options]) -> Any:
    """Returns for each puzzle whether it has exactly one solution; None if a limit was reached before that was known.

    Arguments and errors are those of `solve`.
    """
    known = _known(options)
    if _is_limited_text(puzzles, known):
        return _native.is_unique_text(puzzles, **known)
    kind = container(puzzles)
    return kind.booleans(_answer("is_unique", kind, **known))


@overload
def candidates(puzzles: One, **options: Unpack[Options]) -> list[list[list[int]]] | None: ...
@overload
def candidates(puzzles: List[P], **options: Unpack[Options]) -> list[list[list[list[int]]] | None]: ...
@overload
def candidates(puzzles: Any, **options: Unpack[Options]) -> Any: ...
def candidates(puzzles: Any, **options: Unpack[Options]) -> Any:
    """Returns the digits of each cell that occur in solutions; None if a limit was reached before all were decided.

    For a puzzle or a list: rows of cells, and a list of digits for each cell. For arrays: a bit mask for each cell, with bit
    `d - 1` for the digit `d`; in NumPy a row for each puzzle, in Arrow a list.

    Arguments and errors are those of `solve`.
    """
    kind = container(puzzles)
    return kind.masks(_answer("masks", kind, **_known(options)))


@overload
def rate(puzzles: One, **options: Unpack[Options]) -> Rating | None: ...
@overload
def rate(puzzles: List[P], **options: Unpack[Options]) -> list[Rating | None]: ...
@overload
def rate(puzzles: Any, **options: Unpack[Options]) -> Any: ...
def rate(puzzles: Any, **options: Unpack[Options]) -> Any:
    """Returns how hard each puzzle is for people, as `Rating`; None without exactly one solution, or if a limit was reached.

    In Arrow and Polars the result is a struct, in NumPy a structured array.

    Arguments and errors are those of `solve`.
    """
    kind = container(puzzles)
    ratings: list[Rating | None] = []
    for document in _answer("rate", kind, se_estimate=False, **_known(options)).documents():
        if document is None or document["score"] is None:
            ratings.append(None)
        else:
            ratings.append(Rating(document["score"], document["level"], document["hardest"]))
    return kind.records(ratings, _RATING)


@overload
def guesses(puzzles: One, **options: Unpack[Options]) -> int | None: ...
@overload
def guesses(puzzles: List[P], **options: Unpack[Options]) -> list[int | None]: ...
@overload
def guesses(puzzles: Any, **options: Unpack[Options]) -> Any: ...
def guesses(puzzles: Any, **options: Unpack[Options]) -> Any:
    """Returns the number of guesses of a plain search for each puzzle, a measure of its difficulty; None without exactly one solution, or
    if a limit was reached. `docs/ratings.md` defines it.

    Arguments and errors are those of `solve`.
    """
    kind = container(puzzles)
    return kind.numbers(_answer("guesses", kind, **_known(options)))


# Bytes of a score, and of each of its numbers.
_SCORE_BYTES, _NUMBER_BYTES = 24, 8


def score(
    puzzles: Any,
    predictions: Any,
    solutions: Any = None,
    *,
    threads: int | None = None,
    on_error: OnError = "raise",
    nodes: int | None = None,
    time_ms: int | None = None,
    **rules: Unpack[Rules],
) -> Scores:
    """Compares the grids that a model predicts with the solutions of their puzzles.

    Searches for the solution of a puzzle if none is given, and the prediction is no solution itself. If the puzzle has no or several
    solutions, `right` is null.

    Args:
        puzzles: As for `solve`.
        predictions: A grid for each puzzle, in a container as for `solve`. Anything that is no grid of the size of its puzzle, and null, is
            not `readable`, and nothing of it is right.
        solutions: A solution of each puzzle, with which the cells are compared; null to search for it.
        threads: As for `solve`.
        on_error: As for `solve`.
        nodes: As for `solve`.
        time_ms: As for `solve`.
        rules: `box`, `format`, `constraints`, `regions`, `boxes` and `grids`, as for `solve`.

    Raises:
        InvalidPuzzle: As for `solve`, or a given solution does not solve its puzzle.
    """
    if on_error not in ("raise", "null"):
        raise ValueError(f"on_error is 'raise' or 'null', not {on_error!r}")
    kind = container(puzzles)
    entries = kind.entries()

    def beside(grids: Any, name: str) -> tuple[_native.Entries, bool]:
        other = container(grids)
        column = other.entries()
        if len(column) != len(entries):
            raise ValueError(f"there are {len(entries)} puzzles, but {len(column)} {name}")
        return column, other.is_json

    column = Column(
        _native.score(
            entries,
            kind.is_json,
            beside(predictions, "predictions"),
            None if solutions is None else beside(solutions, "solutions"),
            # Each puzzle gets a prediction of its own instead of this one.
            query_of({"prediction": ".", "nodes": nodes, "time_ms": time_ms, **_known(rules, Rules)}),
            _thread_count(threads),
            on_error == "null",
            kind.has_index,
        )
    )
    known = column.field(4, 1, _SCORE_BYTES, None).values
    is_known = _bits(known) if 0 in known else None
    readable, valid, consistent, solved = (
        kind.booleans(column.field(start, 1, _SCORE_BYTES, column.valid)) for start in range(4)
    )
    right = kind.numbers(column.field(8, _NUMBER_BYTES, _SCORE_BYTES, is_known))
    empty = kind.numbers(column.field(16, _NUMBER_BYTES, _SCORE_BYTES, column.valid))
    return Scores(readable, valid, consistent, solved, right, empty)


def _bits(flags: bytes) -> bytes:
    """Returns bytes that are 0 or 1 as bits, the first one lowest."""
    bits = int(flags[::-1].translate(bytes.maketrans(b"\0\1", b"01")), 2) if flags else 0
    return bits.to_bytes((len(flags) + 7) // 8, "little")


def subsets(
    puzzles: Any,
    parts: Mapping[str, int] | None = None,
    *,
    by: Literal["puzzle", "solution"] = "puzzle",
    seed: int = 0,
    threads: int | None = None,
    on_error: OnError = "raise",
    box: str | None = None,
    nodes: int | None = None,
    time_ms: int | None = None,
) -> Any:
    """Divides puzzles among subsets such as `train` and `test`, so that equivalent puzzles are in the same subset.

    Returns the name of the subset for each puzzle, which depends on the canonical form of the puzzle, `parts` and `seed` alone. None if the
    puzzle has no canonical form, or a limit was reached. In NumPy an array of objects.

    Args:
        puzzles: As for `solve`, of up to 9x9 and without constraints.
        parts: Names of the subsets with their weights, which are whole numbers; by default `{"train": 9, "test": 1}`.
        by: Whether the canonical form of the puzzle decides, or that of its unique solution: then puzzles with equivalent solutions are in
            the same subset, too.
        seed: Seed of the hash. Another seed makes other subsets.
        threads: As for `solve`.
        on_error: As for `solve`.
        box: As for `solve`.
        nodes: As for `solve`.
        time_ms: As for `solve`.

    Raises:
        InvalidPuzzle: As for `solve`, or the puzzle is too large for a canonical form.
    """
    kind = container(puzzles)
    weights = None if parts is None else ",".join(f"{name}={weight}" for name, weight in parts.items())
    options = {"parts": weights, "by": by, "seed": seed, "box": box, "nodes": nodes, "time_ms": time_ms}
    return kind.labels(_answer("subset_name", kind, threads=threads, on_error=on_error, **options))


@overload
def ask(
    question: Literal["solve"], puzzles: One, *, threads: int | None = None, on_error: Literal["raise"] = "raise", **options: object
) -> SolveAnswer: ...
@overload
def ask(
    question: Literal["solve"], puzzles: List[P], *, threads: int | None = None, on_error: OnError = "raise", **options: object
) -> list[SolveAnswer | None]: ...
@overload
def ask(
    question: Literal["count"], puzzles: One, *, threads: int | None = None, on_error: Literal["raise"] = "raise", **options: object
) -> CountAnswer: ...
@overload
def ask(
    question: Literal["count"], puzzles: List[P], *, threads: int | None = None, on_error: OnError = "raise", **options: object
) -> list[CountAnswer | None]: ...
@overload
def ask(
    question: Literal["candidates"], puzzles: One, *, threads: int | None = None, on_error: Literal["raise"] = "raise", **options: object
) -> CandidatesAnswer: ...
@overload
def ask(
    question: Literal["candidates"], puzzles: List[P], *, threads: int | None = None, on_error: OnError = "raise", **options: object
) -> list[CandidatesAnswer | None]: ...
@overload
def ask(
    question: Literal["rate"], puzzles: One, *, threads: int | None = None, on_error: Literal["raise"] = "raise", **options: object
) -> RateAnswer: ...
@overload
def ask(
    question: Literal["rate"], puzzles: List[P], *, threads: int | None = None, on_error: OnError = "raise", **options: object
) -> list[RateAnswer | None]: ...
@overload
def ask(
    question: Literal["hint"], puzzles: One, *, threads: int | None = None, on_error: Literal["raise"] = "raise", **options: object
) -> HintAnswer: ...
@overload
def ask(
    question: Literal["hint"], puzzles: List[P], *, threads: int | None = None, on_error: OnError = "raise", **options: object
) -> list[HintAnswer | None]: ...
@overload
def ask(
    question: Literal["path"], puzzles: One, *, threads: int | None = None, on_error: Literal["raise"] = "raise", **options: object
) -> PathAnswer: ...
@overload
def ask(
    question: Literal["path"], puzzles: List[P], *, threads: int | None = None, on_error: OnError = "raise", **options: object
) -> list[PathAnswer | None]: ...
@overload
def ask(
    question: Literal["minimal"], puzzles: One, *, threads: int | None = None, on_error: Literal["raise"] = "raise", **options: object
) -> MinimalAnswer: ...
@overload
def ask(
    question: Literal["minimal"], puzzles: List[P], *, threads: int | None = None, on_error: OnError = "raise", **options: object
) -> list[MinimalAnswer | None]: ...
@overload
def ask(
    question: Literal["conflicts"], puzzles: One, *, threads: int | None = None, on_error: Literal["raise"] = "raise", **options: object
) -> ConflictsAnswer: ...
@overload
def ask(
    question: Literal["conflicts"], puzzles: List[P], *, threads: int | None = None, on_error: OnError = "raise", **options: object
) -> list[ConflictsAnswer | None]: ...
@overload
def ask(
    question: Literal["canonical"], puzzles: One, *, threads: int | None = None, on_error: Literal["raise"] = "raise", **options: object
) -> CanonicalAnswer: ...
@overload
def ask(
    question: Literal["canonical"], puzzles: List[P], *, threads: int | None = None, on_error: OnError = "raise", **options: object
) -> list[CanonicalAnswer | None]: ...
@overload
def ask(
    question: Literal["shuffle"], puzzles: One, *, threads: int | None = None, on_error: Literal["raise"] = "raise", **options: object
) -> ShuffleAnswer: ...
@overload
def ask(
    question: Literal["shuffle"], puzzles: List[P], *, threads: int | None = None, on_error: OnError = "raise", **options: object
) -> list[ShuffleAnswer | None]: ...
@overload
def ask(
    question: Literal["estimate"], puzzles: One, *, threads: int | None = None, on_error: Literal["raise"] = "raise", **options: object
) -> EstimateAnswer: ...
@overload
def ask(
    question: Literal["estimate"], puzzles: List[P], *, threads: int | None = None, on_error: OnError = "raise", **options: object
) -> list[EstimateAnswer | None]: ...
@overload
def ask(
    question: Literal["prove"], puzzles: One, *, threads: int | None = None, on_error: Literal["raise"] = "raise", **options: object
) -> ProveAnswer: ...
@overload
def ask(
    question: Literal["prove"], puzzles: List[P], *, threads: int | None = None, on_error: OnError = "raise", **options: object
) -> list[ProveAnswer | None]: ...
@overload
def ask(
    question: Literal["formula"], puzzles: One, *, threads: int | None = None, on_error: Literal["raise"] = "raise", **options: object
) -> FormulaAnswer: ...
@overload
def ask(
    question: Literal["formula"], puzzles: List[P], *, threads: int | None = None, on_error: OnError = "raise", **options: object
) -> list[FormulaAnswer | None]: ...
@overload
def ask(question: Question, puzzles: Any, **options: Any) -> Any: ...
def ask(
    question: Question,
    puzzles: Any,
    *,
    threads: int | None = None,
    on_error: OnError = "raise",
    **options: object,
) -> Any:
    """Returns the whole answers to a question, as the HTTP service gives them: verdict, what stopped the search, and so on.

    For a puzzle a dictionary, for a sequence or a NumPy array a list; for Arrow arrays and series JSON as text.

    Args:
        question: A question of the HTTP service, such as `minimal`.
        puzzles: As for `solve`.
        threads: As for `solve`.
        on_error: As for `solve`.
        options: Options of the endpoint, such as `limit`, `seed`, `nodes` or `time_ms`. None is the default of the endpoint, but for
            `limit` of the question `count`, where it counts all.

    Raises:
        InvalidPuzzle: As for `solve`.
    """
    kind = container(puzzles)
    if question not in get_args(Question):
        raise ValueError(f"question is one of {', '.join(get_args(Question))}, not {question!r}")
    if question == "count" and "limit" in options and options["limit"] is None:
        options["limit"] = _limit(None)
    return kind.documents(_answer(question, kind, threads=threads, on_error=on_error, **options))


@overload
def prove(
    puzzle: PuzzleLike,
    *,
    claim: Claim | None = None,
    proof: ProofFormat | None = None,
    nodes: int | None = None,
    time_ms: int | None = None,
    **rules: Unpack[Rules],
) -> ProveAnswer: ...
@overload
def prove(
    puzzle: ExactCover,
    *,
    claim: Claim | None = None,
    proof: ProofFormat | None = None,
    nodes: int | None = None,
    time_ms: int | None = None,
) -> dict[str, Any]: ...
def prove(
    puzzle: PuzzleLike | ExactCover,
    *,
    claim: Claim | None = None,
    proof: ProofFormat | None = None,
    nodes: int | None = None,
    time_ms: int | None = None,
    **rules: Unpack[Rules],
) -> Any:
    """Proves the number of solutions of one puzzle or exact cover problem, so that other programs can check it.

    Returns the answer of the HTTP service: `proof` has the text of the proof, of up to 8 MiB, and is None if there are more
    solutions than claimed, or a limit is reached. `docs/proofs.md` describes formula, proof and checkers. Solutions of an exact cover problem are
    the numbers of their options, from 0, as those of `exact_cover`; `formula` takes them as `exclude`.

    Args:
        puzzle: As for `solve`, a single one, or `ExactCover`.
        claim: `"unique"`, the default; `"none"`; or a count up to 1,000, such as `{"count": 5}`. If it is false, `claim` of
            the answer is the true number, or None if there are more solutions.
        proof: Format of the proof: `drup`, the default; `veripb`, which puzzles with sums need; or `veripb3`.
        nodes: Maximum number of search tree nodes.
        time_ms: Maximum time in milliseconds.
        rules: `box`, `format`, `constraints`, `regions`, `boxes` and `grids`, as for `solve`.

    Raises:
        InvalidPuzzle: The puzzle or an option is invalid, or the formula is too large or not possible in its format.
    """
    options = {"claim": claim, "proof": proof, "nodes": nodes, "time_ms": time_ms, **_known(rules, Rules)}
    answer = _one_answer("prove", puzzle, options)
    if isinstance(puzzle, ExactCover):
        for member in answer.keys() & {"solution", "solutions"}:
            answer[member] = _option_numbers(answer[member])
    return answer


def _option_numbers(solution: Any) -> Any:
    """Returns the options of a solution, or of a list of solutions, as their numbers from 0."""
    if isinstance(solution, list):
        return [_option_numbers(part) for part in solution]
    return None if solution is None else solution["option"] - 1


@overload
def formula(
    puzzle: PuzzleLike, *, to: FormulaFormat | None = None, exclude: Sequence[str | Grid] | None = None, **rules: Unpack[Rules]
) -> str: ...
@overload
def formula(
    puzzle: ExactCover, *, to: FormulaFormat | None = None, exclude: Sequence[Sequence[int]] | None = None
) -> str: ...
def formula(
    puzzle: PuzzleLike | ExactCover,
    *,
    to: FormulaFormat | None = None,
    exclude: Sequence[Any] | None = None,
    **rules: Unpack[Rules],
) -> str:
    """Writes a puzzle or an exact cover problem as the formula that proofs of `prove` are about.

    Args:
        puzzle: As for `prove`.
        to: Format of the formula: `dimacs`, the default, or `opb`.
        exclude: Solutions that the formula excludes, as the answer of `prove` has them, or `solutions` and `exact_cover`: for an
            exact cover problem the numbers of their options, from 0.
        rules: As for `prove`.

    Raises:
        InvalidPuzzle: As for `prove`.
    """
    if isinstance(puzzle, ExactCover) and exclude is not None:
        exclude = [[option + 1 for option in solution] for solution in exclude]
    options = {"to": to, "exclude": exclude, **_known(rules, Rules)}
    return str(_one_answer("formula", puzzle, options)["text"])


def _one_answer(question: str, puzzle: PuzzleLike | ExactCover, options: Mapping[str, Any]) -> dict[str, Any]:
    """Asks about one puzzle or exact cover problem."""
    answer: dict[str, Any]
    if isinstance(puzzle, ExactCover):
        text, _, is_json = problem_text(puzzle)
        answer = json.loads(_native.cover_answer(question, text, is_json, query_of(options)))
    else:
        is_body = isinstance(puzzle, Mapping | ReadPuzzle)
        kind = container(puzzle if is_body else {"puzzle": puzzle})
        answer = kind.documents(_answer(question, kind, **options))
    return answer


class Wishes(TypedDict, total=False):
    """Options of `generate`."""

    seed: int | None
    size: int | None
    box: str | None
    difficulty: str | None
    clues: int | str | None
    symmetry: SymmetryName | None
    minimal: bool | None
    pattern: str | None
    techniques: str | None
    attempts: int | None
    nodes: int | None
    time_ms: int | None
    threads: int | None


@overload
def generate(count: None = None, **wishes: Unpack[Wishes]) -> str | None: ...
@overload
def generate(count: int, **wishes: Unpack[Wishes]) -> list[str | None]: ...
def generate(
    count: int | None = None,
    *,
    seed: int | None = None,
    size: int | None = None,
    box: str | None = None,
    difficulty: str | None = None,
    clues: int | str | None = None,
    symmetry: SymmetryName | None = None,
    minimal: bool | None = None,
    pattern: str | None = None,
    techniques: str | None = None,
    attempts: int | None = None,
    nodes: int | None = None,
    time_ms: int | None = None,
    threads: int | None = None,
) -> Any:
    """Generates a random puzzle with one solution, or a list of `count` puzzles. None if no attempt has succeeded.

    Args:
        count: Number of puzzles. The first has the given seed, each further one the next number.
        seed: Seed; by default a random one. The same options and seed give the same puzzle, in one version.
        size: Number of rows, columns and digits; by default 9.
        box: As for `solve`.
        difficulty: Levels or scores, such as `hard`, `medium..hard` or `300..500`.
        clues: Number of clues, or a range such as `24..28`.
        symmetry: Symmetry of the cells with clues, such as `rotate180`.
        minimal: Whether every clue must be needed.
        pattern: Cells that may have clues, as a grid with any digit in them.
        techniques: Techniques that must occur or must not, such as `x_wing,-xy_chain`.
        attempts: Maximum number of attempts for each puzzle.
        nodes: Maximum number of search tree nodes for each puzzle.
        time_ms: Maximum time for each puzzle in milliseconds; by default a minute.
        threads: As for `solve`.

    Raises:
        InvalidPuzzle: An option is invalid.
    """
    query = query_of(
        {
            "seed": seed,
            "size": size,
            "box": box,
            "difficulty": difficulty,
            "clues": clues,
            "symmetry": symmetry,
            "minimal": minimal,
            "pattern": pattern,
            "techniques": techniques,
            "attempts": attempts,
            "nodes": nodes,
            "time_ms": time_ms,
        }
    )
    if count is not None and count < 0:
        raise ValueError("count must not be negative")
    if count == 0:
        return []
    lines = _native.generate(query, 1 if count is None else count, _thread_count(threads)).splitlines()
    puzzles = [line["puzzle"] for line in map(json.loads, lines)]
    return puzzles[0] if count is None else puzzles


def generate_set(
    rows: Sequence[Mapping[str, object]],
    *,
    seed: int | None = None,
    attempts: int | None = None,
    nodes: int | None = None,
    time_ms: int | None = None,
    threads: int | None = None,
) -> list[list[str | None]]:
    """Generates a set of puzzles with an exact composition: for each row, a list of `count` puzzles.

    None in place of a puzzle for which no attempt has succeeded within the limits.

    Args:
        rows: Dictionaries with `count` and options of `generate`, such as `difficulty`, `clues` and `symmetry`.
        seed: Seed of the first puzzle; each further one has the next number. By default a random one.
        attempts: As for `generate`, for rows that do not name it.
        nodes: As for `generate`.
        time_ms: As for `generate`.
        threads: As for `generate`.

    Raises:
        ValueError: A row or an option is invalid. It names the number of the row, from 1, as a line.
    """
    if not rows:
        return []
    limits = {"attempts": attempts, "nodes": nodes, "time_ms": time_ms}
    defaults = [(name, str(value)) for name, value in limits.items() if value is not None]
    lines = "\n".join(json.dumps(dict(row)) for row in rows)
    puzzles: list[list[str | None]] = [[] for _ in rows]
    for line in _native.generate_set(lines, defaults, seed, _thread_count(threads)).splitlines():
        puzzle = json.loads(line)
        puzzles[puzzle["line"] - 1].append(puzzle["puzzle"])
    return puzzles


def solutions(
    puzzle: PuzzleLike,
    *,
    box: str | None = None,
    format: FormatName | None = None,
    constraints: Constraints | None = None,
    regions: Regions | None = None,
    boxes: bool | None = None,
    grids: Grids | None = None,
    nodes: int | None = None,
    time_ms: int | None = None,
    threads: int | None = None,
) -> Solutions:
    """Iterates over all solutions of one puzzle, in its notation.

    Lazy: the search runs while the caller waits for the next solution, and keeps up to 512 solutions ahead. It ends when the
    iterator is dropped. A signal such as Ctrl-C ends the iteration. After the end, `stopped_by` of the iterator is
    `node_limit` or `time_limit`, or None if there are no other solutions.

    Args:
        puzzle: As for `solve`, a single one.
        box: As for `solve`.
        format: As for `solve`.
        constraints: As for `solve`.
        regions: As for `solve`.
        boxes: As for `solve`.
        grids: As for `solve`.
        nodes: Maximum number of search tree nodes.
        time_ms: Maximum time in milliseconds, from this call.
        threads: Has no effect: one thread searches.

    Raises:
        InvalidPuzzle: The puzzle or an option is invalid.
    """
    text, is_cover, is_json = problem_text(puzzle)
    if is_cover:
        raise TypeError("solutions of an exact cover problem are listed by exact_cover")
    rules = {"box": box, "constraints": constraints, "regions": regions, "boxes": boxes, "grids": grids}
    query = query_of({**rules, "format": format, "nodes": nodes, "time_ms": time_ms})
    _thread_count(threads)
    return Solutions(text, is_json, query)


def exact_cover(
    problem: ExactCover | Any,
    *,
    limit: int | None = 100,
    skip: int | None = None,
    nodes: int | None = None,
    time_ms: int | None = None,
    threads: int | None = None,
) -> CoverSolutions:
    """Lists solutions of an exact cover problem: the numbers of their options, from 0.

    Args:
        problem: `ExactCover`, or an argument for it.
        limit: Maximum number of solutions; by default 100. None for all.
        skip: Number of solutions to pass over.
        nodes: Maximum number of search tree nodes.
        time_ms: Maximum time in milliseconds.
        threads: Number of threads; by default one for each core. The solutions are the same.

    Raises:
        InvalidPuzzle: The problem or an option is invalid.

    Warns:
        UserWarning: Options without a primary item are skipped, because no solution has them.
    """
    text, _, is_json = problem_text(problem if isinstance(problem, ExactCover) else ExactCover(problem))
    query = query_of({"limit": _limit(limit), "skip": skip, "nodes": nodes, "time_ms": time_ms})
    solutions, stopped_by, skipped = _native.cover_solutions(text, is_json, query, _thread_count(threads))
    if skipped:
        numbers = ", ".join(map(str, skipped))
        warnings.warn(
            f"options without a primary item are skipped, because no solution has them: {numbers}", stacklevel=2
        )
    return CoverSolutions(solutions, stopped_by)


def exact_cover_count(
    problems: Any,
    *,
    limit: int | None = 2,
    at_least: bool = False,
    nodes: int | None = None,
    time_ms: int | None = None,
    threads: int | None = None,
    on_error: OnError = "raise",
) -> Any:
    """Returns the number of all solutions of exact cover problems; None if they were not all counted.

    Args:
        problems: `ExactCover`, a list of them, or an Arrow array or a series with their texts.
        limit: As for `count`.
        at_least: As for `count`.
        nodes: Maximum number of search tree nodes for each problem.
        time_ms: Maximum time for each problem in milliseconds.
        threads: Number of threads; by default one for each core.
        on_error: Whether an invalid problem raises an error or has the result null.

    Raises:
        InvalidPuzzle: A problem or an option is invalid. It names the index of the problem.
    """
    if isinstance(problems, ExactCover):
        problems = problems.text
    elif isinstance(problems, Sequence):
        problems = [problem.text if isinstance(problem, ExactCover) else problem for problem in problems]
    kind = container(problems)
    options = {"limit": _limit(limit), "nodes": nodes, "time_ms": time_ms}
    question = "cover_at_least" if at_least else "cover_number"
    return kind.numbers(_answer(question, kind, threads=threads, on_error=on_error, **options))


def convert(puzzle: PuzzleLike, to: ConversionFormat = "line", **rules: Unpack[Rules]) -> str:
    """Writes one puzzle in another format. Nothing is searched.

    Args:
        puzzle: As for `solve`, a single one.
        to: Format of the result; `json` is the object that requests take, with candidates, boxes, regions and constraints.
        rules: `box`, `format`, `constraints`, `regions`, `boxes` and `grids`, as for `solve`.

    Raises:
        InvalidPuzzle: The puzzle or an option is invalid, or the format cannot hold the puzzle.

    Warns:
        UserWarning: A part of the puzzle was not read, and may be a rule.
    """
    text, is_json = _single_text(puzzle)
    converted, words = _native.convert(text, is_json, query_of({"to": to, **_known(rules, Rules)}))
    _warn(words)
    return converted


def render(
    puzzle: PuzzleLike,
    *,
    solution: str | SolutionGrid | None = None,
    other: str | SolutionGrid | None = None,
    candidates: bool | Mapping[str, Sequence[int]] | None = None,
    step: Mapping[str, Any] | None = None,
    **rules: Unpack[Rules],
) -> str:
    """Draws one puzzle as SVG, as the service does. Nothing is searched.

    Args:
        puzzle: As for `solve`, a single one.
        solution: Digits for its empty cells, all or some of them.
        other: A second solution. Cells in which it differs from `solution` are tinted and show both digits.
        candidates: Whether empty cells show the digits that no clue and no digit of `solution` excludes; or the allowed digits of cells, such
            as `{"r1c1": [1, 2]}`, which are shown.
        step: A step to draw, as `ask("hint", puzzle)` and `ask("path", puzzle)` answer it.
        rules: `box`, `format`, `constraints`, `regions`, `boxes` and `grids`, as for `solve`.

    Raises:
        InvalidPuzzle: The puzzle or an option is invalid.

    Warns:
        UserWarning: A part of the puzzle was not read, and may be a rule.
    """
    text, is_json = _single_text(puzzle)
    drawn = {"solution": solution, "other": other, "candidates": candidates, "step": step}
    drawn = {name: value for name, value in drawn.items() if value is not None}
    if drawn:
        body = json.loads(text) if is_json else {"puzzle": text}
        text, is_json = json.dumps({**body, **drawn}), True
    picture, words = _native.render(text, is_json, query_of(_known(rules, Rules)))
    _warn(words)
    return picture


def _single_text(puzzle: PuzzleLike) -> tuple[str, bool]:
    """Returns the text of one puzzle, and whether it is JSON."""
    text, is_cover, is_json = problem_text(puzzle)
    if is_cover:
        raise TypeError("an exact cover problem has no grid")
    return text, is_json


def _warn(words: list[str]) -> None:
    for word in words:
        warnings.warn(word, stacklevel=3)


def count_all(
    problem: PuzzleLike | ExactCover,
    *,
    box: str | None = None,
    format: FormatName | None = None,
    threads: int | None = None,
) -> int:
    """Counts all solutions of one problem on all cores, without a limit.

    Splits the problem into cubes. A cube that takes longer than the others is split again.

    Raises:
        InvalidPuzzle: The problem is invalid.
        OverflowError: The count of a cube exceeds 128 bits.
    """
    threads = _thread_count(threads) or _native.core_count()
    stop, total = Stop(), 0
    with ThreadPoolExecutor(threads) as pool:

        def begin(cubes: list[str]) -> Future[Split]:
            return pool.submit(split, problem, cubes, nodes=_CUBES_NODES, stop=stop, box=box, format=format)

        try:
            parts = cubes(problem, _CUBES_PER_THREAD * threads, box=box, format=format)
            running = {begin([cube]) for cube in parts}
            while running:
                ended, running = wait(running, return_when=FIRST_COMPLETED)
                for part in ended:
                    result = part.result()
                    total += result.counted
                    running |= {begin(half) for half in _halves(result.rest)}
        except BaseException:
            stop.set()
            pool.shutdown(cancel_futures=True)
            raise
    return total


def _halves(rest: list[str]) -> list[list[str]]:
    """Distributes a rest, which may have many tiny cubes, to at most two lists of similar weight."""
    weights = list(accumulate(map(weight, rest), initial=0))
    middle = max(1, bisect_left(weights, weights[-1] / 2)) if len(rest) > 1 else len(rest)
    return [half for half in (rest[:middle], rest[middle:]) if half]
