//! Cells and their positions.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// Largest number of characters of a text that an error repeats.
const TEXT_MAX: usize = 40;

/// A cell, numbered from 0 in the order of its layout; in a square grid, row by row.
///
/// The layout knows where a cell is: [`Rules::cell`](crate::Rules::cell) reads `r1c2`, [`Layout::cell_at`](crate::Layout::cell_at) takes a row
/// and a column, and [`Layout::position`](crate::Layout::position) returns them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub u16);

impl Cell {
    /// Index of the cell in [`Grid::cells`](super::Grid::cells).
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl From<u16> for Cell {
    fn from(index: u16) -> Self {
        Self(index)
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
    /// The position of the cell with this index in a square grid of this size. Size 0 is read as 1.
    pub const fn of(index: usize, size: usize) -> Self {
        let size = if size == 0 { 1 } else { size };
        Self { row: index / size + 1, column: index % size + 1 }
    }
}

/// Reason why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{text}` is no position: it is a row and a column from 1, such as r3c7")]
#[non_exhaustive]
pub struct PositionError {
    /// The text.
    pub text: String,
}

/// Reads a position such as `r3c7` or `R3C7`.
impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let number = |text: &str| {
            let is_number = (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse().ok().filter(|&number| is_number && number > 0)
        };
        let position = || {
            let (row, column) = text.strip_prefix(['r', 'R'])?.split_once(['c', 'C'])?;
            Some(Self { row: number(row)?, column: number(column)? })
        };
        position().ok_or_else(|| PositionError { text: text.chars().take(TEXT_MAX).collect() })
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row, self.column)
    }
}
