//! The search with the matrix that suits the problem.

use std::sync::atomic::AtomicBool;

use super::bitset::BitMatrix;
use super::dlx::Links;
use super::problem::{OptionId, Problem};
use super::search::{Search, Step};

/// A [`Search`] of whichever matrix is faster: [`BitMatrix`] where a problem is small enough for them, [`Links`] otherwise.
///
/// All its functions are those of [`Search`].
#[derive(Clone, Debug)]
pub enum AnySearch {
    /// Up to 64 primary items, in bits.
    BitMatrix64(Search<BitMatrix<u64>>),
    /// Up to 128 primary items, in bits.
    BitMatrix128(Search<BitMatrix<u128>>),
    /// Any problem.
    Links(Search<Links>),
}

/// Says of a search what is the same for all three.
macro_rules! each {
    ($any:expr, $search:ident => $what:expr) => {
        match $any {
            AnySearch::BitMatrix64($search) => $what,
            AnySearch::BitMatrix128($search) => $what,
            AnySearch::Links($search) => $what,
        }
    };
}

impl AnySearch {
    /// A search that has not begun.
    pub fn new(problem: &Problem) -> Self {
        if let Some(bits) = BitMatrix::new(problem) {
            Self::BitMatrix64(Search::new(bits))
        } else if let Some(bits) = BitMatrix::new(problem) {
            Self::BitMatrix128(Search::new(bits))
        } else {
            Self::Links(Search::new(Links::new(problem)))
        }
    }

    /// See [`Search::advance`].
    pub fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Step {
        each!(self, search => search.advance(budget_nodes, stop))
    }

    /// See [`Search::count`].
    pub fn count(&mut self, limit: u64, budget_nodes: u64, stop: &AtomicBool) -> Step {
        each!(self, search => search.count(limit, budget_nodes, stop))
    }

    /// See [`Search::solution`].
    pub fn solution(&self) -> Vec<OptionId> {
        each!(self, search => search.solution().collect())
    }

    /// See [`Search::solutions`].
    pub fn solutions(&self) -> u64 {
        each!(self, search => search.solutions())
    }

    /// See [`Search::nodes`].
    pub fn nodes(&self) -> u64 {
        each!(self, search => search.nodes())
    }

    /// See [`Search::updates`].
    pub fn updates(&self) -> u64 {
        each!(self, search => search.updates())
    }

    /// See [`Search::steps`].
    pub fn steps(&self) -> u64 {
        each!(self, search => search.steps())
    }
}
