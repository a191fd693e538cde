//! Which cells there are, and which of them make a house.

use std::fmt;

use thiserror::Error;

/// The largest size: a grid has at most 36 x 36 cells.
pub const SIZE_MAX: usize = 36;

/// The width and height of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoxShape {
    /// Columns of a box.
    pub width: usize,
    /// Rows of a box.
    pub height: usize,
}

impl BoxShape {
    /// The usual box of a grid of this size: the squarest, wider than high (3x3 for 9, 4x3 for 12, 7x1 for 7).
    pub fn usual(size: usize) -> Self {
        let height = (1..=size)
            .take_while(|height| height * height <= size)
            .filter(|height| size.is_multiple_of(*height))
            .last()
            .unwrap_or(1);
        Self { width: size / height, height }
    }

    /// Every box that a grid of this size can have, widest first.
    pub fn all(size: usize) -> impl Iterator<Item = Self> {
        (1..=size)
            .filter(move |height| size.is_multiple_of(*height))
            .map(move |height| Self { width: size / height, height })
    }
}

impl fmt::Display for BoxShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// A cell, numbered from 0 along the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub u16);

impl Cell {
    /// The index of the cell in a grid's cells.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A cell's place, shown as `r3c7`: rows and columns are counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The row, from 1.
    pub row: usize,
    /// The column, from 1.
    pub column: usize,
}

impl Position {
    /// The place of the cell with this index in a grid of this size (at least 1).
    pub const fn of(index: usize, size: usize) -> Self {
        Self { row: index / size + 1, column: index % size + 1 }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row, self.column)
    }
}

/// The families of houses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HouseKind {
    /// A row.
    Row,
    /// A column.
    Column,
    /// A box.
    Box,
}

/// A house's name, shown as `row 3`; houses of a family are counted from 1, boxes along the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HouseName {
    /// The family.
    pub kind: HouseKind,
    /// The number within the family, from 1.
    pub number: usize,
}

impl fmt::Display for HouseName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            HouseKind::Row => "row",
            HouseKind::Column => "column",
            HouseKind::Box => "box",
        };
        write!(f, "{kind} {}", self.number)
    }
}

/// A house: as many cells as the grid is wide, which hold each digit once.
#[derive(Clone, Copy, Debug)]
pub struct House<'a> {
    /// What the house is called.
    pub name: HouseName,
    /// Its cells, in ascending order.
    pub cells: &'a [Cell],
}

/// Why there is no such grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum GeometryError {
    /// The size is not from 1 to [`SIZE_MAX`].
    #[error("size {size} is not from 1 to {SIZE_MAX}")]
    Size {
        /// The size asked for.
        size: usize,
    },
    /// The box does not hold as many cells as a row.
    #[error("a {shape} box does not have the {size} cells of a row")]
    Box {
        /// The size asked for.
        size: usize,
        /// The box asked for.
        shape: BoxShape,
    },
}

/// The cells of a grid and its houses.
///
/// Houses are data: every rule is stated over [`houses`](Self::houses) and [`houses_of`](Self::houses_of), and
/// nothing outside this file knows that a box is a rectangle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Geometry {
    size: usize,
    box_shape: BoxShape,
    names: Vec<HouseName>,
    /// The cells of all houses, `size` for each.
    house_cells: Vec<Cell>,
    /// The houses of all cells, [`HOUSES_OF_A_CELL`] for each.
    cell_houses: Vec<u16>,
}

/// A row, a column and a box.
const HOUSES_OF_A_CELL: usize = 3;

impl Geometry {
    /// The classic geometry: rows, columns and boxes of this shape.
    ///
    /// # Errors
    /// [`GeometryError`] where size or box cannot be.
    pub fn new(size: usize, box_shape: BoxShape) -> Result<Self, GeometryError> {
        if size == 0 || size > SIZE_MAX {
            return Err(GeometryError::Size { size });
        }
        if box_shape.width.checked_mul(box_shape.height) != Some(size) {
            return Err(GeometryError::Box { size, shape: box_shape });
        }
        let mut geometry = Self {
            size,
            box_shape,
            names: Vec::with_capacity(3 * size),
            house_cells: Vec::with_capacity(3 * size * size),
            cell_houses: Vec::with_capacity(HOUSES_OF_A_CELL * size * size),
        };
        geometry.push_houses(HouseKind::Row, |house, k| (house, k));
        geometry.push_houses(HouseKind::Column, |house, k| (k, house));
        let BoxShape { width, height } = box_shape;
        let boxes_across = size / width;
        geometry.push_houses(HouseKind::Box, |house, k| {
            (house / boxes_across * height + k / width, house % boxes_across * width + k % width)
        });
        for index in 0..size * size {
            let (row, column) = (index / size, index % size);
            let in_box = row / height * boxes_across + column / width;
            let houses = [row, size + column, 2 * size + in_box];
            geometry.cell_houses.extend(houses.map(|house| house as u16));
        }
        Ok(geometry)
    }

