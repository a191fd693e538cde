"""Jobs for asynchronous callers."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterable
from typing import Any, Unpack, cast

import httpx

from . import wire
from .errors import ProblemError
from .models import Job, JobList, JobOperation, JobOptions, Upload


class AsyncJobs:
    """Jobs of the service: `client.jobs`. A job is given by its id, or as the service describes it."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self._http = http

    async def upload(self, content: bytes | AsyncIterable[bytes], content_type: str = "text/plain") -> Upload:
        """Uploads the entries of a job, as the body of a batch: of any length, and repeatedly usable until it expires."""
        response = await self._http.post("/v1/uploads", content=content, headers={"content-type": content_type})
        return cast(Upload, response.json())

    async def submit(
        self, operation: JobOperation, *, idempotency_key: str | None = None, **request: Unpack[JobOptions]
    ) -> Job:
        """Creates a job. A request with the same `idempotency_key`, by default a random one, gets the same job."""
        call = wire.submission(operation, request, idempotency_key)
        attempts = wire.Attempts()
        while True:
            try:
                return wire.job_of(await self._http.post("/v1/jobs", **call))
            except httpx.TransportError as error:
                await asyncio.sleep(attempts.delay(error))

    async def get(self, job: Job | str) -> Job:
        """Returns the state and the progress of a job."""
        return wire.job_of(await self._http.get(wire.job_path(job)))

    async def list(self, state: str | None = None) -> AsyncGenerator[Job]:
        """Yields the jobs of the API key, the latest first. Without API keys, the service has no list."""
        after: str | None = None
        while True:
            query = {"state": state, "after": after}
            page = cast(JobList, (await self._http.get("/v1/jobs", params=wire.given(query))).json())
            for job in page["jobs"]:
                yield wire.counted(job)
            if not page["jobs"]:
                return
            after = page["jobs"][-1]["id"]

    async def wait(self, job: Job | str) -> Job:
        """Waits for the end of a job, also across a restart of the service. The result has its `state`."""
        pauses, attempts = wire.pauses(), wire.Attempts()
        while True:
            try:
                status = await self.get(job)
            except (httpx.TransportError, ProblemError) as error:
                await asyncio.sleep(attempts.delay(error))
                continue
            if status["ended_ms"] is not None:
                return status
            attempts.reset()
            await asyncio.sleep(next(pauses))

    async def results(self, job: Job | str) -> AsyncGenerator[dict[str, Any]]:
        """Waits for the end of a job and yields its results, in the order of the input.

        Continues after a broken connection. The count of one puzzle or problem has no results: it is in the job.
        A list of solutions has them in no order.
        """
        await self.wait(job)
        results, attempts = wire.JobResults(), wire.Attempts()
        while True:
            path = f"{wire.job_path(job)}/results"
            try:
                async with self._http.stream("GET", path, headers=results.range()) as response:
                    results.begin(response)
                    async for chunk in response.aiter_bytes():
                        attempts.reset()
                        for line in results.read(chunk):
                            yield line
                return
            except (httpx.TransportError, ProblemError) as error:
                if results.are_complete(error):
                    return
                await asyncio.sleep(attempts.delay(error))

    async def cancel(self, job: Job | str) -> None:
        """Cancels a job, which keeps its results so far. A job that has ended is removed."""
        await self._http.delete(wire.job_path(job))

    async def retry(self, job: Job | str) -> Job:
        """Runs the failed pieces of a failed job again; the others keep their results. Returns the job."""
        return wire.job_of(await self._http.post(f"{wire.job_path(job)}/retry"))
