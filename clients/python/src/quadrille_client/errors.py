"""Errors of the service. Failures of the connection are those of httpx."""

from collections.abc import Mapping
from typing import Any, cast

import httpx

from .models import (
    BatchSummary,
    CountResponse,
    CoverSolutionsSummary,
    Fault,
    Problem,
    ProblemCode,
    SolutionsSummary,
)


class ProblemError(Exception):
    """Response with a status of 400 or more, whose body was read."""

    def __init__(self, response: httpx.Response) -> None:
        self.status = response.status_code
        self.problem: Problem | None = None
        """Body of the response; `None` if something else than the service answered, such as a gateway."""
        if response.headers.get("content-type", "").startswith("application/problem+json"):
            self.problem = cast(Problem, response.json())
        seconds = response.headers.get("retry-after", "")
        self.retry_after = int(seconds) if seconds.isdecimal() else None
        """Seconds to wait before another attempt, of statuses 429 and 503."""
        super().__init__(self._message())

    @property
    def code(self) -> ProblemCode | None:
        """Kind of the problem, such as `invalid_question`."""
        return self.problem and self.problem["code"]

    @property
    def errors(self) -> list[Fault]:
        """Faults of the request, with their positions."""
        return list(self.problem["errors"]) if self.problem else []

    def _message(self) -> str:
        if self.problem is None:
            return f"HTTP status {self.status}"
        faults = [f"{fault.get('pointer') or fault.get('parameter', '')} {fault['detail']}" for fault in self.errors]
        return "\n".join([self.problem["detail"], *map(str.strip, faults)])


class IncompleteError(Exception):
    """Batch, or list of solutions, that the service did not complete."""

    def __init__(self, summary: BatchSummary | SolutionsSummary | CoverSolutionsSummary | None) -> None:
        self.summary = summary
        """`None` if the connection was cut."""
        reason = summary["stopped_by"] if summary else "the connection was cut"
        super().__init__(f"the response is incomplete: {reason}")


class IncompleteCountError(Exception):
    """Count that was read, though it is not complete: `at_least` of the answer has the number of solutions found."""

    def __init__(self, answer: Mapping[str, Any]) -> None:
        self.answer = answer
        reason = answer.get("stopped_by") or answer.get("state")
        super().__init__(f"at least {answer['at_least']} solutions, not all were counted: {reason}. `at_least` has this number")


class UndecidedError(Exception):
    """Search that reached a limit before it could prove or refute uniqueness."""

    def __init__(self, result: CountResponse) -> None:
        self.result = result
        super().__init__(f"uniqueness is undecided: the search was stopped by {result['stopped_by']}")
