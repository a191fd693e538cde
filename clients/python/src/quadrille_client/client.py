"""Synchronous client."""

from collections.abc import Generator, Iterable
from types import TracebackType
from typing import Self, Unpack, cast

import httpx

from . import wire
from .errors import ProblemError
from .exact_cover import ExactCover
from .jobs import Jobs
from .models import (
    CandidatesBatchOptions,
    CandidatesBatchResult,
    CandidatesEntry,
    CandidatesOptions,
    CandidatesRequest,
    CandidatesResponse,
    CanonicalBatchOptions,
    CanonicalBatchResult,
    CanonicalEntry,
    CanonicalOptions,
    CanonicalRequest,
    CanonicalResponse,
    CheckOptions,
    CheckRequest,
    CheckResponse,
    ConflictsOptions,
    ConflictsRequest,
    ConflictsResponse,
    Conversion,
    ConvertOptions,
    ConvertRequest,
    CountBatchOptions,
    CountBatchResult,
    CountEntry,
    CountOptions,
    CountRequest,
    CountResponse,
    EstimateOptions,
    EstimateRequest,
    EstimateResponse,
    FormulaOptions,
    FormulaRequest,
    FormulaResponse,
    GenerateDocumentLine,
    GenerateOptions,
    GenerateRequest,
    GenerateResponse,
    Grid,
    HintOptions,
    HintRequest,
    HintResponse,
    MinimalBatchOptions,
    MinimalBatchResult,
    MinimalEntry,
    MinimalOptions,
    MinimalRequest,
    MinimalResponse,
    PathOptions,
    PathRequest,
    PathResponse,
    ProveOptions,
    ProveRequest,
    ProveResponse,
    Puzzle,
    RateBatchOptions,
    RateBatchResult,
    RateEntry,
    RateOptions,
    RateRequest,
    RateResponse,
    RenderOptions,
    RenderRequest,
    ShuffleBatchOptions,
    ShuffleBatchResult,
    ShuffleEntry,
    ShuffleOptions,
    ShuffleRequest,
    ShuffleResponse,
    SolutionsOptions,
    SolutionsRequest,
    SolveBatchOptions,
    SolveBatchResult,
    SolveEntry,
    SolveOptions,
    SolveRequest,
    SolveResponse,
    UniqueOptions,
)
from .streams import Streams


