//! Cells with their candidates.

use crate::model::{Cell, DigitSet};

/// Cells with their candidates together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellGroup {
    /// The cells.
    pub cells: Vec<Cell>,
    /// The digits.
    pub digits: DigitSet,
}
