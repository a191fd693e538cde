"""Requests and responses of both clients."""

import json
import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

import httpx

from .errors import IncompleteCountError, IncompleteError, ProblemError, UndecidedError
from .models import BatchSummary, CountResponse, CoverProblem, CoverSolutionsSummary, Job, SolutionsSummary

ENTRIES_PER_REQUEST = 1000
BYTES_PER_REQUEST = 65_536
TIMEOUT_SECONDS = 60.0
ATTEMPTS_MAX = 10
DELAY_SECONDS_MAX = 10.0
VERDICTS = ("none", "unique", "multiple", "solvable", "unknown")
NDJSON = {"content-type": "application/x-ndjson", "accept": "application/x-ndjson"}


def authorization(api_key: str | None) -> dict[str, str]:
    """Header with the API key."""
    return {} if api_key is None else {"authorization": f"Bearer {api_key}"}


def uniqueness(result: CountResponse) -> bool:
    """Whether the puzzle of a count up to 2 has exactly one solution."""
    if result["verdict"] in ("unknown", "solvable"):
        raise UndecidedError(result)
    return result["verdict"] == "unique"


class LowerBound(dict[str, Any]):
    """Answer with a count that is not complete, under the name `at_least`."""

    def __missing__(self, key: str) -> Any:
        raise IncompleteCountError(self) if key == "count" else KeyError(key)


def counted(answer: Any) -> Any:
    """The answer, so that a lower bound is not read as the number of all solutions."""
    if answer.get("complete") is not False or "count" not in answer:
        return answer
    return LowerBound({"at_least" if key == "count" else key: value for key, value in answer.items()})


def puzzle_entry(entry: object) -> object:
    """Entry of a batch for a puzzle, which may be one already."""
    return entry if isinstance(entry, Mapping) else {"puzzle": entry}


