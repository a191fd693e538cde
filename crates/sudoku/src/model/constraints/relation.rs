//! Relations of two cells.

use crate::model::cell::Cell;
use crate::model::digit::DigitSet;

/// Allowed pairs of digits of two cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Relation {
    /// For each digit of the first cell, the allowed digits of the second cell.
    pub seconds: Vec<DigitSet>,
    /// For each digit of the second cell, the allowed digits of the first cell.
    pub firsts: Vec<DigitSet>,
}

/// Two cells in a relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RelatedPair {
    /// The first cell.
    pub first: Cell,
    /// The second cell, a later one.
    pub second: Cell,
    /// Index of the relation in [`Network::relations`](super::network::Network::relations).
    pub relation: usize,
}
