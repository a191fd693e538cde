"""Questions about exact cover problems."""

from collections.abc import Generator, Iterable
from typing import Unpack, cast

import httpx

from . import wire
from .models import (
    CoverCountBatchOptions,
    CoverCountBatchResult,
    CoverCountEntry,
    CoverCountOptions,
    CoverCountResponse,
    CoverEstimateOptions,
    CoverEstimateResponse,
    CoverFormulaOptions,
    CoverFormulaResponse,
    CoverProblem,
    CoverProveOptions,
    CoverProveResponse,
    CoverSolution,
    CoverSolutionsOptions,
    CoverSolveOptions,
    CoverSolveResponse,
)
from .streams import Streams


class ExactCover:
    """Questions about exact cover problems: `client.exact_cover`."""

    def __init__(self, http: httpx.Client, streams: Streams) -> None:
        self._http = http
        self._streams = streams

    def solve(self, problem: CoverProblem, **options: Unpack[CoverSolveOptions]) -> CoverSolveResponse:
        """Returns a solution and the verdict."""
        response = self._http.post("/v1/exact-cover/solve", **wire.cover_request(problem, options))
        return cast(CoverSolveResponse, response.json())

    def count(self, problem: CoverProblem, **options: Unpack[CoverCountOptions]) -> CoverCountResponse:
        """Counts the solutions, up to `limit` (default 2).

        Reading `count` of the result raises `IncompleteCountError` unless these are all: then it has `at_least` instead.
        """
        response = self._http.post("/v1/exact-cover/count", **wire.cover_request(problem, options))
        return cast(CoverCountResponse, wire.counted(response.json()))

    def solutions(self, problem: CoverProblem, **options: Unpack[CoverSolutionsOptions]) -> Generator[CoverSolution]:
        """Yields the solutions, up to `limit` (default 100). Raises `IncompleteError` if another limit ends the search."""
        return self._streams.solutions("/v1/exact-cover/solutions", wire.cover_request(problem, options))

    def estimate(self, problem: CoverProblem, **options: Unpack[CoverEstimateOptions]) -> CoverEstimateResponse:
        """Estimates the number of solutions and the size of the search tree by random probes."""
        response = self._http.post("/v1/exact-cover/estimate", **wire.cover_request(problem, options))
        return cast(CoverEstimateResponse, response.json())

    def prove(self, problem: CoverProblem, **options: Unpack[CoverProveOptions]) -> CoverProveResponse:
        """Proves the number of solutions: that there is none, that the solution is the only one, or a count as `claim`."""
        response = self._http.post("/v1/exact-cover/prove", **wire.cover_request(problem, options))
        return cast(CoverProveResponse, response.json())

    def proof(self, problem: CoverProblem, **options: Unpack[CoverProveOptions]) -> str | None:
        """The proof of `prove` alone, which may be longer than an answer of `prove` has it; None if there is none."""
        request = wire.as_text(wire.cover_request(problem, options))
        return wire.proof_of(self._http.post("/v1/exact-cover/prove", **request).text)

    def formula(self, problem: CoverProblem, **options: Unpack[CoverFormulaOptions]) -> CoverFormulaResponse:
        """Writes the formula that proofs are about; `exclude` has the options of each solution of the proof."""
        response = self._http.post("/v1/exact-cover/formula", **wire.cover_request(problem, options))
        return cast(CoverFormulaResponse, response.json())

    def count_batch(
        self,
        entries: Iterable[CoverProblem | CoverCountEntry],
        **options: Unpack[CoverCountBatchOptions],
    ) -> Generator[CoverCountBatchResult]:
        """Counts the solutions of a sequence of problems. Yields one result per entry, in order."""
        return self._streams.batch("/v1/exact-cover/count/batch", entries, options, lambda entry: entry)
