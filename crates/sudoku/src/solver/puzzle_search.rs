//! The search of one puzzle, up to a limit of solutions.

use std::mem;
use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;

use quadrille_exact_cover::unstable::Step;
use quadrille_exact_cover::{ProblemError, StopReason};

use super::answer::Stats;
use crate::engines::{EngineSet, RuleReduction, SearchWork};
use crate::model::{Conflict, Grid, InvalidSolution, Puzzle, Solution};

/// A bug in an engine, detected before a wrong answer was returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolverError {
    /// The engine returned a grid that is not a solution.
    #[error("the engine returned an invalid solution: {0}")]
    InvalidSolution(#[from] InvalidSolution),
    /// The puzzle could not be encoded as an exact cover problem.
    #[error("the puzzle could not be encoded as an exact cover problem: {0}")]
    Problem(#[from] ProblemError),
}

/// A puzzle with its engines, its limit of solutions, and the reason why its search ended.
#[derive(Clone, Debug)]
pub(super) struct PuzzleSearch {
    puzzle: Puzzle,
    conflicts: Vec<Conflict>,
    engines: EngineSet,
    limit: NonZeroU64,
    stop_reason: Option<StopReason>,
}

impl PuzzleSearch {
    /// Checks the clues for conflicts, unless the engine does so, and nothing else. A puzzle with conflicts has ended. With a
    /// seed, the search finds the solutions in a random order.
    pub(super) fn new(puzzle: Puzzle, limit: NonZeroU64, seed: Option<u64>) -> Self {
        let engines = EngineSet::new(seed);
        let mut search = Self { puzzle, conflicts: Vec::new(), engines, limit, stop_reason: None };
        search.check_clues();
        search
    }

    /// As [`new`](Self::new), reusing the memory of the engines. `puzzle` becomes the one before.
    pub(super) fn restart(&mut self, puzzle: &mut Puzzle, limit: NonZeroU64, seed: Option<u64>) {
        mem::swap(&mut self.puzzle, puzzle);
        self.engines.restart(seed);
        self.limit = limit;
        self.check_clues();
    }

    /// Looks for conflicts before the search, if its engine needs clues without any.
    fn check_clues(&mut self) {
        self.conflicts.clear();
        if !EngineSet::allows_conflicts(&self.puzzle) {
            self.conflicts = self.puzzle.conflicts();
        }
        self.stop_reason = (!self.conflicts.is_empty()).then_some(StopReason::Complete);
    }

    /// Continues to the next solution, as [`EngineSet::advance`] does. Must not be called after the end.
    ///
    /// # Errors
    /// As [`EngineSet::advance`].
    pub(super) fn advance(
        &mut self,
        count_limit: Option<u64>,
        budget_nodes: u64,
        stop: &AtomicBool,
    ) -> Result<Step, ProblemError> {
        self.engines.advance(&self.puzzle, count_limit.map(u128::from), budget_nodes, stop)
    }

    /// Finds the conflicts of clues that its engine has found to contradict the rules. Not part of the search, because tests of many puzzles do
    /// not need them.
    pub(super) fn find_conflicts(&mut self) {
        if EngineSet::allows_conflicts(&self.puzzle) && self.engines.is_contradiction() {
            self.conflicts = self.puzzle.conflicts();
            if !self.conflicts.is_empty() {
                // The conflicts are the answer: what the rules did to such clues says nothing.
                self.engines.forget();
            }
        }
    }

    /// Ends the search if its limit is reached; returns the stop reason then. The solution must have been read.
    ///
    /// With limit 1, a search that has nothing left to try is complete, so that the solution is proved unique at no cost.
    /// Higher limits leave the verdict as it is.
    pub(super) fn end_at_limit(&mut self) -> Option<StopReason> {
        if self.count() != self.limit.get() {
            return None;
        }
        let is_complete = self.limit == NonZeroU64::MIN && self.engines.is_exhausted(&self.puzzle);
        Some(self.end(if is_complete { StopReason::Complete } else { StopReason::SolutionLimit }))
    }

    /// Ends the search for this reason, and returns it.
    pub(super) fn end(&mut self, stop_reason: StopReason) -> StopReason {
        *self.stop_reason.insert(stop_reason)
    }

    /// Writes the solution just returned into `grid`, and certifies it.
    ///
    /// # Errors
    /// [`InvalidSolution`] for a bug in an engine.
    pub(super) fn certify(&self, mut grid: Grid) -> Result<Solution, InvalidSolution> {
        self.engines.read(&mut grid);
        Solution::certify(&self.puzzle, grid)
    }

    /// The puzzle.
    pub(super) fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The clues of the puzzle.
    pub(super) fn clues(&self) -> &Grid {
        self.puzzle.clues()
    }

    /// Limit of solutions.
    pub(super) fn limit(&self) -> NonZeroU64 {
        self.limit
    }

    /// Number of solutions found so far.
    pub(super) fn count(&self) -> u64 {
        // The limit bounds it.
        u64::try_from(self.engines.solutions()).unwrap_or(u64::MAX)
    }

    /// Number of nodes visited so far.
    pub(super) fn nodes(&self) -> u64 {
        self.engines.work().nodes
    }

    /// Number of steps so far; [`SLICE_STEPS`](quadrille_exact_cover::unstable::SLICE_STEPS) of them make a slice.
    pub(super) fn steps(&self) -> u64 {
        self.engines.steps()
    }

    /// Why the search ended; `None` before that.
    pub(super) fn stop_reason(&self) -> Option<StopReason> {
        self.stop_reason
    }

    /// Removes and returns the conflicts between the clues.
    pub(super) fn take_conflicts(&mut self) -> Vec<Conflict> {
        mem::take(&mut self.conflicts)
    }

    /// Work statistics so far.
    pub(super) fn stats(&self) -> Stats {
        let RuleReduction { placements, eliminations, items, options } = self.engines.reduction(&self.puzzle);
        let SearchWork { nodes, updates, .. } = self.engines.work();
        let clues = self.puzzle.clues().filled_count();
        Stats { clues, placements, eliminations, items, options, nodes, updates }
    }
}

/// Ends the thread after a bug was detected: no answer would be right.
#[expect(
    clippy::panic,
    reason = "every answer after a bug would be wrong, and an iterator cannot return errors"
)]
pub(crate) fn report(bug: &impl std::fmt::Display) -> ! {
    panic!("bug in quadrille-sudoku: {bug}")
}
