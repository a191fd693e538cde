//! Which cells there are, and which of them make a house.

use std::fmt;
use std::sync::OnceLock;

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
/// Houses are data: every rule is stated over [`houses`](Self::houses), [`houses_of`](Self::houses_of) and
/// [`intersections`](Self::intersections), and nothing outside this file knows that a box is a rectangle. A geometry is made
/// once and shared by whoever asks for it again, so that a million puzzles cost it once. It is kept for good, and not
/// counted by those who hold it: a counter that all threads write to costs them more than reading a line.
#[derive(Clone, Debug)]
pub struct Geometry(&'static Houses);

impl PartialEq for Geometry {
    fn eq(&self, other: &Self) -> bool {
        self.0.size == other.0.size && self.0.box_shape == other.0.box_shape
    }
}

impl Eq for Geometry {}

#[derive(Debug)]
struct Houses {
    size: usize,
    box_shape: BoxShape,
    names: Vec<HouseName>,
    /// The cells of all houses, `size` for each.
    cells: Vec<Cell>,
    /// The places of all cells, [`HOUSES_PER_CELL`] for each.
    memberships: Vec<Membership>,
    intersections: Vec<Intersection>,
    /// Where each house's intersections end; those of house k begin where those of house k - 1 end.
    intersection_ends: Vec<usize>,
}

/// A row, a column and a box.
pub const HOUSES_PER_CELL: usize = 3;

/// The most houses a geometry has.
pub const HOUSES_MAX: usize = HOUSES_PER_CELL * SIZE_MAX;

/// Where a cell stands in one of its houses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Membership {
    /// The number of the house, as [`Geometry::houses`] orders them.
    pub house: u16,
    /// Which of the house's cells it is, from 0.
    pub index: u8,
}

/// Two or more cells that a house shares with another one, seen from the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Intersection {
    /// The shared cells, as bits of the house's cells.
    pub shared: u64,
    /// The number of the other house.
    pub other: u16,
    /// The shared cells, as bits of the other house's cells.
    pub shared_in_other: u64,
}

impl Geometry {
    /// The classic geometry: rows, columns and boxes of this shape.
    ///
    /// # Errors
    /// [`GeometryError`] where size or box cannot be.
    pub fn new(size: usize, box_shape: BoxShape) -> Result<Self, GeometryError> {
        // A size and a box's height say all; there are some 140 that can be, of 3 MB together.
        static SHARED: [[OnceLock<Houses>; SIZE_MAX]; SIZE_MAX] =
            [const { [const { OnceLock::new() }; SIZE_MAX] }; SIZE_MAX];
        if size == 0 || size > SIZE_MAX {
            return Err(GeometryError::Size { size });
        }
        if box_shape.width.checked_mul(box_shape.height) != Some(size) {
            return Err(GeometryError::Box { size, shape: box_shape });
        }
        let shared = &SHARED[size - 1][box_shape.height - 1];
        Ok(Self(shared.get_or_init(|| Houses::classic(size, box_shape))))
    }

    /// How many cells a row has, and how many digits there are.
    pub fn size(&self) -> usize {
        self.0.size
    }

    /// The shape of a box.
    pub fn box_shape(&self) -> BoxShape {
        self.0.box_shape
    }

    /// How many cells there are.
    pub fn cell_count(&self) -> usize {
        self.size() * self.size()
    }

    /// The cells, along the rows.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + Clone + use<> {
        (0..self.cell_count() as u16).map(Cell)
    }

    /// How many houses there are.
    pub fn house_count(&self) -> usize {
        self.0.names.len()
    }

    /// The houses: rows, columns, boxes.
    pub fn houses(&self) -> impl Iterator<Item = House<'_>> {
        self.0
            .names
            .iter()
            .zip(self.0.cells.chunks_exact(self.size()))
            .map(|(&name, cells)| House { name, cells })
    }

    /// The cells of the house with this number, in ascending order.
    pub fn cells_of(&self, house: usize) -> &[Cell] {
        &self.0.cells[house * self.size()..][..self.size()]
    }

    /// Where a cell stands in each of its houses.
    pub fn memberships_of(&self, cell: Cell) -> &[Membership] {
        &self.0.memberships[cell.index() * HOUSES_PER_CELL..][..HOUSES_PER_CELL]
    }

    /// The numbers of the houses that a cell belongs to, as [`houses`](Self::houses) orders them.
    pub fn houses_of(&self, cell: Cell) -> impl Iterator<Item = usize> + '_ {
        self.memberships_of(cell).iter().map(|place| usize::from(place.house))
    }

    /// The houses that share two or more cells with the house of this number.
    pub fn intersections(&self, house: usize) -> &[Intersection] {
        let start = if house == 0 { 0 } else { self.0.intersection_ends[house - 1] };
        &self.0.intersections[start..self.0.intersection_ends[house]]
    }

    /// The cell's place in words.
    pub fn position(&self, cell: Cell) -> Position {
        Position::of(cell.index(), self.size())
    }
}

