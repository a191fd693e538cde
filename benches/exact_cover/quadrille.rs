//! Quadrille as an exact cover solver.

use std::sync::atomic::AtomicBool;

use quadrille::exact_cover::{AnySearch, Problem, Step};

use super::Row;

/// Quadrille, with the faster search space.
pub(crate) struct Quadrille(AnySearch);

impl Row for Quadrille {
    fn new(problem: &Problem) -> Self {
        Self(AnySearch::new(problem))
    }

    fn count(&mut self) -> u64 {
        let stop = AtomicBool::new(false);
        while self.0.count(u64::MAX, u64::MAX, &stop) == Step::Paused {}
        self.0.solutions()
    }
}
