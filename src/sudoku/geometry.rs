//! Cells, houses and intersections of a grid.

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
    /// The usual box for this size: the squarest one that is not higher than wide (3x3 for 9, 4x3 for 12, 7x1 for 7).
    pub fn usual(size: usize) -> Self {
        let height = (1..=size)
            .take_while(|height| height * height <= size)
            .filter(|height| size.is_multiple_of(*height))
            .last()
            .unwrap_or(1);
        Self { width: size / height, height }
    }

    /// All possible boxes for this size, widest first.
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

/// A cell, numbered from 0 row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub u16);

impl Cell {
    /// Index of the cell in [`Grid::cells`](super::Grid::cells).
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Row and column of a cell, both from 1; displayed as `r3c7`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The row, from 1.
    pub row: usize,
    /// The column, from 1.
    pub column: usize,
}

impl Position {
    /// The position of the cell with this index in a grid of this size (at least 1).
    pub const fn of(index: usize, size: usize) -> Self {
        Self { row: index / size + 1, column: index % size + 1 }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row, self.column)
    }
}

/// Kinds of houses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HouseKind {
    /// A row.
    Row,
    /// A column.
    Column,
    /// A box.
    Box,
}

/// Name of a house, displayed as `row 3`. Boxes are numbered row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HouseName {
    /// The kind.
    pub kind: HouseKind,
    /// The number among houses of this kind, from 1.
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

/// A house: `size` cells that contain each digit once.
#[derive(Clone, Copy, Debug)]
pub struct House<'a> {
    /// Its name.
    pub name: HouseName,
    /// Its cells, in ascending order.
    pub cells: &'a [Cell],
}

/// Why size and box make no geometry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum GeometryError {
    /// The size is not in 1..=[`SIZE_MAX`].
    #[error("size {size} is not from 1 to {SIZE_MAX}")]
    Size {
        /// The requested size.
        size: usize,
    },
    /// The box does not have as many cells as a row.
    #[error("a {shape} box does not have the {size} cells of a row")]
    Box {
        /// The requested size.
        size: usize,
        /// The requested box.
        shape: BoxShape,
    },
}

/// Cells and houses of a grid.
///
/// The rules use only [`houses`](Self::houses), [`houses_of`](Self::houses_of) and [`intersections`](Self::intersections).
///
/// Each geometry is built once and never freed, so that a copy is one pointer: a reference count written by all threads
/// would cost more than parsing a line.
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
    /// Cells of all houses, `size` per house.
    cells: Vec<Cell>,
    /// Memberships of all cells, [`HOUSES_PER_CELL`] per cell.
    memberships: Vec<Membership>,
    intersections: Vec<Intersection>,
    /// End index of each house's intersections; they start at the end of the previous house's.
    intersection_ends: Vec<usize>,
}

/// Number of houses of each cell: a row, a column and a box.
pub const HOUSES_PER_CELL: usize = 3;

/// Largest number of houses of a geometry.
pub const HOUSES_MAX: usize = HOUSES_PER_CELL * SIZE_MAX;

/// Position of a cell within one of its houses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Membership {
    /// Number of the house, in the order of [`Geometry::houses`].
    pub house: u16,
    /// Index of the cell in the house, from 0.
    pub index: u8,
}

/// Two or more cells that a house shares with another house.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Intersection {
    /// The shared cells, as bits of the house's cells.
    pub shared: u64,
    /// Number of the other house.
    pub other: u16,
    /// The shared cells, as bits of the other house's cells.
    pub shared_in_other: u64,
}

impl Geometry {
    /// Geometry of rows, columns and boxes of this shape.
    ///
    /// # Errors
    /// [`GeometryError`] if the size is out of range or the box does not fit it.
    pub fn new(size: usize, box_shape: BoxShape) -> Result<Self, GeometryError> {
        // Indexed by size and box height. All of them, some 140, take 3 MB.
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

    /// Number of cells in a row, and of digits.
    pub fn size(&self) -> usize {
        self.0.size
    }

    /// The shape of a box.
    pub fn box_shape(&self) -> BoxShape {
        self.0.box_shape
    }

    /// Number of cells.
    pub fn cell_count(&self) -> usize {
        self.size() * self.size()
    }

    /// The cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + Clone + use<> {
        (0..self.cell_count() as u16).map(Cell)
    }

