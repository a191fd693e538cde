//! A single: the placement of a full house, a hidden or a naked single.

use super::deduction::Deduction;
use crate::model::{Cell, Digit};

/// Digit that a full house, a hidden or a naked single places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Single {
    /// The cell.
    pub cell: Cell,
    /// The digit.
    pub digit: Digit,
    /// Number of the house; `None` for a naked single.
    pub house: Option<usize>,
}

impl Single {
    /// The same as a deduction.
    pub(super) fn into_deduction(self) -> Deduction {
        let houses = self.house.into_iter().collect();
        Deduction { houses, ..Deduction::placement(self.cell, self.digit) }
    }
}
