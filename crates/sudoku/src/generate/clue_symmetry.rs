//! Symmetries of the cells with clues.

use std::fmt;
use std::str::FromStr;

use crate::model::{Cell, NameError, SIZE_MAX};

/// Symmetry of the cells that have a clue, in a square grid. The digits need not be symmetric.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClueSymmetry {
    /// Any cells.
    #[default]
    None,
    /// Unchanged by a half turn.
    Rotate180,
    /// Unchanged by a quarter turn.
    Rotate90,
    /// Unchanged if left and right are exchanged.
    Horizontal,
    /// Unchanged if top and bottom are exchanged.
    Vertical,
    /// Unchanged if rows and columns are exchanged: a mirror on the diagonal from the top left corner.
    Diagonal,
    /// Unchanged by a mirror on the diagonal from the top right corner.
    Antidiagonal,
    /// Unchanged by all of these.
    Full,
}

impl ClueSymmetry {
    /// All symmetries.
    pub const ALL: &'static [Self] = &[
        Self::None,
        Self::Rotate180,
        Self::Rotate90,
        Self::Horizontal,
        Self::Vertical,
        Self::Diagonal,
        Self::Antidiagonal,
        Self::Full,
    ];

    /// Name of the symmetry in requests.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Rotate180 => "rotate180",
            Self::Rotate90 => "rotate90",
            Self::Horizontal => "horizontal",
            Self::Vertical => "vertical",
            Self::Diagonal => "diagonal",
            Self::Antidiagonal => "antidiagonal",
            Self::Full => "full",
        }
    }

    /// The cells of a square of this size, in sets that have clues together. The sets are disjoint and ascend by their
    /// first cells, as do the cells of a set. None for sizes beyond [`SIZE_MAX`].
    pub fn orbits(self, size: usize) -> Vec<Vec<Cell>> {
        // Larger squares have no cells.
        let size = if size > SIZE_MAX { 0 } else { size };
        let mut is_seen = vec![false; size * size];
        let mut orbits = Vec::new();
        for first in 0..size * size {
            let mut orbit = Vec::new();
            let mut images = vec![first];
            while let Some(cell) = images.pop() {
                if !std::mem::replace(&mut is_seen[cell], true) {
                    orbit.push(Cell(cell as u16));
                    images.extend(self.images(cell / size, cell % size, size));
                }
            }
            if !orbit.is_empty() {
                orbit.sort_unstable();
                orbits.push(orbit);
            }
        }
        orbits
    }

    /// The images of a cell under the generators of the symmetry.
    fn images(self, row: usize, column: usize, size: usize) -> Vec<usize> {
        let (below, right) = (size - 1 - row, size - 1 - column);
        let images: &[(usize, usize)] = match self {
            Self::None => &[],
            Self::Rotate180 => &[(below, right)],
            Self::Rotate90 => &[(column, below)],
            Self::Horizontal => &[(row, right)],
            Self::Vertical => &[(below, column)],
            Self::Diagonal => &[(column, row)],
            Self::Antidiagonal => &[(right, below)],
            Self::Full => &[(column, below), (row, right)],
        };
        images.iter().map(|(row, column)| row * size + column).collect()
    }
}

/// The name.
impl fmt::Display for ClueSymmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads the name, in upper or lower case.
impl FromStr for ClueSymmetry {
    type Err = NameError;

    fn from_str(name: &str) -> Result<Self, NameError> {
        NameError::find("symmetry", Self::ALL, Self::name, name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The orbits of a square of size 4, as a letter in each cell.
    fn drawn(symmetry: ClueSymmetry) -> String {
        let mut letters = ['.'; 16];
        for (letter, orbit) in ('a'..).zip(symmetry.orbits(4)) {
            orbit.iter().for_each(|cell| letters[cell.index()] = letter);
        }
        letters.chunks(4).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn orbits_are_the_cells_that_a_symmetry_exchanges() {
        let expected = [
            "abcd efgh ijkl mnop",
            "abcd efgh hgfe dcba",
            "abca cddb bddc acba",
            "abba cddc effe ghhg",
            "abcd efgh efgh abcd",
            "abcd befg cfhi dgij",
            "abcd efgc hifb jhea",
            "abba bccb bccb abba",
        ];
        for (symmetry, expected) in ClueSymmetry::ALL.iter().copied().zip(expected) {
            assert_eq!(drawn(symmetry), expected, "{}", symmetry.name());
        }
    }
}