impl Houses {
    fn classic(size: usize, box_shape: BoxShape) -> Self {
        let mut houses = Self {
            size,
            box_shape,
            names: Vec::with_capacity(3 * size),
            cells: Vec::with_capacity(3 * size * size),
            memberships: vec![Membership { house: 0, index: 0 }; HOUSES_PER_CELL * size * size],
            intersections: Vec::new(),
            intersection_ends: Vec::with_capacity(3 * size),
        };
        houses.push_family(HouseKind::Row, |house, k| (house, k));
        houses.push_family(HouseKind::Column, |house, k| (k, house));
        let BoxShape { width, height } = box_shape;
        let boxes_across = size / width;
        houses.push_family(HouseKind::Box, |house, k| {
            (house / boxes_across * height + k / width, house % boxes_across * width + k % width)
        });
        houses.find_intersections();
        houses
    }

    /// Adds a family of houses, given the row and column (from 0) of the k-th cell of each. A cell is in one house
    /// of a family.
    fn push_family(&mut self, kind: HouseKind, place: impl Fn(usize, usize) -> (usize, usize)) {
        let family = self.names.len() / self.size;
        for number in 0..self.size {
            let house = self.names.len() as u16;
            self.names.push(HouseName { kind, number: number + 1 });
            for k in 0..self.size {
                let (row, column) = place(number, k);
                let cell = row * self.size + column;
                self.cells.push(Cell(cell as u16));
                self.memberships[cell * HOUSES_PER_CELL + family] = Membership { house, index: k as u8 };
            }
        }
    }

    /// Finds out which houses share two cells or more. Two houses of the same cells do not cross: each says all that
    /// the other says.
    fn find_intersections(&mut self) {
        for (number, cells) in self.cells.chunks_exact(self.size).enumerate() {
            let mut shared = [(0_u64, 0_u64); HOUSES_MAX];
            for (k, &cell) in cells.iter().enumerate() {
                for place in &self.memberships[cell.index() * HOUSES_PER_CELL..][..HOUSES_PER_CELL] {
                    let (here, there) = &mut shared[usize::from(place.house)];
                    *here |= 1 << k;
                    *there |= 1 << place.index;
                }
            }
            for (other, (shared, shared_in_other)) in (0..).zip(shared) {
                let count = shared.count_ones() as usize;
                if usize::from(other) != number && (2..self.size).contains(&count) {
                    self.intersections.push(Intersection { shared, other, shared_in_other });
                }
            }
            self.intersection_ends.push(self.intersections.len());
        }
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
                    assert_eq!(geometry.cells_of(number), house.cells);
                    for (index, &cell) in house.cells.iter().enumerate() {
                        let place = Membership { house: number as u16, index: index as u8 };
                        assert!(geometry.memberships_of(cell).contains(&place));
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
    fn houses_that_share_two_cells_or_more_cross() {
        let geometry = Geometry::new(6, BoxShape { width: 3, height: 2 }).expect("3x2 is six");
        // Row 2 runs through boxes 1 and 2, which hold it in their second halves.
        let intersection = |shared, other, shared_in_other| Intersection { shared, other, shared_in_other };
        assert_eq!(
            geometry.intersections(1),
            [intersection(0b111, 12, 0b111_000), intersection(0b111_000, 13, 0b111_000)]
        );
        // Boxes in one row are rows themselves: the same cells under two names say nothing new.
        let flat = Geometry::new(5, BoxShape { width: 5, height: 1 }).expect("5x1 is five");
        assert!((0..15).all(|house| flat.intersections(house).is_empty()));
    }

    #[test]
    fn a_geometry_is_made_once() {
        let geometry = || Geometry::new(9, BoxShape::usual(9)).expect("a size");
        assert!(std::ptr::eq(geometry().0, geometry().0));
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
