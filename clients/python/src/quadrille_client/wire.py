"""What both clients send and read."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from .errors import IncompleteError, UndecidedError
from .models import BatchSummary, CountResponse

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
        line = json.dumps(entry if isinstance(entry, Mapping) else {"puzzle": entry}).encode() + b"\n"
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
        self._rest = b""
        self._summary: BatchSummary | None = None

    def read(self, chunk: bytes) -> Iterator[Any]:
        """Yields the results that are complete."""
        # `iter_lines` of httpx also splits at line separators inside of strings.
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        for text in lines:
            line = json.loads(text)
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
