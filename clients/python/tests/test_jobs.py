"""Tests of jobs of both clients."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx
import pytest

from quadrille_client import AsyncClient, Client, IncompleteCountError, ProblemError

UNIQUE = "1.....3..4.....2"
SOLUTION = "1324423124133142"
EMPTY_4X4 = "." * 16
LINES = f"{UNIQUE}\n{EMPTY_4X4}\n1..\n"
COVER: dict[str, Any] = {"primary": ["a"], "options": [["a"], ["a"], ["a"]]}
BYTES_BEFORE_CUT = 100


@pytest.fixture
def client(url: str) -> Iterator[Client]:
    with Client(url) as client:
        yield client


def test_entries_are_answered_in_order(client: Client) -> None:
    entries: list[Any] = [UNIQUE, {"puzzle": EMPTY_4X4, "id": "empty"}, "1.."]
    job = client.jobs.submit("solve", input={"inline": entries}, options={"limit": 2}, ttl_s=600)
    first, second, third = client.jobs.results(job)
    assert (first["verdict"], first["solution"]) == ("unique", SOLUTION)
    assert (second["verdict"], second["id"]) == ("multiple", "empty")
    assert (third["type"], third["error"]["code"]) == ("error", "invalid_question")
    ended = client.jobs.get(job)
    assert (ended["state"], ended["puzzles"]["done"], ended["verdicts"]["errors"]) == ("succeeded", 3, 1)
    client.jobs.cancel(job)
    with pytest.raises(ProblemError) as caught:
        client.jobs.get(job["id"])
    assert caught.value.code == "not_found"


def test_upload_serves_several_jobs(client: Client) -> None:
    upload = client.jobs.upload(line.encode() for line in LINES.splitlines(keepends=True))
    assert upload["bytes"] == len(LINES)
    for operation in ("rate", "canonical", "shuffle"):
        results = list(client.jobs.results(client.jobs.submit(operation, input={"upload": upload["id"]})))
        assert [line["type"] for line in results] == ["result", "result", "error"]


def test_one_subject_is_counted(client: Client) -> None:
    count = client.jobs.wait(client.jobs.submit("count", puzzle=EMPTY_4X4))
    assert (count["state"], count["count"]) == ("succeeded", "288")
    cover = client.jobs.submit("exact_cover_count", problem=COVER)
    assert client.jobs.wait(cover["id"])["count"] == "3"
    assert list(client.jobs.results(cover)) == []


def test_count_of_a_job_at_its_limit_is_a_lower_bound(client: Client) -> None:
    job = client.jobs.wait(client.jobs.submit("count", puzzle=EMPTY_4X4, options={"limit": 100}))
    assert (job["state"], job["complete"], job["at_least"]) == ("succeeded", False, "100")
    with pytest.raises(IncompleteCountError, match="at least 100 solutions"):
        job["count"]
    [line] = client.jobs.results(client.jobs.submit("count", input={"inline": [EMPTY_4X4]}))
    assert line["at_least"] == 2
    with pytest.raises(IncompleteCountError):
        line["count"]


def test_solutions_of_one_subject_are_listed(client: Client) -> None:
    job = client.jobs.submit("solutions", puzzle=EMPTY_4X4)
    assert len({line["solution"] for line in client.jobs.results(job)}) == 288
    cover = client.jobs.submit("exact_cover_solutions", problem=COVER, options={"limit": 2})
    solutions = [line["solution"] for line in client.jobs.results(cover)]
    assert len(solutions) == 2 and all(option["items"] == ["a"] for [option] in solutions)


def test_number_of_solutions_is_proved(client: Client) -> None:
    [proof] = client.jobs.results(client.jobs.submit("prove", puzzle=UNIQUE))
    assert (proof["claim"], proof["proof"]["text"]) == ("unique", "0\n")
    cover = client.jobs.submit("exact_cover_prove", problem={**COVER, "claim": {"count": 3}})
    assert [line["claim"] for line in client.jobs.results(cover)] == [{"count": 3}]


def test_repeated_request_gets_the_same_job(client: Client) -> None:
    key = f"{client.jobs.submit('count', puzzle=UNIQUE)['id']}"
    first, second = (client.jobs.submit("count", puzzle=UNIQUE, idempotency_key=key) for _ in range(2))
    assert first["id"] == second["id"]


def test_running_job_is_cancelled(client: Client) -> None:
    job = client.jobs.submit("count", puzzle="." * 625)
    client.jobs.cancel(job)
    assert client.jobs.wait(job)["state"] == "cancelled"


def test_failed_job_is_retried(client: Client) -> None:
    items = [f"i{item}" for item in range(130)]
    # Its count exceeds 128 bits.
    problem: dict[str, Any] = {"primary": items, "options": [[item] for item in items for _ in range(2)]}
    failed = client.jobs.wait(client.jobs.submit("exact_cover_count", problem=problem))
    assert failed["state"] == "failed"
    assert client.jobs.retry(failed)["revision"] > failed["revision"]
    with pytest.raises(ProblemError) as caught:
        client.jobs.retry(client.jobs.wait(client.jobs.submit("count", puzzle=UNIQUE)))
    assert (caught.value.status, caught.value.code) == (409, "job_not_retryable")


def test_jobs_are_listed_with_keys_only(client: Client) -> None:
    with pytest.raises(ProblemError) as caught:
        next(client.jobs.list())
    assert caught.value.status == 404


def test_pages_of_a_list_are_joined() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        pages = {None: ["c", "b"], "b": ["a"], "a": []}
        page = pages[request.url.params.get("after")]
        return httpx.Response(200, json={"jobs": [{"id": id, "state": request.url.params["state"]} for id in page]})

    with Client("http://gateway", transport=httpx.MockTransport(answer)) as client:
        assert [job["id"] for job in client.jobs.list("failed")] == ["c", "b", "a"]


class CutStream(httpx.SyncByteStream, httpx.AsyncByteStream):
    """Beginning of a body, before the connection breaks."""

    def __init__(self, body: Any) -> None:
        self._body = body

    def __iter__(self) -> Iterator[bytes]:
        yield next(iter(self._body))[:BYTES_BEFORE_CUT]
        raise httpx.ReadError("cut")

    async def __aiter__(self) -> AsyncIterator[bytes]:
        yield (await anext(aiter(self._body)))[:BYTES_BEFORE_CUT]
        raise httpx.ReadError("cut")

    def close(self) -> None:
        self._body.close()

    async def aclose(self) -> None:
        await self._body.aclose()


class Cutter:
    """Cuts the first response with results."""

    def __init__(self) -> None:
        self.ranges: list[str | None] = []
        """Ranges of the requests for results."""

    def pass_on(self, request: httpx.Request, response: httpx.Response) -> httpx.Response:
        if not request.url.path.endswith("/results"):
            return response
        self.ranges.append(request.headers.get("range"))
        if len(self.ranges) > 1:
            return response
        return httpx.Response(response.status_code, headers=response.headers, stream=CutStream(response.stream))


class CuttingTransport(httpx.BaseTransport):
    def __init__(self) -> None:
        self.cutter = Cutter()
        self._inner = httpx.HTTPTransport()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        request.headers["accept-encoding"] = "identity"
        return self.cutter.pass_on(request, self._inner.handle_request(request))

    def close(self) -> None:
        self._inner.close()


class AsyncCuttingTransport(httpx.AsyncBaseTransport):
    def __init__(self) -> None:
        self.cutter = Cutter()
        self._inner = httpx.AsyncHTTPTransport()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        request.headers["accept-encoding"] = "identity"
        return self.cutter.pass_on(request, await self._inner.handle_async_request(request))

    async def aclose(self) -> None:
        await self._inner.aclose()


def test_results_continue_after_a_broken_connection(url: str) -> None:
    transport = CuttingTransport()
    with Client(url, transport=transport) as client:
        job = client.jobs.submit("solve", input={"inline": [UNIQUE] * 20})
        assert [line["index"] for line in client.jobs.results(job)] == list(range(20))
    assert transport.cutter.ranges == [None, f"bytes={BYTES_BEFORE_CUT}-"]


@pytest.mark.parametrize("status", [503, None])
def test_waiting_continues_after_a_failure(status: int | None) -> None:
    answers: list[httpx.Response | None] = [
        httpx.Response(200, json={"id": "a", "ended_ms": None}),
        httpx.Response(status, headers={"retry-after": "0"}) if status else None,
        httpx.Response(200, json={"id": "a", "ended_ms": 1}),
    ]

    def answer(request: httpx.Request) -> httpx.Response:
        response = answers.pop(0)
        if response is None:
            raise httpx.ConnectError("refused")
        return response

    with Client("http://gateway", transport=httpx.MockTransport(answer)) as client:
        assert client.jobs.wait("a")["ended_ms"] == 1
    assert not answers


def test_lost_response_to_a_submission_is_requested_again_with_its_key() -> None:
    keys = []

    def answer(request: httpx.Request) -> httpx.Response:
        keys.append(request.headers["idempotency-key"])
        if len(keys) == 1:
            raise httpx.ReadError("lost")
        return httpx.Response(202, json={"id": "a"})

    with Client("http://gateway", transport=httpx.MockTransport(answer)) as client:
        assert client.jobs.submit("count", puzzle=UNIQUE)["id"] == "a"
    assert len(keys) == 2 and len(set(keys)) == 1


def test_async_jobs(url: str) -> None:
    async def chunks() -> AsyncIterator[bytes]:
        yield LINES.encode()

    async def run() -> None:
        transport = AsyncCuttingTransport()
        async with AsyncClient(url, transport=transport) as client:
            jobs = client.jobs
            upload = await jobs.upload(chunks())
            job = await jobs.submit("solve", input={"upload": upload["id"]})
            lines = [line async for line in jobs.results(job)]
            assert [line["type"] for line in lines] == ["result", "result", "error"]
            assert transport.cutter.ranges == [None, f"bytes={BYTES_BEFORE_CUT}-"]
            assert (await jobs.get(job["id"]))["state"] == "succeeded"
            solutions = await jobs.submit("solutions", puzzle=UNIQUE)
            assert [line["solution"] async for line in jobs.results(solutions)] == [SOLUTION]
            endless = await jobs.submit("count", puzzle="." * 625, idempotency_key=job["id"])
            await jobs.cancel(endless)
            assert (await jobs.wait(endless))["state"] == "cancelled"
            with pytest.raises(ProblemError, match="only a failed one"):
                await jobs.retry(endless)
            with pytest.raises(ProblemError):
                await anext(jobs.list())

    asyncio.run(run())
