//! Pool of idle solvers.

use std::num::NonZeroU64;

use parking_lot::Mutex;

use crate::sudoku::{Puzzle, Solver};

/// Largest grid size whose solver is pooled. Solvers of larger grids hold much memory and cost little to rebuild.
pub(super) const SMALL_SIZE_MAX: usize = 16;

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
        if solver.size() > SMALL_SIZE_MAX {
            return;
        }
        let mut idle = self.idle.lock();
        if idle.len() < self.idle_max {
            idle.push(solver);
        }
    }
}
