//! Cells with positions, and the houses they belong to.

use std::collections::BTreeSet;

use thiserror::Error;

use super::box_shape::BoxShape;
use super::cell::{Cell, Position};
use super::csr::Csr;
use super::digit::SIZE_MAX;
use super::house::{House, HouseKind, HouseName, Membership};

/// Largest number of cells of a layout: as many as the largest square grid has.
pub const CELLS_MAX: usize = SIZE_MAX * SIZE_MAX;

/// Largest number of houses of a layout.
pub const HOUSES_MAX: usize = 1 << 14;

/// Reason why a layout is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LayoutError {
    /// The number of cells is not in 1..=[`CELLS_MAX`].
    #[error("{cells} cells are out of range: a layout has from 1 to {CELLS_MAX}")]
    Cells {
        /// Number of cells.
        cells: usize,
    },
    /// Two cells have the same position.
    #[error("two cells have the position {0}")]
    Position(Position),
    /// There are more than [`HOUSES_MAX`] houses.
    #[error("there are too many houses: the maximum is {HOUSES_MAX}")]
    Houses {
        /// Number of the first house beyond the maximum, from 1.
        houses: usize,
    },
    /// A house does not have 1 to [`SIZE_MAX`] cells.
    #[error("{house} has {cells} cells: a house has from 1 to {SIZE_MAX}")]
    HouseSize {
        /// The house.
        house: HouseName,
        /// Its number of cells.
        cells: usize,
    },
    /// A house has a cell twice, or an unknown cell.
    #[error("{house} repeats cell {}, or the layout has no such cell", .cell.0)]
    Member {
        /// The house.
        house: HouseName,
        /// The cell.
        cell: Cell,
    },
}

/// Cells with positions, and houses of these cells.
///
/// The cells need not fill a square. The bounds are [`CELLS_MAX`], [`HOUSES_MAX`] and, for a
/// house, [`SIZE_MAX`] cells. Houses may overlap, contain each other, or have the same cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    positions: Vec<Position>,
    names: Vec<HouseName>,
    /// Cells of each house, in ascending order.
    houses: Csr<Cell>,
    /// Memberships of each cell, in the order of its houses.
    memberships: Csr<Membership>,
    /// Top left cell of each grid of a puzzle of several grids.
    grids: Vec<Position>,
    /// Whether the positions are in ascending order.
    is_sorted: bool,
}

impl Layout {
    /// The layout of these cells and houses. The cells of a house may be in any order.
    ///
    /// # Errors
    /// [`LayoutError`] if a number is out of range, or a position or a cell of a house is invalid.
    pub fn new(
        positions: Vec<Position>,
        houses: impl IntoIterator<Item = (HouseName, Vec<Cell>)>,
    ) -> Result<Self, LayoutError> {
        check_positions(&positions)?;
        let is_sorted = positions.is_sorted();
        let (names, houses_before, memberships) = (Vec::new(), Csr::new(), Csr::new());
        let mut layout =
            Self { positions, names, houses: houses_before, memberships, grids: Vec::new(), is_sorted };
        let mut of_cells = vec![Vec::new(); layout.cell_count()];
        for (name, mut cells) in houses {
            cells.sort_unstable();
            layout.check_house(name, &cells)?;
            for (index, cell) in cells.iter().enumerate() {
                let house = layout.names.len() as u16;
                of_cells[cell.index()].push(Membership { house, index: index as u8 });
            }
            layout.names.push(name);
            layout.houses.push(cells);
        }
        of_cells.into_iter().for_each(|memberships| layout.memberships.push(memberships));
        Ok(layout)
    }

    /// The layout as one of several grids, whose top left cells these are.
    pub(super) fn with_grids(self, grids: Vec<Position>) -> Self {
        Self { grids, ..self }
    }