    /// Adds a family of houses, given the row and column (from 0) of the k-th cell of each.
    fn push_houses(&mut self, kind: HouseKind, place: impl Fn(usize, usize) -> (usize, usize)) {
        for house in 0..self.size {
            self.names.push(HouseName { kind, number: house + 1 });
            for k in 0..self.size {
                let (row, column) = place(house, k);
                self.house_cells.push(Cell((row * self.size + column) as u16));
            }
        }
    }

    /// How many cells a row has, and how many digits there are.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The shape of a box.
    pub fn box_shape(&self) -> BoxShape {
        self.box_shape
    }

    /// How many cells there are.
    pub fn cell_count(&self) -> usize {
        self.size * self.size
    }

    /// The cells, along the rows.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + Clone + use<> {
        (0..self.cell_count() as u16).map(Cell)
    }

    /// How many houses there are.
    pub fn house_count(&self) -> usize {
        self.names.len()
    }

    /// The houses: rows, columns, boxes.
    pub fn houses(&self) -> impl Iterator<Item = House<'_>> {
        self.names
            .iter()
            .zip(self.house_cells.chunks_exact(self.size))
            .map(|(&name, cells)| House { name, cells })
    }

    /// The numbers of the houses that a cell belongs to, as [`houses`](Self::houses) orders them.
    pub fn houses_of(&self, cell: Cell) -> impl Iterator<Item = usize> + '_ {
        let start = cell.index() * HOUSES_OF_A_CELL;
        self.cell_houses[start..start + HOUSES_OF_A_CELL].iter().map(|&house| house as usize)
    }

    /// The cell's place in words.
    pub fn position(&self, cell: Cell) -> Position {
        Position::of(cell.index(), self.size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_box_is_the_squarest_and_wider_than_high() {
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
    fn every_size_and_box_makes_houses_that_agree_with_their_cells() {
        for size in 1..=SIZE_MAX {
            for shape in BoxShape::all(size) {
                let geometry = Geometry::new(size, shape).expect("the box has the cells of a row");
                assert_eq!(geometry.house_count(), 3 * size);
                for (number, house) in geometry.houses().enumerate() {
                    assert_eq!(house.cells.len(), size);
                    assert!(house.cells.is_sorted_by(|a, b| a < b));
                    for &cell in house.cells {
                        assert!(geometry.houses_of(cell).any(|other| other == number));
                    }
                }
            }
        }
    }

    #[test]
    fn boxes_are_numbered_along_the_rows() {
        let geometry = Geometry::new(6, BoxShape { width: 3, height: 2 }).expect("3x2 is six");
        let names: Vec<String> = geometry
            .houses()
            .filter(|house| house.cells.contains(&Cell(9)))
            .map(|house| house.name.to_string())
            .collect();
        assert_eq!(names, ["row 2", "column 4", "box 2"]);
        assert_eq!(geometry.position(Cell(9)).to_string(), "r2c4");
    }

    #[test]
    fn what_cannot_be_a_grid_is_refused() {
        let square = BoxShape { width: 3, height: 3 };
        assert_eq!(Geometry::new(0, square), Err(GeometryError::Size { size: 0 }));
        assert_eq!(Geometry::new(37, square), Err(GeometryError::Size { size: 37 }));
        assert_eq!(Geometry::new(10, square), Err(GeometryError::Box { size: 10, shape: square }));
        let huge = BoxShape { width: usize::MAX, height: 2 };
        assert_eq!(Geometry::new(10, huge), Err(GeometryError::Box { size: 10, shape: huge }));
    }
}
