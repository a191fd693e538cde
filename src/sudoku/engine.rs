//! What every way from a puzzle to its solutions can do.

use std::sync::atomic::AtomicBool;

use super::grid::Grid;
use super::puzzle::Puzzle;
use crate::exact_cover::{NodeState, ProblemError, Step};

/// What the rules have left of a puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Remaining {
    /// Cells that are not settled.
    pub(super) cells: usize,
    /// Candidates of these cells.
    pub(super) candidates: usize,
}

/// Work of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Work {
    /// Nodes visited.
    pub(super) nodes: u64,
    /// Updates made: options taken out of lists, or rounds of rules over a board.
    pub(super) updates: u64,
    /// Steps of which [`SLICE_STEPS`](crate::exact_cover::SLICE_STEPS) make a slice.
    pub(super) steps: u64,
}

/// Draws the rules on one puzzle after another and searches what they leave, in the same memory.
pub(super) trait Engine {
    /// Turns to a puzzle without conflicts, and draws the rules.
    ///
    /// # Errors
    /// As [`Encoding::new`](super::Encoding::new).
    fn reduce(&mut self, puzzle: &Puzzle) -> Result<NodeState, ProblemError>;

    /// Where the rules have left something open: goes on to the next solution.
    ///
    /// # Errors
    /// As [`Encoding::new`](super::Encoding::new).
    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Step, ProblemError>;

    /// As [`advance`](Self::advance), but where solutions can be counted without being told, goes on until there are `limit`
    /// of them.
    ///
    /// # Errors
    /// As [`advance`](Self::advance).
    fn count(&mut self, limit: u64, budget_nodes: u64, stop: &AtomicBool) -> Result<Step, ProblemError>;

    /// Whether the solution just returned was the last one, as far as that is known without visiting a node. The
    /// solution must have been read: the search takes it back.
    fn is_exhausted(&mut self) -> bool;

    /// How many solutions the search has told or counted.
    fn solutions(&self) -> u64;

    /// Writes the digits settled now into a grid: after [`Step::Solution`], the solution.
    fn read(&self, grid: &mut Grid);

    /// What the rules have left.
    fn remaining(&self) -> Remaining;

    /// The work of the search so far.
    fn work(&self) -> Work;
}
