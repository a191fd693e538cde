//! The entries and marks of a player.

use crate::sudoku::model::{Cell, DigitSet, Grid, Solution};

/// What a player has written into a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PlayerState {
    /// Digits in cells; `None` without entries.
    pub entries: Option<Grid>,
    /// For each cell, the digits that the player still considers; the empty set stands for all.
    pub marks: Option<Vec<DigitSet>>,
}

impl PlayerState {
    /// Cells whose entry differs from the solution, or whose marks lack its digit, in ascending order.
    pub(super) fn mistakes(&self, solution: &Solution) -> Vec<Cell> {
        let is_mistake = |&(cell, digit): &(Cell, _)| {
            let entry = self.entries.as_ref().and_then(|entries| entries.digit(cell));
            let marks = self.marks_of(cell);
            // The marks of a cell with an entry are leftovers.
            entry.map_or(!marks.is_empty() && !marks.contains(digit), |entry| entry != digit)
        };
        solution.grid().filled().filter(is_mistake).map(|(cell, _)| cell).collect()
    }

    /// The marks of a cell; none if all digits are still considered.
    pub(super) fn marks_of(&self, cell: Cell) -> DigitSet {
        let marks = self.marks.as_ref().and_then(|marks| marks.get(cell.index()));
        marks.copied().unwrap_or_default()
    }

    /// Estimated memory in bytes.
    pub(super) fn heap_bytes(&self) -> usize {
        self.entries.as_ref().map_or(0, |entries| size_of_val(entries.cells()))
            + self.marks.as_ref().map_or(0, |marks| size_of_val(&**marks))
    }
}
