//! Interface of searches that pause and resume.

use std::sync::atomic::AtomicBool;

use crate::exact_cover::{Progress, StopReason};
use crate::sudoku::solver::SolverError;

/// Search for one answer, which pauses after each slice.
pub trait ResumableSearch {
    /// The answer.
    type Answer;

    /// Works for a slice at most, and visits up to `budget_nodes` nodes; see
    /// [`Solver::advance`](crate::sudoku::Solver::advance).
    ///
    /// # Errors
    /// [`SolverError`] for a bug in an engine; the search must not be used afterwards.
    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Progress, SolverError>;

    /// Number of nodes visited so far.
    fn nodes(&self) -> u64;

    /// Why the search ended; `None` before that.
    fn stop_reason(&self) -> Option<StopReason>;

    /// Takes the answer known now out of the search. `interruption` is the stop reason if the search has not ended by itself.
    fn answer(&mut self, interruption: StopReason) -> Self::Answer;
}
