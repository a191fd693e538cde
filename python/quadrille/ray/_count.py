"""Count of the solutions of one problem, on all nodes of a cluster."""

from __future__ import annotations

import hashlib
import json
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import ray

import quadrille
from quadrille import WEIGHT_OF_WHOLE, ExactCover, Split, weight
from quadrille._cubes import problem_text

from ._pieces import Piece, Pieces
from ._progress import CountProgress
from ._version import VERSION, check_version

if TYPE_CHECKING:
    from quadrille._types import PuzzleLike

NODES_PER_TASK = 4_000_000
"""Default budget of a task: some tenths of a second to half a minute, depending on the problem."""

CUBES_PER_CPU = 8
"""Number of cubes for each CPU of the cluster that a count begins with."""

TASKS_PER_CPU = 2
"""Number of tasks for each CPU of the cluster that Ray has at most: one runs, and the next one is ready."""

PIECES_PER_CPU = 16
"""Number of pieces for each CPU of the cluster from which on rests are not cut in two."""

RETRIES_MAX = 5
"""Default number of times that Ray repeats a task whose worker or node died."""

COUNT_MAX = 2**128 - 1
"""Largest count, as on the command line and in the service."""

CLUSTER_LOOK_S = 5.0
"""Seconds after which the number of CPUs is read again, because nodes come and go."""


@dataclass(frozen=True)
class Count:
    """Result of a count, or the part of it that a stopped count has found.

    All fields are integers and strings: `json.dumps(dataclasses.asdict(count))` stores it, and `Count(**json.loads(text))`
    reads it.
    """

    counted: int
    """Number of solutions found: all of them if the count is complete."""
    searched: int
    """Weight of the part that was searched, of 2**120."""
    nodes: int
    """Number of nodes of the search tree."""
    tasks: int
    """Number of tasks that have ended."""
    rest: list[str]
    """Cubes that were not counted."""
    problem: str
    """Digest of the problem, so that no other one is continued."""

    @property
    def complete(self) -> bool:
        """Whether `counted` is the number of all solutions."""
        return not self.rest

    @property
    def fraction(self) -> float:
        """Part of the search that has ended, from 0 to 1."""
        return self.searched / WEIGHT_OF_WHOLE


class CountInterrupted(KeyboardInterrupt):
    """Ctrl-C during a count. `partial` is the part that was counted."""

    def __init__(self, partial: Count) -> None:
        super().__init__(f"{partial.fraction:.3%} of the search has ended; the rest is in `partial`")
        self.partial = partial


class CountFailed(RuntimeError):
    """A task failed more often than Ray repeats it. `partial` is the part that was counted."""

    def __init__(self, reason: str, partial: Count) -> None:
        super().__init__(reason)
        self.partial = partial


