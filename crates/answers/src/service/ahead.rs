//! Later parts of the search of a solution stream, which run ahead of it on further threads.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::Poll;
use std::time::Duration;

use quadrille_exact_cover::{NextSolution, SolutionSearch};

use super::limits::StartedLimits;
use super::permits::SlowPermits;
use super::question::{DispatchError, Interruption};
use super::scheduler::{Queue, Scheduler};
use super::search::Defect;
use super::share::ClientId;
use super::slot::TaskHandle;
use super::solvable::Solvable;
use super::task::{Signals, Task};

/// Bytes of the solutions that a part keeps. It then pauses until the stream has come to it.
const KEPT_BYTES_MAX: usize = 256 << 10;

/// Parts that have not been taken, per task. Two, so that a task whose part pauses can run another one.
const PARTS_PER_TASK: usize = 2;

/// The parts of the search after the one that a stream is in, in order.
pub(super) struct AheadParts<S: Solvable> {
    scheduler: Scheduler,
    client: ClientId,
    limits: StartedLimits,
    parts: VecDeque<RunningPart<S>>,
    numbers: Arc<AheadNumbers>,
}

/// Numbers of parts and of their tasks, which the task of the stream reads.
pub(super) struct AheadNumbers {
    tasks_max: usize,
    tasks: AtomicUsize,
    parts: AtomicUsize,
}

/// Part whose task has not been awaited.
struct RunningPart<S: Solvable> {
    task: TaskHandle<AheadTask<S>>,
    is_wanted: Arc<AtomicBool>,
    _permits: SlowPermits,
}

/// Part of a search with the solutions that it has found.
pub(super) struct AheadPart<S: Solvable> {
    pub(super) search: S::Solver,
    pub(super) found: VecDeque<S::Solution>,
    /// Time on solver threads.
    pub(super) solving: Duration,
}

/// Task that runs a part until it has ended or the stream wants it.
struct AheadTask<S: Solvable> {
    part: AheadPart<S>,
    kept_bytes: usize,
    limits: StartedLimits,
    is_wanted: Arc<AtomicBool>,
    numbers: Arc<AheadNumbers>,
    error: Option<Defect>,
}

impl<S: Solvable> AheadParts<S> {
    /// Creates an empty list of parts, of which at most `tasks_max` run at the same time.
    pub(super) fn new(
        scheduler: Scheduler,
        client: ClientId,
        limits: StartedLimits,
        tasks_max: usize,
    ) -> Self {
        let numbers =
            Arc::new(AheadNumbers { tasks_max, tasks: AtomicUsize::new(0), parts: AtomicUsize::new(0) });
        Self { scheduler, client, limits, parts: VecDeque::new(), numbers }
    }

    pub(super) fn numbers(&self) -> &Arc<AheadNumbers> {
        &self.numbers
    }

    /// Starts a part that comes before the others.
    pub(super) fn push_first(&mut self, search: S::Solver, permits: SlowPermits) {
        let is_wanted = Arc::new(AtomicBool::new(false));
        let task = AheadTask {
            part: AheadPart { search, found: VecDeque::new(), solving: Duration::ZERO },
            kept_bytes: 0,
            limits: self.limits,
            is_wanted: Arc::clone(&is_wanted),
            numbers: Arc::clone(&self.numbers),
            error: None,
        };
        self.scheduler.meters().joined.increment();
        self.numbers.parts.fetch_add(1, Ordering::Relaxed);
        self.numbers.tasks.fetch_add(1, Ordering::Relaxed);
        let task = TaskHandle::submit(&self.scheduler, Queue::Slow, self.client, task);
        self.parts.push_front(RunningPart { task, is_wanted, _permits: permits });
    }

    /// Takes the first part, after its slice if it runs.
    ///
    /// # Errors
    /// If its search failed or panicked.
    pub(super) async fn take_first(&mut self) -> Result<Option<AheadPart<S>>, DispatchError> {
        let Some(RunningPart { mut task, is_wanted, _permits }) = self.parts.pop_front() else {
            return Ok(None);
        };
        self.numbers.parts.fetch_sub(1, Ordering::Relaxed);
        is_wanted.store(true, Ordering::Relaxed);
        Ok(Some(task.result().await??))
    }
}

impl AheadNumbers {
    /// Returns whether a further part may run.
    pub(super) fn allow_part(&self) -> bool {
        self.tasks.load(Ordering::Relaxed) < self.tasks_max
            && self.parts.load(Ordering::Relaxed) < PARTS_PER_TASK * self.tasks_max
    }
}

impl<S: Solvable> Task for AheadTask<S> {
    type Output = Result<AheadPart<S>, Defect>;

    fn run_slice(&mut self, signals: &mut Signals<'_>) -> Poll<()> {
        if self.is_wanted.load(Ordering::Relaxed) || self.kept_bytes >= KEPT_BYTES_MAX {
            return Poll::Ready(());
        }
        let part = &mut self.part;
        let next = part.search.next(signals.nodes_left(), signals.stop()).and_then(|next| {
            if next == NextSolution::Found {
                let solution = part.search.solution()?;
                self.kept_bytes += size_of::<S::Solution>() + S::solution_bytes(&solution);
                part.found.push_back(solution);
            }
            Ok(next)
        });
        match next {
            Ok(NextSolution::Found | NextSolution::Paused) => return Poll::Pending,
            Ok(NextSolution::Ended(_)) => {}
            Err(error) => self.error = Some(error.into()),
        }
        Poll::Ready(())
    }

    /// An interruption stops the stream, too, when it comes to this part.
    fn finish(mut self, _: Option<Interruption>, solving: Duration) -> Self::Output {
        self.numbers.tasks.fetch_sub(1, Ordering::Relaxed);
        self.part.solving = solving;
        self.error.map_or(Ok(self.part), Err)
    }

    fn limits(&self) -> Option<StartedLimits> {
        Some(self.limits)
    }
}
