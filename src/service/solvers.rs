//! Solvers between two puzzles.

use std::num::NonZeroU64;
use std::sync::{Mutex, PoisonError};

use crate::sudoku::{Puzzle, Solver};

/// The largest grids whose solver is kept. What larger ones take of memory is much, and building it anew little beside
/// the work on such a puzzle.
pub(super) const SMALL_SIZE_MAX: usize = 16;

/// Solvers that nobody uses at the moment. What they have taken of memory serves the next puzzle.
#[derive(Debug)]
pub(super) struct Solvers {
    idle: Mutex<Vec<Solver>>,
    kept_max: usize,
}

impl Solvers {
    /// None yet, and never more than `kept_max` of them.
    pub(super) fn new(kept_max: usize) -> Self {
        Self { idle: Mutex::default(), kept_max }
    }

    /// A solver for this puzzle.
    pub(super) fn take(&self, puzzle: Puzzle, solutions_max: NonZeroU64) -> Solver {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        match idle {
            Some(mut solver) => {
                solver.restart(puzzle, solutions_max);
                solver
            }
            None => Solver::new(puzzle, solutions_max),
        }
    }

    /// Takes back a solver that is done.
    pub(super) fn give_back(&self, solver: Solver) {
        if solver.size() > SMALL_SIZE_MAX {
            return;
        }
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < self.kept_max {
            idle.push(solver);
        }
    }
}
