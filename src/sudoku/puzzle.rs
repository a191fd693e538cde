//! Puzzles: clues on a geometry, and conflicts between clues.

use thiserror::Error;

use super::geometry::{Cell, Geometry, HOUSES_MAX, HouseName, Position};
use super::grid::{Digit, Grid};

/// Why a grid does not fit a geometry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PuzzleError {
    /// Grid and geometry have different sizes.
    #[error("a grid of size {grid} does not fit a geometry of size {geometry}")]
    Size {
        /// The grid's size.
        grid: usize,
        /// The geometry's size.
        geometry: usize,
    },
    /// A clue exceeds the size.
    #[error("{} at {position} is more than {size}", .digit.value())]
    Digit {
        /// Position of the clue.
        position: Position,
        /// The clue.
        digit: Digit,
        /// The size, which is the largest digit.
        size: usize,
    },
}

/// A digit given more than once in a house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The house.
    pub house: HouseName,
    /// The digit.
    pub digit: Digit,
    /// All cells of the house in which it is given, in ascending order.
    pub cells: Vec<Position>,
}

/// A grid of clues on a geometry: the input of the solver.
///
/// Clues may be few, none or in conflict. Invariants: the grid has the size of the geometry, and no digit exceeds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    geometry: Geometry,
    clues: Grid,
}

impl Puzzle {
    /// The puzzle with these clues.
    ///
    /// # Errors
    /// [`PuzzleError`] if the grid does not fit the geometry.
    pub fn new(geometry: Geometry, clues: Grid) -> Result<Self, PuzzleError> {
        let size = geometry.size();
        if clues.size() != size {
            return Err(PuzzleError::Size { grid: clues.size(), geometry: size });
        }
        let too_large = |digit: &Digit| digit.value() > size;
        if clues.largest().as_ref().is_some_and(too_large)
            && let Some((cell, digit)) = clues.filled().find(|(_, digit)| too_large(digit))
        {
            let position = geometry.position(cell);
            return Err(PuzzleError::Digit { position, digit, size });
        }
        Ok(Self { geometry, clues })
    }

    /// The cells and houses.
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// The clues.
    pub fn clues(&self) -> &Grid {
        &self.clues
    }

    /// The digits given in each house, as bits: digit 1 is bit 0.
    pub(super) fn given_digits(&self) -> [u64; HOUSES_MAX] {
        let mut given = [0; HOUSES_MAX];
        for (cell, digit) in self.clues.filled() {
            self.geometry.houses_of(cell).for_each(|house| given[house] |= 1 << digit.index());
        }
        given
    }

    /// Number of candidates of the empty cells: digits that no clue excludes.
    pub fn candidate_count(&self) -> usize {
        let given = self.given_digits();
        let excluded = |cell| self.geometry.houses_of(cell).fold(0, |digits, house| digits | given[house]);
        let empty = self.geometry.cells().filter(|&cell| self.clues.digit(cell).is_none());
        empty.map(|cell| self.geometry.size() - excluded(cell).count_ones() as usize).sum()
    }

    /// Digits given more than once in a house, ordered by house, then by digit. A puzzle with a conflict has no solution.
    pub fn conflicts(&self) -> Vec<Conflict> {
        if !self.has_conflict() {
            return Vec::new();
        }
        let mut conflicts = Vec::new();
        for house in self.geometry.houses() {
            let mut seen = 0_u64;
            let mut repeated = 0_u64;
            for digit in house.cells.iter().filter_map(|&cell| self.clues.digit(cell)) {
                let bit = 1 << digit.index();
                repeated |= seen & bit;
                seen |= bit;
            }
            conflicts.extend(
                Digit::all(self.geometry.size()).filter(|digit| repeated & (1 << digit.index()) != 0).map(
                    |digit| Conflict { house: house.name, digit, cells: self.positions(house.cells, digit) },
                ),
            );
        }
        conflicts
    }

    /// Whether any digit is repeated in a house: the fast path of [`conflicts`](Self::conflicts).
    fn has_conflict(&self) -> bool {
        let mut repeated = 0;
        for house in self.geometry.houses() {
            let mut seen = 0;
            for bit in self.clues.bits(house.cells) {
                repeated |= seen & bit;
                seen |= bit;
            }
        }
        repeated != 0
    }

    fn positions(&self, cells: &[Cell], digit: Digit) -> Vec<Position> {
        cells
            .iter()
            .filter(|&&cell| self.clues.digit(cell) == Some(digit))
            .map(|&cell| self.geometry.position(cell))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::geometry::BoxShape;

    fn grid(values: &[usize]) -> Grid {
        Grid::from_cells(values.iter().map(|&value| Digit::new(value)).collect()).expect("a square")
    }

    fn four() -> Geometry {
        Geometry::new(4, BoxShape::usual(4)).expect("four is a size")
    }

    #[test]
    fn conflicts_list_house_digit_and_all_cells_once() {
        let clues = grid(&[
            2, 0, 2, 2, //
            0, 0, 0, 0, //
            0, 3, 0, 2, //
            0, 3, 0, 0,
        ]);
        let puzzle = Puzzle::new(four(), clues).expect("the digits fit");
        let shown: Vec<String> = puzzle
            .conflicts()
            .iter()
            .map(|conflict| {
                let cells: Vec<String> = conflict.cells.iter().map(Position::to_string).collect();
                format!("{}: {} in {}", conflict.house, conflict.digit.value(), cells.join(" "))
            })
            .collect();
        assert_eq!(
            shown,
            [
                "row 1: 2 in r1c1 r1c3 r1c4",
                "column 2: 3 in r3c2 r4c2",
                "column 4: 2 in r1c4 r3c4",
                "box 2: 2 in r1c3 r1c4",
                "box 3: 3 in r3c2 r4c2",
            ]
        );
    }

    #[test]
    fn grid_that_does_not_fit_its_geometry_is_rejected() {
        assert_eq!(Puzzle::new(four(), grid(&[0])), Err(PuzzleError::Size { grid: 1, geometry: 4 }));
        let mut values = [0; 16];
        values[6] = 5;
        let error = Puzzle::new(four(), grid(&values)).expect_err("5 exceeds size 4");
        assert_eq!(error.to_string(), "5 at r2c3 is more than 4");
    }
}
