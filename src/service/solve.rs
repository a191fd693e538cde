//! The search for the answer to a question, as a task, and the pool of idle solvers.
#![expect(clippy::disallowed_types, reason = "service is the one module that reads the clock")]

use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::task::Poll;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::time::Instant;

use super::limits::StartedLimits;
use super::question::{Question, Reply};
use super::running::SearchNumbers;
use super::subject::{AnswerSearch, Defect, Subject};
use super::task::{Signals, Task};
use crate::exact_cover::{Progress, StopReason};

/// Search for the answer to a question.
pub(super) struct Solve<S: Subject> {
    solver: S::Solver,
    solver_pool: Arc<SolverPool<S>>,
    limits: StartedLimits,
    /// Numbers to update, if the client watches them.
    numbers: Option<Arc<SearchNumbers>>,
    /// Set when the engine has failed.
    error: Option<Defect>,
}

impl<S: Subject> Solve<S> {
    /// Prepares the search. Checks the clues of a puzzle for conflicts.
    pub(super) fn new(
        solver_pool: &Arc<SolverPool<S>>,
        question: Question<S>,
        limits: StartedLimits,
    ) -> Self {
        let Question { subject, solutions_max } = question;
        let solver = solver_pool.acquire(subject, solutions_max);
        Self { solver, solver_pool: Arc::clone(solver_pool), limits, numbers: None, error: None }
    }

    /// Updates these numbers after each slice.
    pub(super) fn with_numbers(self, numbers: Option<Arc<SearchNumbers>>) -> Self {
        Self { numbers, ..self }
    }

    /// Prepares the search for another question, and reuses the memory.
    pub(super) fn restart(&mut self, question: Question<S>, limits: StartedLimits) {
        self.solver.restart(question.subject, question.solutions_max);
        self.limits = limits;
    }

    /// Returns whether there is nothing to search, because the clues of a puzzle conflict.
    pub(super) fn has_ended(&self) -> bool {
        self.solver.is_ended()
    }

    /// Runs the deductions of a small grid on this thread. `Ready` if they suffice.
    pub(super) fn run_inline(&mut self) -> Poll<()> {
        if !self.solver.subject().runs_inline() {
            return Poll::Pending;
        }
        let never = AtomicBool::new(false);
        // New signals allow no nodes.
        self.run_slice(&mut Signals::new(&never, &never))
    }

    /// Takes the reply known now out of the search. `answer` is the method of the solver that makes the answer.
    ///
    /// # Errors
    /// [`Defect`] if the engine has failed; the search must not be used afterwards.
    pub(super) fn reply(
        &mut self,
        interruption: Option<StopReason>,
        solving: Duration,
        answer: impl FnOnce(&mut S::Solver, StopReason) -> S::Answer,
    ) -> Result<Reply<S::Answer>, Defect> {
        let answer = match self.error {
            None => answer(&mut self.solver, interruption.unwrap_or(StopReason::Complete)),
            Some(error) => return Err(error),
        };
        Ok(Reply { answer, limits: self.limits.limits(), queued: Duration::ZERO, solving })
    }

    /// Returns the time since the limits started.
    pub(super) fn since_start(&self, now: Instant) -> Duration {
        now - self.limits.started()
    }

    /// Reuses the memory of an answer.
    pub(super) fn recycle(&mut self, answer: S::Answer) {
        self.solver.recycle(answer);
    }

    /// Returns the search and the numbers to update.
    pub(super) fn into_search(self) -> (S::Solver, Option<Arc<SearchNumbers>>) {
        (self.solver, self.numbers)
    }

    /// Returns the solver to its pool.
    pub(super) fn release(self) {
        self.solver_pool.release(self.solver);
    }
}

impl<S: Subject> Task for Solve<S> {
    type Output = Result<Reply<S::Answer>, Defect>;

    fn run_slice(&mut self, signals: &mut Signals<'_>) -> Poll<()> {
        let advanced = self.solver.advance(signals.nodes_left(), signals.stop());
        if let Some(numbers) = &self.numbers {
            numbers.set(self.solver.count(), self.solver.nodes());
        }
        match advanced {
            Ok(Progress::Paused) => return Poll::Pending,
            Ok(Progress::Ended(_)) => {}
            Err(error) => self.error = Some(error),
        }
        Poll::Ready(())
    }

    fn finish(mut self, interruption: Option<StopReason>, solving: Duration) -> Self::Output {
        let reply = self.reply(interruption, solving, S::Solver::answer)?;
        let queued = self.limits.queued(solving);
        self.release();
        Ok(Reply { queued, ..reply })
    }

    fn limits(&self) -> Option<StartedLimits> {
        Some(self.limits)
    }

    fn nodes(&self) -> u64 {
        self.solver.nodes()
    }

    fn is_large(&self) -> bool {
        self.solver.subject().is_large()
    }
}

/// Idle solvers, kept so that the next problem reuses their memory.
#[derive(Debug)]
pub(super) struct SolverPool<S: Subject> {
    idle: Mutex<Vec<S::Solver>>,
    idle_max: usize,
}

impl<S: Subject> SolverPool<S> {
    /// Creates an empty pool for at most `idle_max` solvers.
    pub(super) fn new(idle_max: usize) -> Self {
        Self { idle: Mutex::default(), idle_max }
    }

    /// Returns an idle or a new solver, set to this problem.
    pub(super) fn acquire(&self, subject: S, solutions_max: NonZeroU64) -> S::Solver {
        let idle = self.idle.lock().pop();
        match idle {
            Some(mut solver) => {
                solver.restart(subject, solutions_max);
                solver
            }
            None => S::Solver::new(subject, solutions_max),
        }
    }

    /// Returns a solver to the pool, unless its memory is not reused, it is large or the pool is full.
    pub(super) fn release(&self, solver: S::Solver) {
        if !S::Solver::IS_POOLED || solver.subject().is_large() {
            return;
        }
        let mut idle = self.idle.lock();
        if idle.len() < self.idle_max {
            idle.push(solver);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact_cover::Problem;
    use crate::service::subject::CoverProblem;

    #[test]
    fn pool_does_not_keep_an_exact_cover_problem() {
        let pool = SolverPool::<CoverProblem>::new(1);
        let problem = Arc::new(Problem::new(1, 0).expect("few items"));
        let kept = Arc::downgrade(&problem);
        pool.release(pool.acquire(problem, NonZeroU64::MIN));
        assert_eq!(kept.upgrade(), None);
    }
}