def count(
    problem: PuzzleLike | ExactCover,
    *,
    box: str | None = None,
    format: str | None = None,
    cubes: int | None = None,
    seed: int = 0,
    nodes: int = NODES_PER_TASK,
    timeout: float | None = None,
    resume: Count | None = None,
    progress: Callable[[CountProgress], None] | None = None,
    task_options: Mapping[str, Any] | None = None,
) -> Count:
    """Counts all solutions of a puzzle or an exact cover problem, on all nodes of a Ray cluster.

    The problem is cut into disjoint cubes, and tasks count them. A task that has visited `nodes` nodes returns its rest, which
    becomes new tasks. Ray repeats the tasks of a node that is lost; each task is counted once, so the sum is exact. The driver
    holds the rests: at most 16 pieces for each CPU, or `cubes`, and those of running tasks. The cubes of a piece are branches
    beside one path of the search tree.

    Ray connects to the cluster that `ray.init` or `RAY_ADDRESS` names, or starts one on this machine. Each node needs the same
    version of this package.

    Args:
        problem: A puzzle in any notation that `quadrille.count` takes, or a `quadrille.ExactCover`.
        box: Size of the boxes, such as "3x2".
        format: Text format of the puzzle; detected by default.
        cubes: Number of cubes at the beginning; 8 for each CPU by default.
        seed: Seed of the estimates that cut the problem.
        nodes: Budget of a task. Large budgets cost less, small ones lose less work with a node.
        timeout: Seconds after which the part that was counted is returned.
        resume: Result of an earlier, incomplete count of the same problem. It is continued.
        progress: Is called after each task, in this thread.
        task_options: Options of `ray.remote` for the tasks, such as `{"max_retries": 20}` or `{"resources": {"batch": 1}}`.

    Returns:
        The count. It is incomplete only after `timeout`.

    Raises:
        quadrille.InvalidPuzzle: The puzzle is invalid.
        OverflowError: There are 2**128 solutions or more.
        CountInterrupted: Ctrl-C; has the part that was counted.
        CountFailed: A task failed too often; has the part that was counted.
    """
    if nodes < 1:
        raise ValueError("nodes must be at least 1")
    if cubes is not None and cubes < 1:
        raise ValueError("cubes must be at least 1")
    if not ray.is_initialized():
        ray.init()
    run = _Run(_Work(problem, box, format, nodes, VERSION), dict(task_options or {}), progress)
    if resume is None:
        run.pieces.limit = max(run.pieces.limit, cubes or 0)
        for cube in quadrille.cubes(problem, cubes or CUBES_PER_CPU * run.cpus, seed=seed, box=box, format=format):
            run.pieces.push([cube])
    else:
        run.resume(resume)
    return run.until(None if timeout is None else time.monotonic() + timeout)


