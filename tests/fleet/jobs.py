"""Jobs of a service: create, watch, cancel and read them."""

import http.client
import json
import statistics
import time
import uuid

POLL_S = 0.02
WAIT_S = 600
REPEAT_S = 0.1
ENDED = {"succeeded", "failed", "cancelled", "expired"}


class JobClient:
    """Client of the jobs of a server. Reconnects for each request, so that restarts do not matter. For `patience_s` it repeats a
    request that gets no answer, or 503."""

    def __init__(self, port, patience_s=0):
        self.port = port
        self.patience_s = patience_s
        # Address of the client, if this one is a trusted proxy.
        self.forwarded_for = None

    def call(self, method, path, body=None, content_type="application/json", key=None):
        """Status and body of a request."""
        end = time.monotonic() + self.patience_s
        while True:
            try:
                status, answer = self.call_once(method, path, body, content_type, key)
            except (OSError, http.client.HTTPException):
                status, answer = None, None
                if time.monotonic() > end:
                    raise
            if status not in (None, 503) or time.monotonic() > end:
                return status, answer
            time.sleep(REPEAT_S)

    def call_once(self, method, path, body=None, content_type="application/json", key=None):
        """Status and body of a request that is sent once."""
        headers = {"content-type": content_type} if body is not None else {}
        if key is not None:
            headers["idempotency-key"] = key
        if self.forwarded_for is not None:
            headers["x-forwarded-for"] = self.forwarded_for
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            return response.status, response.read()
        finally:
            connection.close()

    def json(self, method, path, expected, body=None, content_type="application/json", key=None):
        """JSON body of a request that must have the expected status."""
        status, answer = self.call(method, path, body, content_type, key)
        if status != expected:
            raise AssertionError(f"{method} {path}: {status}: {answer[:500]!r}")
        return json.loads(answer)

    def upload(self, body, content_type="text/plain"):
        """Id of an upload."""
        return self.json("POST", "/uploads", 201, body, content_type)["id"]

    def create(self, **job):
        """Id of a new job. A repeated request creates no second one."""
        return self.json("POST", "/jobs", 202, json.dumps(job).encode(), key=str(uuid.uuid4()))["id"]

    def status(self, job):
        """Status of a job."""
        return self.json("GET", f"/jobs/{job}", 200)

    def cancel(self, job):
        """Cancels a job that runs."""
        return self.json("DELETE", f"/jobs/{job}", 202)

    def results(self, job):
        """Lines of the results."""
        status, lines = self.call("GET", f"/jobs/{job}/results")
        if status != 200:
            raise AssertionError(f"results: {status}: {lines[:500]!r}")
        return lines.decode().splitlines()

    def until(self, job, is_met, what, poll_s=POLL_S):
        """Status that satisfies a condition."""
        end = time.monotonic() + WAIT_S
        while not is_met(status := self.status(job)):
            if time.monotonic() > end or status["state"] in ENDED:
                raise AssertionError(f"{what}: {status}")
            time.sleep(poll_s)
        return status

    def ended(self, job, poll_s=POLL_S):
        """Status at the end of a job."""
        return self.until(job, lambda status: status["state"] in ENDED, "the job has ended", poll_s)


def milliseconds(call, times):
    """Median and maximum of the times of a call."""
    spent = []
    for _ in range(times):
        began = time.monotonic()
        call()
        spent.append((time.monotonic() - began) * 1000)
    return {"median_ms": round(statistics.median(spent), 1), "most_ms": round(max(spent), 1)}


def endless_count(size=25):
    """Request for a count that takes longer than any experiment."""
    return {"operation": "count", "puzzle": "." * size**2}


def job_settings(folder, threads=2):
    """Settings of a replica whose jobs are in a folder."""
    return {
        "jobs.database": f"sqlite:{folder}/jobs.db",
        "jobs.store": f"file:{folder}/objects",
        "jobs.threads": threads,
    }