    /// Number of houses.
    pub fn house_count(&self) -> usize {
        self.0.names.len()
    }

    /// The houses: rows, then columns, then boxes.
    pub fn houses(&self) -> impl Iterator<Item = House<'_>> {
        self.0
            .names
            .iter()
            .zip(self.0.cells.chunks_exact(self.size()))
            .map(|(&name, cells)| House { name, cells })
    }

    /// Cells of the house with this number, in ascending order.
    pub fn cells_of(&self, house: usize) -> &[Cell] {
        &self.0.cells[house * self.size()..][..self.size()]
    }

    /// The cell's position in each of its houses.
    pub fn memberships_of(&self, cell: Cell) -> &[Membership] {
        &self.0.memberships[cell.index() * HOUSES_PER_CELL..][..HOUSES_PER_CELL]
    }

    /// Numbers of the cell's houses, in the order of [`houses`](Self::houses).
    pub fn houses_of(&self, cell: Cell) -> impl Iterator<Item = usize> + '_ {
        self.memberships_of(cell).iter().map(|place| usize::from(place.house))
    }

    /// Intersections of the house with this number.
    pub fn intersections(&self, house: usize) -> &[Intersection] {
        let start = if house == 0 { 0 } else { self.0.intersection_ends[house - 1] };
        &self.0.intersections[start..self.0.intersection_ends[house]]
    }

    /// Row and column of the cell.
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
        houses.push_kind(HouseKind::Row, |house, k| (house, k));
        houses.push_kind(HouseKind::Column, |house, k| (k, house));
        let BoxShape { width, height } = box_shape;
        let boxes_across = size / width;
        houses.push_kind(HouseKind::Box, |house, k| {
            (house / boxes_across * height + k / width, house % boxes_across * width + k % width)
        });
        houses.find_intersections();
        houses
    }

    /// Adds all houses of one kind; `position` gives row and column (from 0) of the k-th cell of each.
    fn push_kind(&mut self, kind: HouseKind, position: impl Fn(usize, usize) -> (usize, usize)) {
        let kind_index = self.names.len() / self.size;
        for number in 0..self.size {
            let house = self.names.len() as u16;
            self.names.push(HouseName { kind, number: number + 1 });
            for k in 0..self.size {
                let (row, column) = position(number, k);
                let cell = row * self.size + column;
                self.cells.push(Cell(cell as u16));
                self.memberships[cell * HOUSES_PER_CELL + kind_index] = Membership { house, index: k as u8 };
            }
        }
    }

    /// Finds the intersections. Houses with equal cells have none: one implies nothing that the other does not.
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
    fn houses_and_memberships_of_every_size_and_box_agree() {
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
    fn boxes_are_numbered_row_by_row() {
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
    fn houses_that_share_two_cells_or_more_intersect() {
        let geometry = Geometry::new(6, BoxShape { width: 3, height: 2 }).expect("3x2 is six");
        // Row 2 is the second half of boxes 1 and 2.
        let intersection = |shared, other, shared_in_other| Intersection { shared, other, shared_in_other };
        assert_eq!(
            geometry.intersections(1),
            [intersection(0b111, 12, 0b111_000), intersection(0b111_000, 13, 0b111_000)]
        );
        // These boxes are rows: houses with equal cells have no intersection.
        let flat = Geometry::new(5, BoxShape { width: 5, height: 1 }).expect("5x1 is five");
        assert!((0..15).all(|house| flat.intersections(house).is_empty()));
    }

    #[test]
    fn equal_geometries_are_shared() {
        let geometry = || Geometry::new(9, BoxShape::usual(9)).expect("a size");
        assert!(std::ptr::eq(geometry().0, geometry().0));
    }

    #[test]
    fn size_out_of_range_and_box_that_does_not_fit_are_rejected() {
        let square = BoxShape { width: 3, height: 3 };
        assert_eq!(Geometry::new(0, square), Err(GeometryError::Size { size: 0 }));
        assert_eq!(Geometry::new(37, square), Err(GeometryError::Size { size: 37 }));
        assert_eq!(Geometry::new(10, square), Err(GeometryError::Box { size: 10, shape: square }));
        let huge = BoxShape { width: usize::MAX, height: 2 };
        assert_eq!(Geometry::new(10, huge), Err(GeometryError::Box { size: 10, shape: huge }));
    }
}