class Client:
    """Client of the service at a base URL. Methods raise `ProblemError` if the service rejects a request."""

    def __init__(
        self,
        base_url: str,
        *,
        api_key: str | None = None,
        timeout: httpx.Timeout | float | None = wire.TIMEOUT_SECONDS,
        transport: httpx.BaseTransport | None = None,
        entries_per_request: int = wire.ENTRIES_PER_REQUEST,
    ) -> None:
        self.http = httpx.Client(
            base_url=base_url,
            headers=wire.authorization(api_key),
            timeout=timeout,
            transport=transport,
            event_hooks={"response": [_raise_problem]},
        )
        """Access to every endpoint: `client.http.get("/version")`."""
        self._streams = Streams(self.http, entries_per_request)
        self.exact_cover = ExactCover(self.http, self._streams)
        """Questions about exact cover problems."""
        self.jobs = Jobs(self.http)
        """Long work that needs no connection."""

    def __enter__(self) -> Self:
        self.http.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.http.__exit__(kind, error, traceback)

    def close(self) -> None:
        """Closes the connections."""
        self.http.close()

    def solve(self, puzzle: Puzzle, **options: Unpack[SolveOptions]) -> SolveResponse:
        """Returns a solution and the verdict."""
        request: SolveRequest = {"puzzle": puzzle, **options}
        return cast(SolveResponse, self.http.post("/v1/solve", json=request).json())

    def count(self, puzzle: Puzzle, **options: Unpack[CountOptions]) -> CountResponse:
        """Counts the solutions, up to `limit` (default 2).

        Reading `count` of the result raises `IncompleteCountError` unless these are all: then it has `at_least` instead.
        """
        request: CountRequest = {"puzzle": puzzle, **options}
        return cast(CountResponse, wire.counted(self.http.post("/v1/count", json=request).json()))

    def is_unique(self, puzzle: Puzzle, **options: Unpack[UniqueOptions]) -> bool:
        """Whether the puzzle has exactly one solution. Raises `UndecidedError` if a limit is reached before."""
        return wire.uniqueness(self.count(puzzle, limit=2, **options))

    def solutions(self, puzzle: Puzzle, **options: Unpack[SolutionsOptions]) -> Generator[Grid]:
        """Yields the solutions, up to `limit` (default 100). Raises `IncompleteError` if another limit ends the search."""
        request: SolutionsRequest = {"puzzle": puzzle, **options}
        return self._streams.solutions("/v1/solutions", {"json": request})

    def solve_batch(
        self, entries: Iterable[Puzzle | SolveEntry], **options: Unpack[SolveBatchOptions]
    ) -> Generator[SolveBatchResult]:
        """Solves a sequence of any length. Yields one result per entry, in order; an invalid entry yields an error.

        `options` apply to all entries that do not name them.
        """
        return self._streams.batch("/v1/solve/batch", entries, options, wire.puzzle_entry)

    def count_batch(
        self, entries: Iterable[Puzzle | CountEntry], **options: Unpack[CountBatchOptions]
    ) -> Generator[CountBatchResult]:
        """Counts the solutions of a sequence of puzzles, like `solve_batch`."""
        return self._streams.batch("/v1/count/batch", entries, options, wire.puzzle_entry)

    def candidates(self, puzzle: Puzzle, **options: Unpack[CandidatesOptions]) -> CandidatesResponse:
        """Finds the digits of each cell that occur in solutions, with `counts` in how many."""
        request: CandidatesRequest = {"puzzle": puzzle, **options}
        return cast(CandidatesResponse, self.http.post("/v1/candidates", json=request).json())

    def candidates_batch(
        self, entries: Iterable[Puzzle | CandidatesEntry], **options: Unpack[CandidatesBatchOptions]
    ) -> Generator[CandidatesBatchResult]:
        """Finds the candidates of a sequence of puzzles, like `solve_batch`."""
        return self._streams.batch("/v1/candidates/batch", entries, options, wire.puzzle_entry)

    def minimal(self, puzzle: Puzzle, **options: Unpack[MinimalOptions]) -> MinimalResponse:
        """Finds the redundant clues, with `reduce` also a minimal puzzle."""
        request: MinimalRequest = {"puzzle": puzzle, **options}
        return cast(MinimalResponse, self.http.post("/v1/minimal", json=request).json())

    def minimal_batch(
        self, entries: Iterable[Puzzle | MinimalEntry], **options: Unpack[MinimalBatchOptions]
    ) -> Generator[MinimalBatchResult]:
        """Finds the redundant clues of a sequence of puzzles, like `solve_batch`."""
        return self._streams.batch("/v1/minimal/batch", entries, options, wire.puzzle_entry)

    def conflicts(self, puzzle: Puzzle, **options: Unpack[ConflictsOptions]) -> ConflictsResponse:
        """Finds a minimal set of clues without a solution."""
        request: ConflictsRequest = {"puzzle": puzzle, **options}
        return cast(ConflictsResponse, self.http.post("/v1/conflicts", json=request).json())

    def check(self, puzzle: Puzzle, **options: Unpack[CheckOptions]) -> CheckResponse:
        """Finds the mistakes among `entries` and `marks` of a player."""
        request: CheckRequest = {"puzzle": puzzle, **options}
        return cast(CheckResponse, self.http.post("/v1/check", json=request).json())

    def estimate(self, puzzle: Puzzle, **options: Unpack[EstimateOptions]) -> EstimateResponse:
        """Estimates the number of solutions by random probes."""
        request: EstimateRequest = {"puzzle": puzzle, **options}
        return cast(EstimateResponse, self.http.post("/v1/estimate", json=request).json())

    def prove(self, puzzle: Puzzle, **options: Unpack[ProveOptions]) -> ProveResponse:
        """Proves the number of solutions: that there is none, that the solution is the only one, or a count as `claim`."""
        request: ProveRequest = {"puzzle": puzzle, **options}
        return cast(ProveResponse, self.http.post("/v1/prove", json=request).json())

    def proof(self, puzzle: Puzzle, **options: Unpack[ProveOptions]) -> str | None:
        """The proof of `prove` alone, which may be longer than an answer of `prove` has it; None if there is none."""
        request: ProveRequest = {"puzzle": puzzle, **options}
        response = self.http.post("/v1/prove", **wire.as_text({"json": request}))
        return wire.proof_of(response.text)

    def formula(self, puzzle: Puzzle, **options: Unpack[FormulaOptions]) -> FormulaResponse:
        """Writes the formula that proofs are about; `exclude` has the solutions of the proof."""
        request: FormulaRequest = {"puzzle": puzzle, **options}
        return cast(FormulaResponse, self.http.post("/v1/formula", json=request).json())

    def canonical(self, puzzle: Puzzle, **options: Unpack[CanonicalOptions]) -> CanonicalResponse:
        """Finds the canonical forms of the puzzle and of its solution."""
        request: CanonicalRequest = {"puzzle": puzzle, **options}
        return cast(CanonicalResponse, self.http.post("/v1/canonical", json=request).json())

    def canonical_batch(
        self, entries: Iterable[Puzzle | CanonicalEntry], **options: Unpack[CanonicalBatchOptions]
    ) -> Generator[CanonicalBatchResult]:
        """Finds the canonical forms of a sequence of puzzles, like `solve_batch`."""
        return self._streams.batch("/v1/canonical/batch", entries, options, wire.puzzle_entry)

    def shuffle(self, puzzle: Puzzle, **options: Unpack[ShuffleOptions]) -> ShuffleResponse:
        """Applies a random symmetry to the puzzle. The same puzzle and `seed` give the same result."""
        request: ShuffleRequest = {"puzzle": puzzle, **options}
        return cast(ShuffleResponse, self.http.post("/v1/shuffle", json=request).json())

    def shuffle_batch(
        self, entries: Iterable[Puzzle | ShuffleEntry], **options: Unpack[ShuffleBatchOptions]
    ) -> Generator[ShuffleBatchResult]:
        """Applies a random symmetry to each of a sequence of puzzles, like `solve_batch`."""
        return self._streams.batch("/v1/shuffle/batch", entries, options, wire.puzzle_entry)

    def rate(self, puzzle: Puzzle, **options: Unpack[RateOptions]) -> RateResponse:
        """Rates the difficulty of the puzzle for people."""
        request: RateRequest = {"puzzle": puzzle, **options}
        return cast(RateResponse, self.http.post("/v1/rate", json=request).json())

    def rate_batch(
        self, entries: Iterable[Puzzle | RateEntry], **options: Unpack[RateBatchOptions]
    ) -> Generator[RateBatchResult]:
        """Rates a sequence of puzzles, like `solve_batch`."""
        return self._streams.batch("/v1/rate/batch", entries, options, wire.puzzle_entry)

    def hint(self, puzzle: Puzzle, **options: Unpack[HintOptions]) -> HintResponse:
        """Finds the next step after `entries` and `marks` of a player."""
        request: HintRequest = {"puzzle": puzzle, **options}
        return cast(HintResponse, self.http.post("/v1/hint", json=request).json())

    def path(self, puzzle: Puzzle, **options: Unpack[PathOptions]) -> PathResponse:
        """Finds the steps to the solution, with explanations."""
        request: PathRequest = {"puzzle": puzzle, **options}
        return cast(PathResponse, self.http.post("/v1/path", json=request).json())

    def generate(self, **options: Unpack[GenerateOptions]) -> GenerateResponse:
        """Generates a random puzzle with one solution. Its `puzzle` is `None` if no attempt has succeeded."""
        request = cast(GenerateRequest, options)
        return cast(GenerateResponse, self.http.post("/v1/generate", json=request).json())

    def generate_many(self, count: int, **options: Unpack[GenerateOptions]) -> Generator[GenerateDocumentLine]:
        """Generates puzzles whose seeds ascend from `seed`. Raises `IncompleteError` if the service stops before."""
        request: GenerateRequest = {**options, "count": count}
        return self._streams.generated("/v1/generate", {"json": request})

    def render(self, puzzle: Puzzle, **options: Unpack[RenderOptions]) -> str:
        """Draws the puzzle as SVG."""
        request: RenderRequest = {"puzzle": puzzle, **options}
        return self.http.post("/v1/render", json=request).text

    def convert(self, puzzle: Puzzle, **options: Unpack[ConvertOptions]) -> Conversion:
        """Writes the puzzle in another text format."""
        request: ConvertRequest = {"puzzle": puzzle, **options}
        return cast(Conversion, self.http.post("/v1/convert", json=request).json())


def _raise_problem(response: httpx.Response) -> None:
    if response.status_code >= 400:
        response.read()
        raise ProblemError(response)