class _Run:
    """Driver of a count: pieces that wait, tasks that Ray has, and sums."""

    def __init__(
        self, work: _Work, task_options: dict[str, Any], progress: Callable[[CountProgress], None] | None
    ) -> None:
        self.digest = work.digest()
        self.work = ray.put(work)
        self.cpus = _cpus()
        self.looked = time.monotonic()
        self.task = ray.remote(_count_piece).options(**{"max_retries": RETRIES_MAX, **task_options})
        self.progress = progress
        self.pieces = Pieces(PIECES_PER_CPU * self.cpus)
        self.running: dict[ray.ObjectRef[Any], Piece] = {}
        self.counted = self.searched = self.nodes = self.tasks = 0

    def resume(self, partial: Count) -> None:
        """Continues with the sums and cubes of an earlier count."""
        if partial.problem != self.digest:
            raise ValueError("`resume` is the count of another problem")
        if partial.searched + sum(map(weight, partial.rest)) != WEIGHT_OF_WHOLE:
            raise ValueError("the weights of `resume` do not sum up to that of the whole problem")
        self.counted, self.searched = partial.counted, partial.searched
        self.nodes, self.tasks = partial.nodes, partial.tasks
        # As few pieces as possible, of similar numbers of cubes; those that are too heavy come back as rests.
        size = -(-len(partial.rest) // self.pieces.limit)
        for start in range(0, len(partial.rest), max(size, 1)):
            self.pieces.push(partial.rest[start : start + size])

    def until(self, deadline: float | None) -> Count:
        """Runs tasks until no piece is left, or until the deadline."""
        try:
            while self.pieces or self.running:
                self.submit()
                left = None if deadline is None else max(deadline - time.monotonic(), 0)
                if not self.take(left):
                    break
        except KeyboardInterrupt:
            raise CountInterrupted(self.partial()) from None
        except ray.exceptions.RayTaskError as error:
            if isinstance(error.cause, (OverflowError, ValueError)):
                raise error.cause from error
            raise CountFailed(f"a task failed: {error.cause}", self.partial()) from error
        except ray.exceptions.RayError as error:
            raise CountFailed(f"a task failed: {error}", self.partial()) from error
        finally:
            for task in self.running:
                ray.cancel(task)
        return self.partial()

    def submit(self) -> None:
        """Gives Ray as many pieces as it needs to keep its CPUs busy, and follows the size of the cluster."""
        if time.monotonic() - self.looked > CLUSTER_LOOK_S:
            self.looked = time.monotonic()
            self.cpus = _cpus()
            self.pieces.limit = max(self.pieces.limit, PIECES_PER_CPU * self.cpus)
        while self.pieces and len(self.running) < TASKS_PER_CPU * self.cpus:
            with _interrupt_delayed():
                piece = self.pieces.pop()
                self.running[self.task.remote(self.work, piece.cubes)] = piece

    def take(self, timeout: float | None) -> bool:
        """Waits for a task, and adds the results of all that have ended. Returns whether there was one."""
        ended, _ = ray.wait(list(self.running), timeout=timeout)
        if ended:
            ended, _ = ray.wait(list(self.running), num_returns=len(self.running), timeout=0)
        for task in ended:
            # Blocks if the node that has the result is lost: Ray repeats the task.
            split = Split(*ray.get(task))
            with _interrupt_delayed():
                self.add(task, split)
            if self.progress is not None:
                self.progress(self.state())
        return bool(ended)

    def add(self, task: ray.ObjectRef[Any], split: Split) -> None:
        """Adds the result of a task."""
        piece = self.running[task]
        if split.searched + sum(map(weight, split.rest)) != -piece.negative_weight:
            raise CountFailed("the weights of a task do not sum up to that of its cubes", self.partial())
        if self.counted + split.counted > COUNT_MAX:
            raise OverflowError("the problem has 2^128 solutions or more")
        del self.running[task]
        self.counted += split.counted
        self.searched += split.searched
        self.nodes += split.nodes
        self.tasks += 1
        self.pieces.push_rest(split.rest)

    def state(self) -> CountProgress:
        """Returns the state for the caller."""
        return CountProgress(
            fraction=self.searched / WEIGHT_OF_WHOLE,
            counted=self.counted,
            nodes=self.nodes,
            tasks=self.tasks,
            running=len(self.running),
            waiting=len(self.pieces),
        )

    def partial(self) -> Count:
        """Returns the sums, and the cubes that have not been added to them."""
        rest = [cube for piece in (*self.running.values(), *self.pieces) for cube in piece.cubes]
        return Count(self.counted, self.searched, self.nodes, self.tasks, rest, self.digest)


@dataclass(frozen=True, slots=True)
class _Work:
    """What all tasks of a count have in common."""

    problem: PuzzleLike | ExactCover
    box: str | None
    format: str | None
    nodes: int
    version: str

    def digest(self) -> str:
        """Returns a digest of the problem as it is read."""
        text, is_cover, is_json = problem_text(self.problem)
        values = [text, is_cover, is_json, self.box, self.format]
        return hashlib.sha256(json.dumps(values).encode()).hexdigest()


def _count_piece(work: _Work, cubes: tuple[str, ...]) -> tuple[int, int, list[str], int]:
    """Counts cubes within a budget. The same arguments have the same result, so that Ray can repeat a task."""
    check_version(work.version)
    split = quadrille.split(work.problem, cubes, nodes=work.nodes, box=work.box, format=work.format)
    return split.counted, split.searched, split.rest, split.nodes


@contextmanager
def _interrupt_delayed() -> Iterator[None]:
    """Delays Ctrl-C to the end of the block, so that the sums and the pieces always fit each other."""
    if threading.current_thread() is not threading.main_thread():
        # Python raises `KeyboardInterrupt` in the main thread only.
        yield
        return
    is_interrupted = False

    def note(*_: object) -> None:
        nonlocal is_interrupted
        is_interrupted = True

    before = signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if is_interrupted:
        signal.raise_signal(signal.SIGINT)


def _cpus() -> int:
    """Returns the number of CPUs of the cluster, at least 1."""
    untyped: Any = ray
    return max(int(untyped.cluster_resources().get("CPU", 1)), 1)
