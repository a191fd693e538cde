//! Tests of one puzzle after the other for a solution.

use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;

use quadrille_exact_cover::{Progress, ResumableSearch};

use crate::model::{Puzzle, Solution};
use crate::solver::{Solver, SolverError};

/// Tells of one puzzle after the other whether it has a solution.
#[derive(Clone, Debug)]
pub(super) struct Existence {
    solver: Solver,
    is_testing: bool,
    /// Nodes and steps of the tests that have ended.
    earlier: (u64, u64),
}

impl Existence {
    /// Prepares for puzzles like this one, and tests none.
    pub(super) fn new(puzzle: Puzzle) -> Self {
        Self { solver: Solver::new(puzzle, NonZeroU64::MIN), is_testing: false, earlier: (0, 0) }
    }

    /// Whether a test was started and has not ended.
    pub(super) fn is_testing(&self) -> bool {
        self.is_testing
    }

    /// Starts the test of a puzzle.
    pub(super) fn start(&mut self, puzzle: Puzzle) {
        self.solver.restart(puzzle, NonZeroU64::MIN);
        self.is_testing = true;
    }

    /// Continues the test. Returns whether the puzzle has a solution; `None` if the call ends before that is known.
    ///
    /// # Errors
    /// As [`Solver::advance`].
    pub(super) fn advance(
        &mut self,
        nodes_left: u64,
        stop: &AtomicBool,
    ) -> Result<Option<bool>, SolverError> {
        if nodes_left == 0 || self.solver.advance(nodes_left, stop)? == Progress::Paused {
            return Ok(None);
        }
        let rules = self.solver.puzzle().rules();
        // The solver does not count the steps of the rules of houses. They look at each candidate.
        let candidates = rules.layout().cell_count() * rules.digit_count();
        self.earlier = (self.nodes(), self.steps() + candidates as u64);
        self.is_testing = false;
        Ok(Some(self.solver.count() > 0))
    }

    /// Takes the solution out of a test that has found one.
    pub(super) fn take_solution(&mut self) -> Option<Solution> {
        self.solver.answer_without_stats().verdict.into_witnesses().next()
    }

    /// Number of nodes visited by all tests.
    pub(super) fn nodes(&self) -> u64 {
        self.earlier.0 + if self.is_testing { self.solver.nodes() } else { 0 }
    }

    /// Number of steps of all tests; [`SLICE_STEPS`](quadrille_exact_cover::unstable::SLICE_STEPS) of them make a slice.
    pub(super) fn steps(&self) -> u64 {
        self.earlier.1 + if self.is_testing { self.solver.steps() } else { 0 }
    }
}
