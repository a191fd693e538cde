//! Selection of the faster search space for a problem.

use std::sync::atomic::AtomicBool;

use crate::exact_cover::bitset::BitMatrix;
use crate::exact_cover::dlx::Links;
use crate::exact_cover::problem::{OptionId, Problem};
use crate::exact_cover::search::{Search, Step};

/// A [`Search`] of a [`BitMatrix`] if the problem is small enough, of [`Links`] otherwise.
///
/// Its methods are those of [`Search`].
#[derive(Clone, Debug)]
pub enum AnySearch {
    /// Small problem of up to 64 primary items.
    BitMatrix64(Search<BitMatrix<u64>>),
    /// Small problem of up to 128 primary items.
    BitMatrix128(Search<BitMatrix<u128>>),
    /// Any other problem.
    Links(Search<Links>),
}

/// Evaluates an expression for the search of any variant.
macro_rules! dispatch {
    ($any:expr, $search:ident => $result:expr) => {
        match $any {
            AnySearch::BitMatrix64($search) => $result,
            AnySearch::BitMatrix128($search) => $result,
            AnySearch::Links($search) => $result,
        }
    };
}

impl AnySearch {
    /// Creates a search of the whole problem.
    pub fn new(problem: &Problem) -> Self {
        if let Some(bit_matrix) = BitMatrix::new(problem) {
            Self::BitMatrix64(Search::new(bit_matrix))
        } else if let Some(bit_matrix) = BitMatrix::new(problem) {
            Self::BitMatrix128(Search::new(bit_matrix))
        } else {
            Self::Links(Search::new(Links::new(problem)))
        }
    }

    /// See [`Search::advance`].
    pub fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Step {
        dispatch!(self, search => search.advance(budget_nodes, stop))
    }

    /// See [`Search::count`].
    pub fn count(&mut self, limit: u64, budget_nodes: u64, stop: &AtomicBool) -> Step {
        dispatch!(self, search => search.count(limit, budget_nodes, stop))
    }

    /// See [`Search::solution`].
    pub fn solution(&self) -> Vec<OptionId> {
        dispatch!(self, search => search.solution().collect())
    }

    /// See [`Search::solutions`].
    pub fn solutions(&self) -> u64 {
        dispatch!(self, search => search.solutions())
    }

    /// See [`Search::nodes`].
    pub fn nodes(&self) -> u64 {
        dispatch!(self, search => search.nodes())
    }

    /// See [`Search::updates`].
    pub fn updates(&self) -> u64 {
        dispatch!(self, search => search.updates())
    }

    /// See [`Search::steps`].
    pub fn steps(&self) -> u64 {
        dispatch!(self, search => search.steps())
    }
}
