//! Digits, and grids of digits.

use std::num::NonZeroU8;

use super::geometry::{Cell, SIZE_MAX};

/// A digit, from 1 to [`SIZE_MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digit(NonZeroU8);

impl Digit {
    /// The digit with this value; `None` if `value` is not in 1..=[`SIZE_MAX`].
    pub fn new(value: usize) -> Option<Self> {
        if value > SIZE_MAX {
            return None;
        }
        NonZeroU8::new(value as u8).map(Self)
    }

    /// The digits 1 to `size`, or to [`SIZE_MAX`] if that is less.
    pub fn all(size: usize) -> impl Iterator<Item = Self> {
        (1..=size).map_while(Self::new)
    }

    /// The value, from 1.
    pub const fn value(self) -> usize {
        self.0.get() as usize
    }

    /// The value minus one.
    pub const fn index(self) -> usize {
        self.value() - 1
    }
}

/// A square grid of cells, each empty or with a digit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    size: usize,
    cells: Vec<Option<Digit>>,
}

impl Grid {
    /// The grid with these cells, row by row; `None` if they make no square of size 1 to [`SIZE_MAX`].
    pub fn from_cells(cells: Vec<Option<Digit>>) -> Option<Self> {
        size_for_cells(cells.len()).map(|size| Self { size, cells })
    }

    /// Number of cells in a row.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The cells, row by row.
    pub fn cells(&self) -> &[Option<Digit>] {
        &self.cells
    }

    /// The rows.
    pub fn rows(&self) -> impl Iterator<Item = &[Option<Digit>]> {
        self.cells.chunks_exact(self.size)
    }

    /// The digit in a cell; `None` if the cell is empty or outside the grid.
    pub fn digit(&self, cell: Cell) -> Option<Digit> {
        self.cells.get(cell.index()).copied().flatten()
    }

    /// Copies another grid into the memory of this one.
    pub fn copy_from(&mut self, other: &Self) {
        self.size = other.size;
        self.cells.clone_from(&other.cells);
    }

    /// Writes a digit into a cell; does nothing for a cell outside the grid.
    pub fn fill(&mut self, cell: Cell, digit: Digit) {
        if let Some(content) = self.cells.get_mut(cell.index()) {
            *content = Some(digit);
        }
    }

    /// The largest digit in any cell.
    pub fn largest(&self) -> Option<Digit> {
        // Compares plain bytes, which the compiler vectorises.
        let value = self.cells.iter().map(|digit| digit.map_or(0, |digit| digit.0.get())).fold(0, u8::max);
        Digit::new(usize::from(value))
    }

    /// The digit of each of these cells as a bit (digit 1 is bit 0); 0 for an empty cell.
    ///
    /// # Panics
    /// If a cell is outside the grid.
    pub(super) fn bits<'a>(&'a self, cells: &'a [Cell]) -> impl Iterator<Item = u64> + 'a {
        // No branch on empty cells: it would be unpredictable.
        cells.iter().map(|cell| 1 << self.cells[cell.index()].map_or(0, Digit::value) >> 1)
    }

    /// The non-empty cells with their digits.
    pub fn filled(&self) -> impl Iterator<Item = (Cell, Digit)> {
        (0..).map(Cell).zip(&self.cells).filter_map(|(cell, digit)| digit.map(|digit| (cell, digit)))
    }
}

/// The size of a square grid with this many cells; `None` if there is none from 1 to [`SIZE_MAX`].
pub fn size_for_cells(cells: usize) -> Option<usize> {
    let size = cells.isqrt();
    (size * size == cells && (1..=SIZE_MAX).contains(&size)).then_some(size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_1_to_36() {
        assert_eq!(Digit::new(0), None);
        assert_eq!(Digit::new(37), None);
        assert_eq!(Digit::new(256 + 1), None);
        assert_eq!(Digit::all(36).map(Digit::value).collect::<Vec<_>>(), (1..=36).collect::<Vec<_>>());
    }

    #[test]
    fn cell_count_of_no_square_from_1_to_36_makes_no_grid() {
        for (cells, size) in
            [(0, None), (1, Some(1)), (80, None), (81, Some(9)), (1296, Some(36)), (1369, None)]
        {
            assert_eq!(size_for_cells(cells), size);
            assert_eq!(Grid::from_cells(vec![None; cells]).map(|grid| grid.size()), size);
        }
    }
}
