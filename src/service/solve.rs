//! The search for the answer to a question, as a task.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::task::Poll;
use std::time::Duration;

use super::limits::StartedLimits;
use super::question::{Question, Reply};
use super::solver_pool::{SMALL_SIZE_MAX, SolverPool};
use super::task::{Signals, Task};
use crate::sudoku::{Progress, Solver, SolverError, StopReason};

/// Largest grid size whose deductions run inline. They take less time than the switch to a solver thread, about 10 µs.
const INLINE_SIZE_MAX: usize = 9;

/// Search for the answer to a question.
pub(super) struct Solve {
    solver: Solver,
    solver_pool: Arc<SolverPool>,
    limits: StartedLimits,
    /// Set when the engine has failed.
    error: Option<SolverError>,
}

impl Solve {
    /// Prepares the search. Checks the clues for conflicts.
    pub(super) fn new(solver_pool: &Arc<SolverPool>, question: Question, limits: StartedLimits) -> Self {
        let Question { puzzle, solutions_max } = question;
        let solver = solver_pool.acquire(puzzle, solutions_max);
        Self { solver, solver_pool: Arc::clone(solver_pool), limits, error: None }
    }

    /// Prepares the search for another question, and reuses the memory.
    pub(super) fn restart(&mut self, question: Question, limits: StartedLimits) {
        self.solver.restart(question.puzzle, question.solutions_max);
        self.limits = limits;
    }

    /// Returns whether the clues conflict, so that there is nothing to search.
    pub(super) fn has_conflicts(&self) -> bool {
        self.solver.stop_reason().is_some()
    }

    /// Runs the deductions of a small grid on this thread. `Ready` if they suffice.
    pub(super) fn run_inline(&mut self) -> Poll<()> {
        if self.solver.size() > INLINE_SIZE_MAX {
            return Poll::Pending;
        }
        let never = AtomicBool::new(false);
        // New signals allow no nodes.
        self.run_slice(&mut Signals::new(&never, &never))
    }

    pub(super) fn started_limits(&self) -> StartedLimits {
        self.limits
    }

    pub(super) fn solver(&mut self) -> &mut Solver {
        &mut self.solver
    }

    /// Returns the error of the engine, after which the solver must not be used.
    pub(super) fn error(&self) -> Option<SolverError> {
        self.error
    }

    /// Returns the solver to its pool.
    pub(super) fn release(self) {
        self.solver_pool.release(self.solver);
    }
}

impl Task for Solve {
    type Output = Result<Reply, SolverError>;

    fn run_slice(&mut self, signals: &mut Signals<'_>) -> Poll<()> {
        match self.solver.advance(signals.nodes_left(), signals.stop()) {
            Ok(Progress::Paused) => return Poll::Pending,
            Ok(Progress::Ended(_)) => {}
            Err(error) => self.error = Some(error),
        }
        Poll::Ready(())
    }

    fn finish(mut self, interruption: Option<StopReason>, solving: Duration) -> Self::Output {
        if let Some(error) = self.error {
            return Err(error);
        }
        let answer = self.solver.answer(interruption.unwrap_or(StopReason::Complete));
        let limits = self.limits;
        self.release();
        Ok(Reply { answer, limits: limits.limits(), queued: limits.queued(solving), solving })
    }

    fn limits(&self) -> Option<StartedLimits> {
        Some(self.limits)
    }

    fn nodes(&self) -> u64 {
        self.solver.nodes()
    }

    fn is_large(&self) -> bool {
        self.solver.size() > SMALL_SIZE_MAX
    }
}
