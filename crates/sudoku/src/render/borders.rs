//! Lines between the cells of a picture.

use std::fmt::{self, Formatter};

use crate::model::{Cell, HouseKind, Layout, Position};

/// Number of rows and columns that the cells of a layout span.
pub(super) struct Extent {
    pub(super) rows: usize,
    pub(super) columns: usize,
}

impl Extent {
    pub(super) fn of(layout: &Layout) -> Self {
        let [rows, columns] = layout.extent();
        Self { rows, columns }
    }
}

/// Kind of the line between two cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Border {
    /// Between cells of one region.
    Cell,
    /// Between two regions, or at the edge.
    Region,
}

/// Region of the cells that are in none, such as those of a Latin square.
const NO_REGION: usize = usize::MAX;

/// Regions by position. A line runs where two of them meet.
pub(super) struct Borders {
    extent: Extent,
    /// Region of each position, row by row; `None` without a cell.
    regions: Vec<Option<usize>>,
}

impl Borders {
    pub(super) fn of(layout: &Layout) -> Self {
        let extent = Extent::of(layout);
        let mut regions = vec![None; extent.rows * extent.columns];
        let index = |cell: Cell| {
            let Position { row, column } = layout.position(cell);
            (row - 1) * extent.columns + column - 1
        };
        for cell in layout.cells() {
            regions[index(cell)] = Some(NO_REGION);
        }
        for (number, house) in layout.houses().enumerate() {
            if matches!(house.name.kind, HouseKind::Box | HouseKind::Region) {
                for &cell in house.cells {
                    regions[index(cell)] = Some(number);
                }
            }
        }
        Self { extent, regions }
    }

    /// Returns the region at a position from 0; `None` outside of the grid.
    fn region(&self, row: Option<usize>, column: Option<usize>) -> Option<usize> {
        let (row, column) = (row?, column.filter(|&column| column < self.extent.columns)?);
        self.regions.get(row * self.extent.columns + column).copied().flatten()
    }

    /// Returns the line above the cell at a position from 0.
    fn above(&self, row: usize, column: usize) -> Option<Border> {
        border(self.region(row.checked_sub(1), Some(column)), self.region(Some(row), Some(column)))
    }

    /// Returns the line to the left of the cell at a position from 0.
    fn left(&self, row: usize, column: usize) -> Option<Border> {
        border(self.region(Some(row), column.checked_sub(1)), self.region(Some(row), Some(column)))
    }

    /// Writes the lines of a kind as commands of a path. Adjacent ones are joined.
    pub(super) fn write(&self, f: &mut Formatter<'_>, kind: Border, side: usize) -> fmt::Result {
        let Extent { rows, columns } = self.extent;
        for row in 0..=rows {
            for (start, length) in runs((0..columns).map(|column| self.above(row, column) == Some(kind))) {
                write!(f, "M{} {}h{}", start * side, row * side, length * side)?;
            }
        }
        for column in 0..=columns {
            for (start, length) in runs((0..rows).map(|row| self.left(row, column) == Some(kind))) {
                write!(f, "M{} {}v{}", column * side, start * side, length * side)?;
            }
        }
        Ok(())
    }
}

fn border(one: Option<usize>, other: Option<usize>) -> Option<Border> {
    match (one, other) {
        (None, None) => None,
        (one, other) if one == other => Some(Border::Cell),
        _ => Some(Border::Region),
    }
}

/// Returns start and length of each run of `true`.
fn runs(flags: impl Iterator<Item = bool>) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (index, _) in flags.enumerate().filter(|(_, flag)| *flag) {
        match runs.last_mut() {
            Some((start, length)) if *start + *length == index => *length += 1,
            _ => runs.push((index, 1)),
        }
    }
    runs
}
