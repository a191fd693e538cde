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
use super::task::{Signals, Task};
use crate::sudoku::{Answer, Progress, Puzzle, Solver, SolverError, StopReason};

/// Largest number of cells whose solver is pooled. Solvers of larger grids hold much memory and cost little to rebuild.
pub(super) const SMALL_CELLS_MAX: usize = 16 * 16;

/// Largest number of cells whose deductions run inline. They take less time than the switch to a solver thread, about 10 µs.
const INLINE_CELLS_MAX: usize = 9 * 9;

/// Search for the answer to a question.
pub(super) struct Solve {
    solver: Solver,
    solver_pool: Arc<SolverPool>,
    limits: StartedLimits,
    /// Numbers to update, if the client watches them.
    numbers: Option<Arc<SearchNumbers>>,
    /// Set when the engine has failed.
    error: Option<SolverError>,
}

impl Solve {
    /// Prepares the search. Checks the clues for conflicts.
    pub(super) fn new(solver_pool: &Arc<SolverPool>, question: Question, limits: StartedLimits) -> Self {
        let Question { puzzle, solutions_max } = question;
        let solver = solver_pool.acquire(puzzle, solutions_max);
        Self { solver, solver_pool: Arc::clone(solver_pool), limits, numbers: None, error: None }
    }

    /// Updates these numbers after each slice.
    pub(super) fn with_numbers(self, numbers: Option<Arc<SearchNumbers>>) -> Self {
        Self { numbers, ..self }
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
        if self.solver.cell_count() > INLINE_CELLS_MAX {
            return Poll::Pending;
        }
        let never = AtomicBool::new(false);
        // New signals allow no nodes.
        self.run_slice(&mut Signals::new(&never, &never))
    }

    /// Takes the reply known now out of the search. `answer` is the method of [`Solver`] that makes the answer.
    ///
    /// # Errors
    /// [`SolverError`] if the engine has failed; the search must not be used afterwards.
    pub(super) fn reply(
        &mut self,
        interruption: Option<StopReason>,
        solving: Duration,
        answer: impl FnOnce(&mut Solver, StopReason) -> Answer,
    ) -> Result<Reply, SolverError> {
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
    pub(super) fn recycle(&mut self, answer: Answer) {
        self.solver.recycle(answer);
    }

    /// Returns the solver to its pool.
    pub(super) fn release(self) {
        self.solver_pool.release(self.solver);
    }
}

impl Task for Solve {
    type Output = Result<Reply, SolverError>;

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
        let reply = self.reply(interruption, solving, Solver::answer)?;
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
        self.solver.cell_count() > SMALL_CELLS_MAX
    }
}

/// Idle solvers, kept so that the next puzzle reuses their memory.
#[derive(Debug)]
pub(super) struct SolverPool {
    idle: Mutex<Vec<Solver>>,
    idle_max: usize,
}

impl SolverPool {
    /// Creates an empty pool for at most `idle_max` solvers.
    pub(super) fn new(idle_max: usize) -> Self {
        Self { idle: Mutex::default(), idle_max }
    }

    /// Returns an idle or a new solver, set to this puzzle.
    pub(super) fn acquire(&self, puzzle: Puzzle, solutions_max: NonZeroU64) -> Solver {
        let idle = self.idle.lock().pop();
        match idle {
            Some(mut solver) => {
                solver.restart(puzzle, solutions_max);
                solver
            }
            None => Solver::new(puzzle, solutions_max),
        }
    }

    /// Returns a solver to the pool, unless it is large or the pool is full.
    pub(super) fn release(&self, solver: Solver) {
        if solver.cell_count() > SMALL_CELLS_MAX {
            return;
        }
        let mut idle = self.idle.lock();
        if idle.len() < self.idle_max {
            idle.push(solver);
        }
    }
}
