"""Jobs: long work that needs no connection."""

import time
from collections.abc import Generator, Iterable
from typing import Any, BinaryIO, Unpack, cast

import httpx

from . import wire
from .errors import ProblemError
from .models import Job, JobList, JobOperation, JobOptions, Upload


class Jobs:
    """Jobs of the service: `client.jobs`. A job is given by its id, or as the service describes it."""

    def __init__(self, http: httpx.Client) -> None:
        self._http = http

    def upload(self, content: bytes | BinaryIO | Iterable[bytes], content_type: str = "text/plain") -> Upload:
        """Uploads the entries of a job, as the body of a batch: of any length, and repeatedly usable until it expires."""
        response = self._http.post("/v1/uploads", content=content, headers={"content-type": content_type})
        return cast(Upload, response.json())

    def submit(
        self, operation: JobOperation, *, idempotency_key: str | None = None, **request: Unpack[JobOptions]
    ) -> Job:
        """Creates a job. A request with the same `idempotency_key`, by default a random one, gets the same job."""
        call = wire.submission(operation, request, idempotency_key)
        attempts = wire.Attempts()
        while True:
            try:
                return wire.job_of(self._http.post("/v1/jobs", **call))
            except httpx.TransportError as error:
                time.sleep(attempts.delay(error))

    def get(self, job: Job | str) -> Job:
        """Returns the state and the progress of a job."""
        return wire.job_of(self._http.get(wire.job_path(job)))

    def list(self, state: str | None = None) -> Generator[Job]:
        """Yields the jobs of the API key, the latest first. Without API keys, the service has no list."""
        after: str | None = None
        while True:
            query = {"state": state, "after": after}
            page = cast(JobList, self._http.get("/v1/jobs", params=wire.given(query)).json())
            yield from map(wire.counted, page["jobs"])
            if not page["jobs"]:
                return
            after = page["jobs"][-1]["id"]

    def wait(self, job: Job | str) -> Job:
        """Waits for the end of a job, also across a restart of the service. The result has its `state`."""
        pauses, attempts = wire.pauses(), wire.Attempts()
        while True:
            try:
                status = self.get(job)
            except (httpx.TransportError, ProblemError) as error:
                time.sleep(attempts.delay(error))
                continue
            if status["ended_ms"] is not None:
                return status
            attempts.reset()
            time.sleep(next(pauses))

    def results(self, job: Job | str) -> Generator[dict[str, Any]]:
        """Waits for the end of a job and yields its results, in the order of the input.

        Continues after a broken connection. The count of one puzzle or problem has no results: it is in the job.
        A list of solutions has them in no order.
        """
        self.wait(job)
        results, attempts = wire.JobResults(), wire.Attempts()
        while True:
            try:
                with self._http.stream("GET", f"{wire.job_path(job)}/results", headers=results.range()) as response:
                    results.begin(response)
                    for chunk in response.iter_bytes():
                        attempts.reset()
                        yield from results.read(chunk)
                return
            except (httpx.TransportError, ProblemError) as error:
                if results.are_complete(error):
                    return
                time.sleep(attempts.delay(error))

    def cancel(self, job: Job | str) -> None:
        """Cancels a job, which keeps its results so far. A job that has ended is removed."""
        self._http.delete(wire.job_path(job))

    def retry(self, job: Job | str) -> Job:
        """Runs the failed pieces of a failed job again; the others keep their results. Returns the job."""
        return wire.job_of(self._http.post(f"{wire.job_path(job)}/retry"))
