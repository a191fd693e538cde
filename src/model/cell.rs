//! Cells and their positions.

use std::fmt;

/// A cell, numbered from 0 in the order of its layout; in a square grid, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub u16);

impl Cell {
    /// Index of the cell in [`Grid::cells`](super::Grid::cells).
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Row and column of a cell, both from 1; displayed as `r3c7`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The row, from 1.
    pub row: usize,
    /// The column, from 1.
    pub column: usize,
}

impl Position {
    /// The position of the cell with this index in a square grid of this size (at least 1).
    pub const fn of(index: usize, size: usize) -> Self {
        Self { row: index / size + 1, column: index % size + 1 }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row, self.column)
    }
}
