"""Asynchronous streams of results."""

from collections.abc import AsyncGenerator, AsyncIterable, Callable, Iterable, Mapping
from typing import Any

import httpx

from . import wire


class AsyncStreams:
    """Sends batches, and reads streamed responses."""

    def __init__(self, http: httpx.AsyncClient, entries_per_request: int) -> None:
        self._http = http
        self._entries_per_request = entries_per_request

    async def batch(
        self,
        path: str,
        entries: Iterable[object] | AsyncIterable[object],
        options: Mapping[str, Any],
        encode: Callable[[object], object],
    ) -> AsyncGenerator[Any]:
        """Yields one result per entry, in order."""
        part = wire.Part(self._entries_per_request)
        async for entry in _iterate(entries):
            if part.push(encode(entry)):
                async for result in self._send(path, part, options):
                    yield result
                part = part.next()
        if part.body():
            async for result in self._send(path, part, options):
                yield result

    async def solutions(self, path: str, request: dict[str, Any]) -> AsyncGenerator[Any]:
        """Yields the solutions of a response."""
        async with self._http.stream("POST", path, **wire.streamed(request)) as response:
            solutions = wire.Solutions()
            async for chunk in response.aiter_bytes():
                for solution in solutions.read(chunk):
                    yield solution
        solutions.end()

    async def generated(self, path: str, request: dict[str, Any]) -> AsyncGenerator[Any]:
        """Yields the generated puzzles of a response."""
        async with self._http.stream("POST", path, **wire.streamed(request)) as response:
            results = wire.Results(wire.Part(1))
            async for chunk in response.aiter_bytes():
                for result in results.read(chunk):
                    yield result
        results.end()

    async def _send(self, path: str, part: wire.Part, options: Mapping[str, Any]) -> AsyncGenerator[Any]:
        async with self._http.stream(
            "POST", path, params=options, content=part.body(), headers=wire.NDJSON
        ) as response:
            results = wire.Results(part)
            async for chunk in response.aiter_bytes():
                for result in results.read(chunk):
                    yield result
        results.end()


async def _iterate(entries: Iterable[object] | AsyncIterable[object]) -> AsyncGenerator[object]:
    if isinstance(entries, AsyncIterable):
        async for entry in entries:
            yield entry
    else:
        for entry in entries:
            yield entry
