//! This project as an exact cover solver.

use std::sync::atomic::AtomicBool;

use quadrille::exact_cover::{Problem, Search, Step};

use super::Row;

/// This project. The only place here that knows how the search is driven.
pub(crate) struct Quadrille(Search);

impl Row for Quadrille {
    fn new(problem: &Problem) -> Self {
        Self(Search::new(problem))
    }

    fn count(&mut self) -> u64 {
        let stop = AtomicBool::new(false);
        let mut solutions = 0;
        loop {
            match self.0.advance(u64::MAX, &stop) {
                Step::Solution => solutions += 1,
                Step::Paused => {}
                Step::Exhausted => return solutions,
            }
        }
    }
}