def cover_request(problem: CoverProblem, options: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments of httpx. A text is sent as it is, with the options of the request in the query."""
    if not isinstance(problem, str):
        return {"json": {**problem, **options}}
    query = {key: value for key, value in options.items() if key != "limits"} | (options.get("limits") or {})
    params = {key: query_value(value) for key, value in query.items()}
    return {"content": problem.encode(), "headers": {"content-type": "text/plain"}, "params": params}


def query_value(value: Any) -> Any:
    """An option as queries have it: a list or an object as JSON."""
    is_collection = isinstance(value, (Mapping, Sequence)) and not isinstance(value, str)
    return json.dumps(value) if is_collection else value


def streamed(request: dict[str, Any]) -> dict[str, Any]:
    """The same arguments, for a response in lines."""
    return {**request, "headers": {**request.get("headers", {}), "accept": NDJSON["accept"]}}


def as_text(request: dict[str, Any]) -> dict[str, Any]:
    """The same arguments, for a response as text."""
    return {**request, "headers": {**request.get("headers", {}), "accept": "text/plain"}}


def proof_of(text: str) -> str | None:
    """The proof, unless the text is the verdict of an answer without one."""
    return None if text.strip() in VERDICTS else text


class Lines:
    """Splits a response into its complete lines."""

    def __init__(self) -> None:
        self._rest = b""

    def read(self, chunk: bytes) -> Iterator[Any]:
        """Yields the JSON values of the lines that are complete."""
        # `iter_lines` of httpx also splits at line separators inside of strings.
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        yield from map(json.loads, lines)


class Solutions:
    """Reader of the NDJSON list of solutions."""

    def __init__(self) -> None:
        self._lines = Lines()
        self._summary: SolutionsSummary | CoverSolutionsSummary | None = None

    def read(self, chunk: bytes) -> Iterator[Any]:
        """Yields the solutions that are complete."""
        for line in self._lines.read(chunk):
            if line["type"] == "summary":
                self._summary = line["summary"]
            else:
                yield line["solution"]

    def end(self) -> None:
        """Raises an error if the search ended before it had found all of them."""
        if self._summary is None or self._summary["stopped_by"] not in (None, "solution_limit"):
            raise IncompleteError(self._summary)


class Part:
    """Consecutive entries of a batch as the NDJSON body of a request."""

    def __init__(self, entries_max: int, first: int = 0) -> None:
        self.first = first
        """Index of its first entry in the batch."""
        self._entries_max = entries_max
        self._lines: list[bytes] = []
        self._bytes = 0

    def push(self, entry: object) -> bool:
        """Adds an entry. Returns whether the part is complete."""
        line = json.dumps(entry).encode() + b"\n"
        self._lines.append(line)
        self._bytes += len(line)
        return len(self._lines) >= self._entries_max or self._bytes >= BYTES_PER_REQUEST

    def body(self) -> bytes:
        """Its entries; empty if it has none."""
        return b"".join(self._lines)

    def next(self) -> "Part":
        """Part after this one."""
        return Part(self._entries_max, self.first + len(self._lines))


class Results:
    """Reader of the NDJSON response to a part."""

    def __init__(self, part: Part) -> None:
        self._first = part.first
        self._lines = Lines()
        self._summary: BatchSummary | None = None

    def read(self, chunk: bytes) -> Iterator[Any]:
        """Yields the results that are complete."""
        for line in self._lines.read(chunk):
            if line["type"] == "summary":
                self._summary = line["summary"]
            else:
                line["index"] += self._first
                if "line" in line:
                    line["line"] += self._first
                yield counted(line)

    def end(self) -> None:
        """Raises an error if results are missing."""
        if self._summary is None or "stopped_by" in self._summary:
            raise IncompleteError(self._summary)


def job_path(job: Job | str) -> str:
    """Path of a job."""
    return f"/v1/jobs/{job if isinstance(job, str) else job['id']}"


def job_of(response: httpx.Response) -> Job:
    """The job in a response."""
    return cast(Job, counted(response.json()))


def submission(operation: str, request: Mapping[str, Any], key: str | None) -> dict[str, Any]:
    """Arguments of httpx that create a job."""
    headers = {"idempotency-key": uuid.uuid4().hex if key is None else key}
    return {"json": {"operation": operation, **request}, "headers": headers}


def given(parameters: Mapping[str, str | None]) -> dict[str, str]:
    """The parameters that have a value."""
    return {name: value for name, value in parameters.items() if value is not None}


def pauses() -> Iterator[float]:
    """Seconds between questions about a job, which grow while it runs."""
    pause = 0.05
    while True:
        yield pause
        pause = min(1.5 * pause, 2.0)


class Attempts:
    """Attempts of a call that may be repeated."""

    def __init__(self) -> None:
        self._failures = 0

    def reset(self) -> None:
        """Forgets the failures, after progress."""
        self._failures = 0

    def delay(self, error: httpx.TransportError | ProblemError) -> float:
        """Seconds before another attempt. Raises the error if that would fail, too, or there were too many attempts."""
        refused = isinstance(error, ProblemError) and error.status not in (429, 502, 503, 504)
        if refused or self._failures >= ATTEMPTS_MAX:
            raise error
        asked = error.retry_after if isinstance(error, ProblemError) else None
        delay = 0.2 * 2.0**self._failures if asked is None else float(asked)
        self._failures += 1
        return min(delay, DELAY_SECONDS_MAX)


class JobResults:
    """Reader of the results of a job, which may take several connections."""

    def __init__(self) -> None:
        self._lines = Lines()
        self._received = 0
        self._known = 0

    def range(self) -> dict[str, str]:
        """Headers of a request for the lines that are missing."""
        accept = {"accept": NDJSON["accept"]}
        if not self._received:
            return accept
        return accept | {"range": f"bytes={self._received}-", "accept-encoding": "identity"}

    def begin(self, response: httpx.Response) -> None:
        """Begins the body of a response, which may repeat bytes that are known."""
        self._known = 0 if response.status_code == 206 else self._received

    def read(self, chunk: bytes) -> Iterator[Any]:
        """Yields the results that are complete."""
        fresh = chunk[self._known :]
        self._known = max(self._known - len(chunk), 0)
        self._received += len(fresh)
        yield from map(counted, self._lines.read(fresh))

    def are_complete(self, error: Exception) -> bool:
        """Whether a request for the missing bytes was refused because there are none."""
        return isinstance(error, ProblemError) and error.status == 416
