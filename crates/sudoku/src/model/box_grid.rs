//! Square grids of rows, columns and boxes, alone or several in one layout.

use std::collections::BTreeSet;

use super::box_shape::BoxShape;
use super::cell::{Cell, Position};
use super::house::{HouseKind, HouseName};
use super::layout::{Layout, LayoutError};

/// The square of this size with its rows, columns and boxes. The box must have `size` cells.
///
/// # Errors
/// [`LayoutError`] if the size is not in 1..=[`SIZE_MAX`](super::digit::SIZE_MAX).
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

/// The layout of several grids of this size, whose top left cells are at these positions. Grids may share cells. The box must have `size`
/// cells. Houses of one kind with the same cells, such as a box of two grids, are one house.
///
/// # Errors
/// As [`box_grid`].
pub(super) fn several_grids(
    size: usize,
    shape: BoxShape,
    grids: Vec<Position>,
) -> Result<Layout, LayoutError> {
    let one = box_grid(size, shape)?;
    let moved = |corner: &Position, cell: Cell| {
        let Position { row, column } = one.position(cell);
        Position { row: corner.row + row - 1, column: corner.column + column - 1 }
    };
    let positions: BTreeSet<Position> =
        grids.iter().flat_map(|corner| one.cells().map(move |cell| moved(corner, cell))).collect();
    let cells = Layout::new(positions.into_iter().collect(), [])?;
    let mut seen = BTreeSet::new();
    let mut houses = Vec::new();
    for (grid, corner) in (1..).zip(&grids) {
        for house in one.houses() {
            let places = house.cells.iter().map(|&cell| moved(corner, cell));
            let of_house: Vec<Cell> =
                places.filter_map(|place| cells.cell_at(place.row, place.column)).collect();
            if seen.insert((house.name.kind, of_house.clone())) {
                houses.push((HouseName { grid, ..house.name }, of_house));
            }
        }
    }
    Ok(cells.with_houses(houses)?.with_grids(grids))
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
        (HouseName::new(kind, house + 1), (0..size).map(cell).collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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
