//! Quadrille as an exact cover solver.

use std::sync::atomic::AtomicBool;

use quadrille_exact_cover::Problem;
use quadrille_exact_cover::unstable::{PortfolioSearch, Step};

use super::Row;

/// Quadrille's portfolio: backtracking, then CDCL if the problem proves hard.
pub(crate) struct Quadrille(PortfolioSearch<Problem>);

impl Row for Quadrille {
    fn new(problem: &Problem) -> Self {
        Self(PortfolioSearch::new(problem.clone()))
    }

    fn count(&mut self) -> u64 {
        let stop = AtomicBool::new(false);
        while self.0.count(u128::MAX, u64::MAX, &stop) != Step::Exhausted {}
        u64::try_from(self.0.solutions()).expect("known counts")
    }
}
