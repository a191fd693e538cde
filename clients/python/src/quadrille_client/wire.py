"""Requests and responses of both clients."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from .errors import IncompleteError, UndecidedError
from .models import BatchSummary, CountResponse, CoverProblem, CoverSolutionsSummary, SolutionsSummary

ENTRIES_PER_REQUEST = 1000
BYTES_PER_REQUEST = 65_536
TIMEOUT_SECONDS = 60.0
NDJSON = {"content-type": "application/x-ndjson", "accept": "application/x-ndjson"}


def authorization(api_key: str | None) -> dict[str, str]:
    """Header with the API key."""
    return {} if api_key is None else {"authorization": f"Bearer {api_key}"}


def uniqueness(result: CountResponse) -> bool:
    """Whether the puzzle of a count up to 2 has exactly one solution."""
    if result["verdict"] in ("unknown", "solvable"):
        raise UndecidedError(result)
    return result["verdict"] == "unique"


def puzzle_entry(entry: object) -> object:
    """Entry of a batch for a puzzle, which may be one already."""
    return entry if isinstance(entry, Mapping) else {"puzzle": entry}


def cover_request(problem: CoverProblem, options: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments of httpx. A text is sent as it is, with the options of the request in the query."""
    if not isinstance(problem, str):
        return {"json": {**problem, **options}}
    query = {key: value for key, value in options.items() if key != "limits"} | (options.get("limits") or {})
    return {"content": problem.encode(), "headers": {"content-type": "text/plain"}, "params": query}


def streamed(request: dict[str, Any]) -> dict[str, Any]:
    """The same arguments, for a response in lines."""
    return {**request, "headers": {**request.get("headers", {}), "accept": NDJSON["accept"]}}


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
                yield line

    def end(self) -> None:
        """Raises an error if results are missing."""
        if self._summary is None or "stopped_by" in self._summary:
            raise IncompleteError(self._summary)
