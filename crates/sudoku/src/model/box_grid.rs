//! Square grids of rows, columns and boxes.

use std::fmt;

use super::cell::{Cell, Position};
use super::digit::SIZE_MAX;
use super::house::{HouseKind, HouseName};
use super::layout::{Layout, LayoutError};

/// The width and height of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoxShape {
    /// Columns of a box.
    pub width: usize,
    /// Rows of a box.
    pub height: usize,
}

impl BoxShape {
    /// The usual box for this size: the squarest one that is not higher than wide (3x3 for 9, 4x3 for 12, 7x1 for 7).
    pub fn usual(size: usize) -> Self {
        // A table, because divisions take a good part of the time of a line.
        static USUAL: [BoxShape; SIZE_MAX + 1] = usual_by_size();
        USUAL.get(size).copied().unwrap_or_else(|| Self::squarest(size))
    }

    const fn squarest(size: usize) -> Self {
        let (mut height, mut next) = (1, 2);
        while next * next <= size {
            if size.is_multiple_of(next) {
                height = next;
            }
            next += 1;
        }
        Self { width: size / height, height }
    }

    /// All possible boxes for this size, widest first.
    pub fn all(size: usize) -> impl Iterator<Item = Self> {
        (1..=size)
            .filter(move |height| size.is_multiple_of(*height))
            .map(move |height| Self { width: size / height, height })
    }
}

const fn usual_by_size() -> [BoxShape; SIZE_MAX + 1] {
    let mut shapes = [BoxShape { width: 0, height: 1 }; SIZE_MAX + 1];
    let mut size = 1;
    while size <= SIZE_MAX {
        shapes[size] = BoxShape::squarest(size);
        size += 1;
    }
    shapes
}

impl fmt::Display for BoxShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// The square of this size with its rows, columns and boxes. The box must have `size` cells.
///
/// # Errors
/// [`LayoutError`] if the size is not in 1..=[`SIZE_MAX`].
pub(super) fn box_grid(size: usize, BoxShape { width, height }: BoxShape) -> Result<Layout, LayoutError> {
    let boxes_across = size / width.max(1);
    let positions = (0..size * size).map(|index| Position::of(index, size)).collect();
    let rows = houses(size, HouseKind::Row, |house, k| (house, k));
    let columns = houses(size, HouseKind::Column, |house, k| (k, house));
    let boxes = houses(size, HouseKind::Box, |house, k| {
        (house / boxes_across * height + k / width, house % boxes_across * width + k % width)
    });
    Layout::new(positions, rows.chain(columns).chain(boxes))
}

/// All houses of one kind; `position` gives row and column (from 0) of the k-th cell of each.
fn houses(
    size: usize,
    kind: HouseKind,
    position: impl Fn(usize, usize) -> (usize, usize),
) -> impl Iterator<Item = (HouseName, Vec<Cell>)> {
    (0..size).map(move |house| {
        let cell = |k| {
            let (row, column) = position(house, k);
            Cell((row * size + column) as u16)
        };
        (HouseName { kind, number: house + 1 }, (0..size).map(cell).collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_box_is_the_squarest_and_not_higher_than_wide() {
        let usual = |size| BoxShape::usual(size).to_string();
        let expected = [
            (1, "1x1"),
            (2, "2x1"),
            (4, "2x2"),
            (6, "3x2"),
            (7, "7x1"),
            (8, "4x2"),
            (9, "3x3"),
            (10, "5x2"),
            (12, "4x3"),
            (15, "5x3"),
            (16, "4x4"),
            (20, "5x4"),
            (25, "5x5"),
            (30, "6x5"),
            (36, "6x6"),
        ];
        for (size, shape) in expected {
            assert_eq!(usual(size), shape);
        }
    }

    #[test]
    fn boxes_are_numbered_row_by_row() {
        let layout = box_grid(6, BoxShape { width: 3, height: 2 }).expect("a size");
        let names: Vec<String> = layout
            .houses()
            .filter(|house| house.cells.contains(&Cell(9)))
            .map(|house| house.name.to_string())
            .collect();
        assert_eq!(names, ["row 2", "column 4", "box 2"]);
        assert_eq!(layout.position(Cell(9)).to_string(), "r2c4");
    }
}
