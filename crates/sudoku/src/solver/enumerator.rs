//! Enumeration of the solutions of a puzzle.

use std::num::NonZeroU64;
use std::sync::atomic::{AtomicBool, Ordering};

use quadrille_exact_cover::unstable::Step;
use quadrille_exact_cover::{NextSolution, StopReason};

use super::answer::Answer;
use super::puzzle_search::{PuzzleSearch, SolverError};
use crate::model::{Puzzle, Solution};

/// Yields the solutions of a puzzle one by one, up to a limit. Keeps none of them.
#[derive(Clone, Debug)]
pub struct Enumerator {
    search: PuzzleSearch,
}

impl Enumerator {
    /// Creates a search for up to `limit` solutions. Checks the clues for conflicts, unless the engine does
    /// so, and nothing else.
    pub fn new(puzzle: Puzzle, limit: NonZeroU64) -> Self {
        Self { search: PuzzleSearch::new(puzzle, limit, None) }
    }

    /// Continues to the next solution, within the bounds of [`ResumableSearch::advance`](quadrille_exact_cover::ResumableSearch::advance).
    ///
    /// # Errors
    /// [`SolverError`] for a bug in an engine; the search must not be used afterwards.
    pub fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<NextSolution, SolverError> {
        if let Some(stop_reason) = self.search.stop_reason().or_else(|| self.search.end_at_limit()) {
            return Ok(NextSolution::Ended(stop_reason));
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(NextSolution::Paused);
        }
        Ok(match self.search.advance(None, budget_nodes, stop)? {
            Step::Paused => NextSolution::Paused,
            Step::Solution => NextSolution::Found,
            Step::Exhausted => NextSolution::Ended(self.search.end(StopReason::Complete)),
        })
    }

    /// The solution just found.
    ///
    /// # Errors
    /// [`SolverError`] if the grid is not a solution: a bug in an engine.
    pub fn solution(&self) -> Result<Solution, SolverError> {
        Ok(self.search.certify(self.search.clues().clone())?)
    }

    /// Number of solutions found so far.
    pub fn count(&self) -> u64 {
        self.search.count()
    }

    /// Number of nodes visited so far.
    pub fn nodes(&self) -> u64 {
        self.search.nodes()
    }

    /// Number of steps so far; [`SLICE_STEPS`](quadrille_exact_cover::unstable::SLICE_STEPS) of them make a slice.
    pub(crate) fn steps(&self) -> u64 {
        self.search.steps()
    }

    /// Why the search ended; `None` before that. A puzzle with conflicts ends without a search.
    pub fn stop_reason(&self) -> Option<StopReason> {
        self.search.stop_reason()
    }

    /// Ends the search, and returns its answer without solutions, hence without a verdict.
    pub fn end(mut self) -> Answer {
        let stop_reason = self.stop_reason().unwrap_or(StopReason::Interrupted);
        let conflicts = self.search.take_conflicts();
        Answer { count: self.count(), conflicts, ..Answer::unknown(stop_reason, self.search.stats()) }
    }
}
