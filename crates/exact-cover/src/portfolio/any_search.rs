//! Selection of the faster search space for a problem.

use std::sync::atomic::AtomicBool;

use crate::bitset::{BitMatrix, RankMatrix};
use crate::dlx::Links;
use crate::problem::{OptionId, Problem};
use crate::rest::Rest;
use crate::search::{Search, Step};

/// A [`Search`] of a [`BitMatrix`] or a [`RankMatrix`] if the problem is small enough, of [`Links`] otherwise.
///
/// It has the methods of [`Search`].
#[derive(Clone, Debug)]
pub enum AnySearch {
    /// Small problem of up to 64 primary items.
    BitMatrix64(Search<BitMatrix<u64>>),
    /// Small problem of up to 128 primary items.
    BitMatrix128(Search<BitMatrix<u128>>),
    /// Problem of medium size without colours.
    RankMatrix(Search<RankMatrix>),
    /// Any other problem.
    Links(Search<Links>),
}

/// Evaluates an expression for the search of any variant.
macro_rules! dispatch {
    ($any:expr, $search:ident => $result:expr) => {
        match $any {
            AnySearch::BitMatrix64($search) => $result,
            AnySearch::BitMatrix128($search) => $result,
            AnySearch::RankMatrix($search) => $result,
            AnySearch::Links($search) => $result,
        }
    };
}

impl AnySearch {
    /// Creates a search of the whole problem.
    pub fn new(problem: &Problem) -> Self {
        Self::with_bits(problem).unwrap_or_else(|| Self::with_links(problem))
    }

    /// Creates a search of bit sets; `None` if the problem is too large for them.
    pub(super) fn with_bits(problem: &Problem) -> Option<Self> {
        BitMatrix::new(problem)
            .map(|bit_matrix| Self::BitMatrix64(Search::new(bit_matrix)))
            .or_else(|| BitMatrix::new(problem).map(|matrix| Self::BitMatrix128(Search::new(matrix))))
            .or_else(|| RankMatrix::new(problem).map(|matrix| Self::RankMatrix(Search::new(matrix))))
    }

    /// Creates a search of [`Links`], for any problem.
    pub fn with_links(problem: &Problem) -> Self {
        Self::Links(Search::new(Links::new(problem)))
    }

    /// Restarts with another problem. [`Links`] keep their memory, and are used for small problems, too.
    pub(super) fn restart(&mut self, problem: &Problem) {
        match self {
            Self::Links(search) => search.reset(|links| links.rebuild(problem)),
            Self::BitMatrix64(_) | Self::BitMatrix128(_) | Self::RankMatrix(_) => {
                *self = Self::new(problem);
            }
        }
    }

    /// Makes [`Links`] and [`RankMatrix`] choose items by size and weight, or no longer. Does nothing in other search spaces.
    pub(super) fn set_weighted(&mut self, is_weighted: bool) {
        match self {
            Self::BitMatrix64(_) | Self::BitMatrix128(_) => {}
            Self::RankMatrix(search) => search.space_mut().set_weighted(is_weighted),
            Self::Links(search) => search.space_mut().set_weighted(is_weighted),
        }
    }

    /// See [`Search::rest`].
    pub fn rest(&self, weight: u128) -> Rest {
        dispatch!(self, search => search.rest(weight))
    }

    /// See [`Search::rest_weight`].
    pub(super) fn rest_weight(&self, weight: u128) -> u128 {
        dispatch!(self, search => search.rest_weight(weight))
    }

    /// See [`Search::split`].
    pub fn split(&mut self) -> Option<Self> {
        Some(match self {
            Self::BitMatrix64(search) => Self::BitMatrix64(search.split()?),
            Self::BitMatrix128(search) => Self::BitMatrix128(search.split()?),
            Self::RankMatrix(search) => Self::RankMatrix(search.split()?),
            Self::Links(search) => Self::Links(search.split()?),
        })
    }

    /// See [`Search::explored`].
    pub(super) fn explored(&self) -> f64 {
        dispatch!(self, search => search.explored())
    }

    /// See [`Search::advance`].
    pub fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Step {
        dispatch!(self, search => search.advance(budget_nodes, stop))
    }

    /// See [`Search::count`].
    pub fn count(&mut self, limit: u128, budget_nodes: u64, stop: &AtomicBool) -> Step {
        dispatch!(self, search => search.count(limit, budget_nodes, stop))
    }

    /// See [`Search::solution`].
    pub fn solution(&self) -> impl Iterator<Item = OptionId> {
        let (narrow, wide, ranks, links) = match self {
            Self::BitMatrix64(search) => (Some(search.solution()), None, None, None),
            Self::BitMatrix128(search) => (None, Some(search.solution()), None, None),
            Self::RankMatrix(search) => (None, None, Some(search.solution()), None),
            Self::Links(search) => (None, None, None, Some(search.solution())),
        };
        let bits = narrow.into_iter().flatten().chain(wide.into_iter().flatten());
        bits.chain(ranks.into_iter().flatten()).chain(links.into_iter().flatten())
    }

    /// See [`Search::solutions`].
    pub fn solutions(&self) -> u128 {
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