    fn check_house(&self, house: HouseName, sorted: &[Cell]) -> Result<(), LayoutError> {
        if self.names.len() == HOUSES_MAX {
            return Err(LayoutError::Houses { houses: HOUSES_MAX + 1 });
        }
        if !(1..=SIZE_MAX).contains(&sorted.len()) {
            return Err(LayoutError::HouseSize { house, cells: sorted.len() });
        }
        let repeated = sorted.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
        let unknown = sorted.last().filter(|cell| cell.index() >= self.cell_count());
        match repeated.or(unknown.copied()) {
            Some(cell) => Err(LayoutError::Member { house, cell }),
            None => Ok(()),
        }
    }

    /// Number of cells.
    pub fn cell_count(&self) -> usize {
        self.positions.len()
    }

    /// The cells, in order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + Clone + use<> {
        (0..self.cell_count() as u16).map(Cell)
    }

    /// Row and column of the cell, from 1; both are 0 for a cell outside of the layout.
    pub fn position(&self, cell: Cell) -> Position {
        self.positions.get(cell.index()).copied().unwrap_or(Position { row: 0, column: 0 })
    }

    /// Whether the cell is in the layout.
    pub fn contains(&self, cell: Cell) -> bool {
        cell.index() < self.cell_count()
    }

    /// The cell in this row and column, from 1; `None` if there is none.
    pub fn cell_at(&self, row: usize, column: usize) -> Option<Cell> {
        let wanted = Position { row, column };
        // Square grids are in the order of their rows.
        let in_square =
            row.wrapping_sub(1).wrapping_mul(self.cell_count().isqrt()).wrapping_add(column).wrapping_sub(1);
        if self.positions.get(in_square) == Some(&wanted) {
            return Some(Cell(in_square as u16));
        }
        if self.is_sorted {
            return self.positions.binary_search(&wanted).ok().map(|index| Cell(index as u16));
        }
        self.cells().find(|&cell| self.position(cell) == wanted)
    }

    /// The cells of the row or column that begins beside this place outside of the grid, from there on; none for other places. Row and column 0
    /// are before the first ones.
    pub fn cells_seen_from(&self, outside: Position) -> Vec<Cell> {
        const DIRECTIONS: [(isize, isize); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        let seen = |(down, right)| {
            let next = move |row: usize, column: usize| {
                Some((row.checked_add_signed(down)?, column.checked_add_signed(right)?))
            };
            let places = std::iter::successors(next(outside.row, outside.column), move |&(row, column)| {
                next(row, column)
            });
            places.map_while(|(row, column)| self.cell_at(row, column))
        };
        if self.cell_at(outside.row, outside.column).is_some() {
            return Vec::new();
        }
        DIRECTIONS
            .into_iter()
            .map(|direction| seen(direction).collect::<Vec<Cell>>())
            .find(|cells| !cells.is_empty())
            .unwrap_or_default()
    }

    /// The place outside of the grid from which exactly these cells [are seen](Self::cells_seen_from), in this order.
    pub fn outside_place(&self, cells: &[Cell]) -> Option<Position> {
        let first = self.position(*cells.first()?);
        let beside = [(0, -1), (-1, 0), (0, 1), (1, 0)].into_iter().filter_map(|(down, right)| {
            let row = first.row.checked_add_signed(down)?;
            Some(Position { row, column: first.column.checked_add_signed(right)? })
        });
        beside.into_iter().find(|&place| self.cells_seen_from(place) == cells)
    }

    /// Width and height of the first box; `None` without boxes.
    pub(crate) fn box_shape(&self) -> Option<BoxShape> {
        let first = self.houses().find(|house| house.name.kind == HouseKind::Box)?;
        let positions = || first.cells.iter().map(|&cell| self.position(cell));
        let length = |lines: &dyn Fn(Position) -> usize| {
            let (last, first) = (positions().map(lines).max()?, positions().map(lines).min()?);
            Some(last + 1 - first)
        };
        Some(BoxShape {
            width: length(&|position| position.column)?,
            height: length(&|position| position.row)?,
        })
    }

    /// The layout with further houses.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub(super) fn with_houses(
        &self,
        further: impl IntoIterator<Item = (HouseName, Vec<Cell>)>,
    ) -> Result<Self, LayoutError> {
        let houses = self.houses().map(|house| (house.name, house.cells.to_vec()));
        Ok(Self::new(self.positions.clone(), houses.chain(further))?.with_grids(self.grids.clone()))
    }

    /// Top left cell of each grid of a puzzle of several grids, in order; none for other layouts.
    pub fn grids(&self) -> &[Position] {
        &self.grids
    }

    /// Number of rows and columns that the cells span, from the first row and column on.
    pub fn extent(&self) -> [usize; 2] {
        let largest = |number: fn(&Position) -> usize| self.positions.iter().map(number).max().unwrap_or(0);
        [largest(|position| position.row), largest(|position| position.column)]
    }

    /// Number of rows and columns between two cells, added up; 1 for cells that share a side.
    pub fn distance(&self, one: Cell, other: Cell) -> usize {
        let (one, other) = (self.position(one), self.position(other));
        one.row.abs_diff(other.row) + one.column.abs_diff(other.column)
    }

    /// The first of the cells that are nearest to another one.
    pub fn nearest(&self, cells: &[Cell], to: Cell) -> Option<Cell> {
        cells.iter().copied().min_by_key(|&cell| self.distance(cell, to))
    }

    /// Number of houses.
    pub fn house_count(&self) -> usize {
        self.names.len()
    }

    /// Sum of the numbers of cells of all houses.
    pub fn member_count(&self) -> usize {
        self.houses.entry_count()
    }

    /// The houses, in order.
    #[inline]
    pub fn houses(&self) -> impl Iterator<Item = House<'_>> {
        self.names.iter().zip(self.houses.lists()).map(|(&name, cells)| House { name, cells })
    }

    /// For each house, whether it is a box or another region with other cells than each row and column. The boxes of a Latin square are
    /// lines.
    pub fn is_region(&self) -> impl Iterator<Item = bool> {
        let is_region = |house: &House<'_>| matches!(house.name.kind, HouseKind::Box | HouseKind::Region);
        let is_line = move |cells: &[Cell]| {
            self.houses().any(|house| {
                matches!(house.name.kind, HouseKind::Row | HouseKind::Column) && house.cells == cells
            })
        };
        self.houses().map(move |house| is_region(&house) && !is_line(house.cells))
    }

    /// Calls `visit` with the cells of each house, in order: the fastest way to visit all houses.
    #[inline]
    pub(crate) fn for_each_house<'a>(&'a self, visit: impl FnMut(&'a [Cell])) {
        self.houses.for_each(visit);
    }

    /// Cells of the house with this number, in ascending order; none if there is no such house.
    #[inline]
    pub fn cells_of(&self, house: usize) -> &[Cell] {
        if house < self.house_count() { self.houses.list(house) } else { &[] }
    }

    /// The memberships of the cell: its houses, and its index in each.
    #[inline]
    pub(crate) fn memberships_of(&self, cell: Cell) -> &[Membership] {
        self.memberships.list(cell.index())
    }

    /// Calls `visit` with each membership of the cell: unrolled for three, as many as a cell of a plain grid has.
    #[inline]
    pub(crate) fn for_each_membership(&self, cell: Cell, mut visit: impl FnMut(Membership)) {
        match *self.memberships_of(cell) {
            [row, column, in_box] => {
                visit(row);
                visit(column);
                visit(in_box);
            }
            ref memberships => memberships.iter().copied().for_each(visit),
        }
    }

    /// Numbers of the cell's houses, in the order of [`houses`](Self::houses); none for a cell outside of the layout.
    #[inline]
    pub fn houses_of(&self, cell: Cell) -> impl Iterator<Item = usize> + '_ {
        let memberships = if self.contains(cell) { self.memberships_of(cell) } else { &[] };
        memberships.iter().map(|membership| usize::from(membership.house))
    }

    /// Bytes of its tables.
    pub(super) fn heap_bytes(&self) -> usize {
        size_of::<Position>() * self.positions.capacity()
            + size_of::<HouseName>() * self.names.capacity()
            + size_of::<Position>() * self.grids.capacity()
            + self.houses.heap_bytes()
            + self.memberships.heap_bytes()
    }
}

