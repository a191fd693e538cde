//! The interface of the solving engines.

use std::sync::atomic::AtomicBool;

use quadrille_exact_cover::ProblemError;
use quadrille_exact_cover::Split;
use quadrille_exact_cover::unstable::{NodeState, Step};

use crate::model::{Grid, Puzzle, Restriction};

/// Size of the puzzle that remains after the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Remaining {
    /// Unsolved cells.
    pub(super) cells: usize,
    /// Candidates of the unsolved cells.
    pub(super) candidates: usize,
    /// Items of the exact cover problem: unsolved cells, and digits that a house may still take.
    pub(super) items: usize,
}

/// Work counters of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SearchWork {
    /// Visited nodes.
    pub(crate) nodes: u64,
    /// Removed options, or rounds of rules over a board.
    pub(crate) updates: u64,
    /// Steps; [`SLICE_STEPS`](quadrille_exact_cover::unstable::SLICE_STEPS) of them make a slice.
    pub(crate) steps: u64,
}

/// A solving engine: applies the rules to a puzzle, then searches the remaining candidates. Reuses its memory for each puzzle.
pub(super) trait Engine {
    /// Loads a puzzle and applies the rules. It has no conflicts, unless the engine takes them for contradictions. With a seed,
    /// the search finds the solutions in a random order. `None` if the rules are not applied yet: see
    /// [`continue_reduction`](Self::continue_reduction).
    ///
    /// # Errors
    /// As [`Encoding::new`](crate::unstable::Encoding::new).
    fn reduce(
        &mut self,
        puzzle: &Puzzle,
        seed: Option<u64>,
        stop: &AtomicBool,
    ) -> Result<Option<NodeState>, ProblemError>;

    /// Continues a [reduction](Self::reduce) that paused after a slice, or because `stop` was set. Most engines reduce in one call, and are not
    /// asked to continue.
    fn continue_reduction(&mut self, _stop: &AtomicBool) -> Option<NodeState> {
        Some(NodeState::Open)
    }

    /// Steps of the reduction, if the engine counts them.
    fn reduction_steps(&self) -> u64 {
        0
    }

    /// Searches for the next solution. Call only if [`reduce`](Self::reduce) returned [`NodeState::Open`].
    ///
    /// # Errors
    /// As [`Encoding::new`](crate::unstable::Encoding::new).
    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Step, ProblemError>;

    /// As [`advance`](Self::advance), but may count several solutions in one call, up to `limit` in all.
    ///
    /// # Errors
    /// As [`advance`](Self::advance).
    fn count(&mut self, limit: u128, budget_nodes: u64, stop: &AtomicBool) -> Result<Step, ProblemError>;

    /// Whether the solution just returned was the last one, as far as that is known without visiting a node. The
    /// solution must have been read: the search takes it back.
    fn is_exhausted(&mut self) -> bool;

    /// Solutions returned or counted so far.
    fn solutions(&self) -> u128;

    /// Whether CDCL continues the search, whose work a split would drop; after a solution, whether CDCL has found it.
    fn is_learning(&self) -> bool {
        false
    }

    /// Returns what the search has counted and left. `weight` is the weight of the whole search.
    fn split(&self, weight: u128) -> Split<Restriction>;

    /// Weight that a [`split`](Self::split) would count as searched.
    fn searched(&self, weight: u128) -> u128;

    /// Writes the digits of the solved cells into `grid`: after [`Step::Solution`], the solution.
    fn read(&self, grid: &mut Grid);

    /// Returns the size of the puzzle that remains after the rules.
    fn remaining(&self) -> Remaining;

    /// Work of the search so far.
    fn work(&self) -> SearchWork;
}
