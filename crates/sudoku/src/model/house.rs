//! Houses: groups of cells in which no digit repeats.

use std::fmt;

use super::cell::Cell;

/// Kinds of houses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum HouseKind {
    /// A row.
    Row,
    /// A column.
    Column,
    /// A box.
    Box,
    /// A region of any shape.
    Region,
    /// A diagonal.
    Diagonal,
    /// Cells of a constraint, such as a cage.
    Constraint,
}

/// Name of a house, displayed as `row 3`, or as `row 3 of grid 2` in a puzzle of several grids. Boxes are numbered row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HouseName {
    /// The kind.
    pub kind: HouseKind,
    /// The number among houses of this kind, from 1; in a puzzle of several grids, among those of its grid.
    pub number: usize,
    /// The number of its grid in a puzzle of several grids, from 1; 0 in others. A house of several grids has the name of the first.
    pub grid: usize,
}

impl HouseName {
    /// The name of a house in a puzzle of one grid.
    pub const fn new(kind: HouseKind, number: usize) -> Self {
        Self { kind, number, grid: 0 }
    }
}

impl HouseKind {
    /// The name, such as `row`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Row => "row",
            Self::Column => "column",
            Self::Box => "box",
            Self::Region => "region",
            Self::Diagonal => "diagonal",
            Self::Constraint => "constraint",
        }
    }
}

impl fmt::Display for HouseName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind.name(), self.number)?;
        if self.grid == 0 { Ok(()) } else { write!(f, " of grid {}", self.grid) }
    }
}

/// A house: cells that contain no digit twice, hence every digit once if they are as many as the digits.
#[derive(Clone, Copy, Debug)]
pub struct House<'a> {
    /// Its name.
    pub name: HouseName,
    /// Its cells, in ascending order.
    pub cells: &'a [Cell],
}

/// Index of a cell in one of its houses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Membership {
    /// Number of the house, in the order of [`Layout::houses`](super::Layout::houses).
    pub house: u16,
    /// Index of the cell in the house, from 0.
    pub index: u8,
}
