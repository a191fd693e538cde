//! Grids: a digit or nothing in each cell of a layout.

use std::hash::{Hash, Hasher};
use std::ops::Index;

use thiserror::Error;

use super::cell::Cell;
use super::digit::{Digit, SIZE_MAX};
use super::layout::CELLS_MAX;

/// Reason why numbers are no grid, or a grid does not fit an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GridError {
    /// The number of cells is out of range.
    #[error("{cells} cells are out of range: a grid has from 1 to {CELLS_MAX}")]
    Cells {
        /// Number of cells.
        cells: usize,
    },
    /// A number is larger than each digit.
    #[error("cell {index}: {value} is no digit from 1 to {SIZE_MAX}, and an empty cell is 0")]
    Value {
        /// Index of the cell.
        index: usize,
        /// The number.
        value: usize,
    },
    /// An array has another number of cells than the grid.
    #[error("the grid has {cells} cells, the array {array}")]
    Array {
        /// Number of cells of the grid.
        cells: usize,
        /// Number of cells of the array.
        array: usize,
    },
}

/// Cells, each empty or with a digit, in the order of their layout.
///
/// ```
/// use quadrille_sudoku::{Cell, Grid};
///
/// let grid = Grid::try_from([[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]])?;
/// assert_eq!(grid, "1... ..3. .4.. ...2".parse()?);
/// assert_eq!(grid[Cell(6)].map(|digit| digit.value()), Some(3));
/// let rows: [[u8; 4]; 4] = (&grid).try_into()?;
/// assert_eq!(rows[3], [0, 0, 0, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    cells: Vec<Option<Digit>>,
}

impl Grid {
    /// The grid with these cells, in the order of their layout; `None` if their number is not in 1..=[`CELLS_MAX`].
    pub fn from_cells(cells: Vec<Option<Digit>>) -> Option<Self> {
        (1..=CELLS_MAX).contains(&cells.len()).then_some(Self { cells })
    }

    /// The grid with these numbers, in the order of the layout; 0 is an empty cell.
    ///
    /// # Errors
    /// [`GridError`] if a number is no digit, or there are no or too many cells.
    pub fn from_values(values: impl IntoIterator<Item = u8>) -> Result<Self, GridError> {
        let digit = |(index, value): (usize, u8)| match (value, Digit::new(value.into())) {
            (0, _) => Ok(None),
            (_, Some(digit)) => Ok(Some(digit)),
            _ => Err(GridError::Value { index, value: value.into() }),
        };
        let values = values.into_iter().take(CELLS_MAX + 1);
        let cells: Vec<Option<Digit>> = values.enumerate().map(digit).collect::<Result<_, _>>()?;
        let count = cells.len();
        Self::from_cells(cells).ok_or(GridError::Cells { cells: count })
    }

    /// The grid with these rows of numbers; 0 is an empty cell.
    ///
    /// # Errors
    /// As [`from_values`](Self::from_values).
    pub fn from_rows<R: AsRef<[u8]>>(rows: impl IntoIterator<Item = R>) -> Result<Self, GridError> {
        let mut values = Vec::new();
        for row in rows {
            values.extend_from_slice(row.as_ref());
            if values.len() > CELLS_MAX {
                break;
            }
        }
        Self::from_values(values)
    }

    /// The numbers of the cells, in the order of their layout; 0 for an empty cell.
    pub fn values(&self) -> impl ExactSizeIterator<Item = u8> + '_ {
        self.cells.iter().map(|digit| digit.map_or(0, u8::from))
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether no cell has a digit.
    pub fn is_empty(&self) -> bool {
        self.cells.iter().all(Option::is_none)
    }

    /// The cells, empty ones as `None`.
    pub fn iter(&self) -> std::iter::Copied<std::slice::Iter<'_, Option<Digit>>> {
        self.cells.iter().copied()
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

impl<const SIZE: usize> TryFrom<[[u8; SIZE]; SIZE]> for Grid {
    type Error = GridError;

    fn try_from(rows: [[u8; SIZE]; SIZE]) -> Result<Self, GridError> {
        Self::from_rows(rows)
    }
}

impl<const SIZE: usize> TryFrom<&[[u8; SIZE]; SIZE]> for Grid {
    type Error = GridError;

    fn try_from(rows: &[[u8; SIZE]; SIZE]) -> Result<Self, GridError> {
        Self::from_rows(rows)
    }
}

impl<const CELLS: usize> TryFrom<[u8; CELLS]> for Grid {
    type Error = GridError;

    fn try_from(values: [u8; CELLS]) -> Result<Self, GridError> {
        Self::from_values(values)
    }
}

impl TryFrom<&[u8]> for Grid {
    type Error = GridError;

    fn try_from(values: &[u8]) -> Result<Self, GridError> {
        Self::from_values(values.iter().copied())
    }
}

impl TryFrom<Vec<u8>> for Grid {
    type Error = GridError;

    fn try_from(values: Vec<u8>) -> Result<Self, GridError> {
        Self::from_values(values)
    }
}

impl TryFrom<Vec<Vec<u8>>> for Grid {
    type Error = GridError;

    fn try_from(rows: Vec<Vec<u8>>) -> Result<Self, GridError> {
        Self::from_rows(rows)
    }
}

impl<const CELLS: usize> TryFrom<&Grid> for [u8; CELLS] {
    type Error = GridError;

    fn try_from(grid: &Grid) -> Result<Self, GridError> {
        let mut array = [0; CELLS];
        if grid.len() != CELLS {
            return Err(GridError::Array { cells: grid.len(), array: CELLS });
        }
        array.iter_mut().zip(grid.values()).for_each(|(cell, value)| *cell = value);
        Ok(array)
    }
}

impl<const SIZE: usize> TryFrom<&Grid> for [[u8; SIZE]; SIZE] {
    type Error = GridError;

    fn try_from(grid: &Grid) -> Result<Self, GridError> {
        let mut array = [[0; SIZE]; SIZE];
        if grid.len() != SIZE * SIZE {
            return Err(GridError::Array { cells: grid.len(), array: SIZE * SIZE });
        }
        array.as_flattened_mut().iter_mut().zip(grid.values()).for_each(|(cell, value)| *cell = value);
        Ok(array)
    }
}

/// # Panics
/// If the cell is outside of the grid: [`Grid::digit`] returns `None`.
impl Index<Cell> for Grid {
    type Output = Option<Digit>;

    fn index(&self, cell: Cell) -> &Option<Digit> {
        &self.cells[cell.index()]
    }
}

/// # Panics
/// If the grid has fewer cells.
impl Index<usize> for Grid {
    type Output = Option<Digit>;

    fn index(&self, index: usize) -> &Option<Digit> {
        &self.cells[index]
    }
}

impl IntoIterator for Grid {
    type Item = Option<Digit>;
    type IntoIter = std::vec::IntoIter<Option<Digit>>;

    fn into_iter(self) -> Self::IntoIter {
        self.cells.into_iter()
    }
}

impl<'a> IntoIterator for &'a Grid {
    type Item = Option<Digit>;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, Option<Digit>>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
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
