//! A single: the placement of a full house, a hidden or a naked single.

use super::step::Step;
use super::technique::Technique;
use crate::model::{Cell, Digit};

/// Digit that a full house, a hidden or a naked single places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Single {
    /// The technique.
    pub technique: Technique,
    /// The cell.
    pub cell: Cell,
    /// The digit.
    pub digit: Digit,
    /// Number of the house; `None` for a naked single.
    pub house: Option<usize>,
}

impl Single {
    /// The same as a step.
    pub(super) fn into_step(self) -> Step {
        let houses = self.house.into_iter().collect();
        Step { houses, ..Step::placement(self.technique, self.cell, self.digit) }
    }
}
