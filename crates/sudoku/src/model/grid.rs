//! Grids: a digit or nothing in each cell of a layout.

use std::hash::{Hash, Hasher};

use super::cell::Cell;
use super::digit::{Digit, SIZE_MAX};
use super::layout::CELLS_MAX;

/// Cells, each empty or with a digit, in the order of their layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    cells: Vec<Option<Digit>>,
}

impl Grid {
    /// The grid with these cells, in the order of their layout; `None` if their number is not in 1..=[`CELLS_MAX`].
    pub fn from_cells(cells: Vec<Option<Digit>>) -> Option<Self> {
        (1..=CELLS_MAX).contains(&cells.len()).then_some(Self { cells })
    }

    /// The grid with this number of empty cells, which must be the number of a layout.
    pub(crate) fn empty(cells: usize) -> Self {
        Self { cells: vec![None; cells] }
    }

    /// The cells, in the order of their layout.
    pub fn cells(&self) -> &[Option<Digit>] {
        &self.cells
    }

    /// The size of the square grid with as many cells; `None` if there is none.
    pub fn square_size(&self) -> Option<usize> {
        size_for_cells(self.cells.len())
    }

    /// The digit in a cell; `None` if the cell is empty or outside the grid.
    pub fn digit(&self, cell: Cell) -> Option<Digit> {
        self.cells.get(cell.index()).copied().flatten()
    }

    /// Copies another grid into the memory of this one.
    pub fn copy_from(&mut self, other: &Self) {
        self.cells.clone_from(&other.cells);
    }

    /// Replaces all cells, in the same memory if their number is the same. It must be the number of cells of a layout.
    pub(super) fn replace(&mut self, cells: impl ExactSizeIterator<Item = Option<Digit>>) {
        if self.cells.len() == cells.len() {
            self.cells.iter_mut().zip(cells).for_each(|(old, new)| *old = new);
        } else {
            self.cells = cells.collect();
        }
    }

    /// Writes these cells; does nothing if their number differs.
    pub fn set_all(&mut self, cells: &[Option<Digit>]) {
        if self.cells.len() == cells.len() {
            self.cells.copy_from_slice(cells);
        }
    }

    /// Writes a digit into a cell; does nothing for a cell outside the grid.
    pub fn fill(&mut self, cell: Cell, digit: Digit) {
        self.set(cell, Some(digit));
    }

    /// Writes a digit into a cell, or empties it; does nothing for a cell outside the grid.
    pub fn set(&mut self, cell: Cell, content: Option<Digit>) {
        if let Some(old) = self.cells.get_mut(cell.index()) {
            *old = content;
        }
    }

    /// The number of cells that are not empty.
    pub fn filled_count(&self) -> usize {
        // In 16 bits, of which a vector register holds more: there are at most [`CELLS_MAX`] cells.
        self.cells.iter().map(|digit| u16::from(digit.is_some())).sum::<u16>().into()
    }

    /// The largest digit in any cell.
    pub fn largest(&self) -> Option<Digit> {
        // Compares plain values, which the compiler vectorises.
        let value = self.cells.iter().map(|digit| digit.map_or(0, Digit::value) as u8).fold(0, u8::max);
        Digit::new(usize::from(value))
    }

    /// The digit of each of these cells as a bit (digit 1 is bit 0); 0 for an empty cell.
    ///
    /// # Panics
    /// If a cell is outside the grid.
    #[inline]
    pub(super) fn bits<'a>(&'a self, cells: &'a [Cell]) -> impl Iterator<Item = u64> + 'a {
        // No branch on empty cells: it would be unpredictable.
        cells.iter().map(|cell| 1 << self.cells[cell.index()].map_or(0, Digit::value) >> 1)
    }

    /// The non-empty cells with their digits.
    pub fn filled(&self) -> impl Iterator<Item = (Cell, Digit)> {
        (0..).map(Cell).zip(&self.cells).filter_map(|(cell, digit)| digit.map(|digit| (cell, digit)))
    }
}

impl Hash for Grid {
    /// Hashes eight cells at once, several times as fast as cell by cell.
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(self.cells.len());
        for cells in self.cells.chunks(8) {
            let value = |digit: &Option<Digit>| digit.map_or(0, Digit::value) as u64;
            state.write_u64(cells.iter().fold(0, |word, digit| word << 8 | value(digit)));
        }
    }
}

/// The size of a square grid with this many cells; `None` if there is none from 1 to [`SIZE_MAX`].
pub fn size_for_cells(cells: usize) -> Option<usize> {
    // A table, because a root takes longer than the rest of the checks of a line.
    static SIZES: [u8; SIZE_MAX * SIZE_MAX + 1] = sizes_by_cells();
    SIZES.get(cells).map(|&size| usize::from(size)).filter(|&size| size > 0)
}

/// The size for each number of cells; 0 if there is none.
const fn sizes_by_cells() -> [u8; SIZE_MAX * SIZE_MAX + 1] {
    let mut sizes = [0; SIZE_MAX * SIZE_MAX + 1];
    let mut size = 1;
    while size <= SIZE_MAX {
        sizes[size * size] = size as u8;
        size += 1;
    }
    sizes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn square_size_is_none_if_the_cells_fill_no_square() {
        for (cells, size) in [(1, Some(1)), (80, None), (81, Some(9)), (1296, Some(36))] {
            assert_eq!(size_for_cells(cells), size);
            let grid = Grid::from_cells(vec![None; cells]).expect("a number of cells in range");
            assert_eq!(grid.square_size(), size);
        }
        for cells in [0, 1297, 1369] {
            assert_eq!(size_for_cells(cells), None);
            assert_eq!(Grid::from_cells(vec![None; cells]), None);
        }
    }
}