fn check_positions(positions: &[Position]) -> Result<(), LayoutError> {
    let cells = positions.len();
    if !(1..=CELLS_MAX).contains(&cells) {
        return Err(LayoutError::Cells { cells });
    }
    let mut seen = BTreeSet::new();
    match positions.iter().find(|&&position| !seen.insert(position)) {
        Some(&position) => Err(LayoutError::Position(position)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::house::HouseKind;

    fn line(cells: usize) -> Vec<Position> {
        (0..cells).map(|index| Position::of(index, cells)).collect()
    }

    fn region(number: usize, cells: &[u16]) -> (HouseName, Vec<Cell>) {
        (HouseName::new(HouseKind::Region, number), cells.iter().copied().map(Cell).collect())
    }

    #[test]
    fn rows_and_columns_are_seen_from_outside() {
        let square = Layout::new((0..9).map(|index| Position::of(index, 3)).collect(), []).expect("valid");
        let seen = |row, column| square.cells_seen_from(Position { row, column });
        let cells = |cells: [u16; 3]| cells.map(Cell).to_vec();
        for (row, column, expected) in
            [(2, 0, [3, 4, 5]), (2, 4, [5, 4, 3]), (0, 3, [2, 5, 8]), (4, 3, [8, 5, 2])]
        {
            assert_eq!(seen(row, column), cells(expected));
            assert_eq!(square.outside_place(&cells(expected)), Some(Position { row, column }));
        }
        for (row, column) in [(0, 0), (0, 4), (4, 4), (1, 1), (2, 5), (7, 7)] {
            assert_eq!(seen(row, column), []);
        }
        for others in [cells([3, 5, 4]), cells([0, 4, 8]), vec![Cell(3), Cell(4)], vec![]] {
            assert_eq!(square.outside_place(&others), None);
        }
    }

    #[test]
    fn houses_and_memberships_agree_for_houses_of_any_size() {
        let houses = [region(1, &[4, 0, 2]), region(2, &[2]), region(3, &[2, 3, 4, 0])];
        let layout = Layout::new(line(6), houses).expect("valid");
        assert_eq!((layout.cell_count(), layout.house_count(), layout.member_count()), (6, 3, 8));
        assert_eq!(layout.cells_of(0), [Cell(0), Cell(2), Cell(4)]);
        assert!(layout.houses_of(Cell(2)).eq([0, 1, 2]));
        assert_eq!(layout.memberships_of(Cell(1)), []);
        for (number, house) in layout.houses().enumerate() {
            assert_eq!(layout.cells_of(number), house.cells);
            for (index, &cell) in house.cells.iter().enumerate() {
                let membership = Membership { house: number as u16, index: index as u8 };
                assert!(layout.memberships_of(cell).contains(&membership));
            }
        }
        assert_eq!(layout.position(Cell(5)).to_string(), "r1c6");
    }

    #[test]
    fn invalid_cells_and_houses_are_rejected() {
        assert_eq!(Layout::new(Vec::new(), []), Err(LayoutError::Cells { cells: 0 }));
        assert_eq!(Layout::new(line(1297), []), Err(LayoutError::Cells { cells: 1297 }));
        let twice = Position { row: 1, column: 1 };
        assert_eq!(Layout::new(vec![twice; 2], []), Err(LayoutError::Position(twice)));
        let houses = (0..=HOUSES_MAX).map(|number| region(number, &[0]));
        assert_eq!(Layout::new(line(1), houses), Err(LayoutError::Houses { houses: HOUSES_MAX + 1 }));
        let house = HouseName::new(HouseKind::Region, 1);
        let of = |cells: &[u16]| Layout::new(line(40), [region(1, cells)]).map(|_| ());
        assert_eq!(of(&[]), Err(LayoutError::HouseSize { house, cells: 0 }));
        let many: Vec<u16> = (0..37).collect();
        assert_eq!(of(&many), Err(LayoutError::HouseSize { house, cells: 37 }));
        assert_eq!(of(&[3, 1, 3]), Err(LayoutError::Member { house, cell: Cell(3) }));
        assert_eq!(of(&[3, 40]), Err(LayoutError::Member { house, cell: Cell(40) }));
        assert_eq!(of(&many[..36]), Ok(()));
    }
}
