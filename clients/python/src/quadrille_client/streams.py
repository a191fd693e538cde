"""Streams of results."""

from collections.abc import Callable, Generator, Iterable, Mapping
from typing import Any

import httpx

from . import wire


class Streams:
    """Sends batches, and reads streamed responses."""

    def __init__(self, http: httpx.Client, entries_per_request: int) -> None:
        self._http = http
        self._entries_per_request = entries_per_request

    def batch(
        self,
        path: str,
        entries: Iterable[object],
        options: Mapping[str, Any],
        encode: Callable[[object], object],
    ) -> Generator[Any]:
        """Yields one result per entry, in order."""
        part = wire.Part(self._entries_per_request)
        for entry in entries:
            if part.push(encode(entry)):
                yield from self._send(path, part, options)
                part = part.next()
        if part.body():
            yield from self._send(path, part, options)

    def solutions(self, path: str, request: dict[str, Any]) -> Generator[Any]:
        """Yields the solutions of a response."""
        with self._http.stream("POST", path, **wire.streamed(request)) as response:
            solutions = wire.Solutions()
            for chunk in response.iter_bytes():
                yield from solutions.read(chunk)
        solutions.end()

    def generated(self, path: str, request: dict[str, Any]) -> Generator[Any]:
        """Yields the generated puzzles of a response."""
        with self._http.stream("POST", path, **wire.streamed(request)) as response:
            results = wire.Results(wire.Part(1))
            for chunk in response.iter_bytes():
                yield from results.read(chunk)
        results.end()

    def _send(self, path: str, part: wire.Part, options: Mapping[str, Any]) -> Generator[Any]:
        with self._http.stream(
            "POST", path, params=options, content=part.body(), headers=wire.NDJSON
        ) as response:
            results = wire.Results(part)
            for chunk in response.iter_bytes():
                yield from results.read(chunk)
        results.end()
