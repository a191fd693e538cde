//! Independent check of every solution.

use thiserror::Error;

use super::grid::Grid;
use super::puzzle::Puzzle;

/// A complete grid, checked against the rules and the clues of its puzzle.
///
/// [`Solution::certify`] is the only constructor: no engine's result is trusted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Solution(Grid);

/// Why a grid is not a solution of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum InvalidSolution {
    /// The grid has another size than the puzzle.
    #[error("the grid has another size than the puzzle")]
    Size,
    /// A cell is empty or differs from its clue.
    #[error("a cell is empty or differs from its clue")]
    Cell,
    /// A house does not contain every digit once.
    #[error("a house does not contain every digit once")]
    House,
}

impl Solution {
    /// Checks that `grid` solves `puzzle`: all cells filled, all clues kept, every digit once in every house.
    ///
    /// # Errors
    /// The first violation found.
    pub fn certify(puzzle: &Puzzle, grid: Grid) -> Result<Self, InvalidSolution> {
        let geometry = puzzle.geometry();
        if grid.size() != geometry.size() {
            return Err(InvalidSolution::Size);
        }
        // Neither check exits early: scanning everything is faster than branching.
        let cells = grid.cells().iter().zip(puzzle.clues().cells());
        let keeps_clues = cells
            .fold(true, |keeps, (digit, clue)| keeps & digit.is_some() & (clue.is_none() | (clue == digit)));
        if !keeps_clues {
            return Err(InvalidSolution::Cell);
        }
        let every_digit = (1_u64 << geometry.size()) - 1;
        let mut missing = 0;
        for house in geometry.houses() {
            // A house has as many cells as digits: it contains every digit only if it contains each once.
            missing |= every_digit ^ grid.bits(house.cells).fold(0, |held, bit| held | bit);
        }
        if missing != 0 {
            return Err(InvalidSolution::House);
        }
        Ok(Self(grid))
    }

    /// Returns the grid.
    pub fn into_grid(self) -> Grid {
        self.0
    }

    /// The complete grid.
    pub fn grid(&self) -> &Grid {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::geometry::{BoxShape, Geometry};
    use crate::sudoku::grid::Digit;

    fn grid(values: &str) -> Grid {
        let cells = values.chars().map(|symbol| Digit::new(symbol.to_digit(10)? as usize)).collect();
        Grid::from_cells(cells).expect("a square")
    }

    fn certify(clues: &str, values: &str) -> Result<Solution, InvalidSolution> {
        let geometry = Geometry::new(4, BoxShape::usual(4)).expect("a size");
        let puzzle = Puzzle::new(geometry, grid(clues)).expect("fits");
        Solution::certify(&puzzle, grid(values))
    }

    #[test]
    fn grid_that_breaks_a_rule_or_a_clue_is_not_certified() {
        let clues = "1...............";
        assert!(certify(clues, "1234341221434321").is_ok());
        assert_eq!(certify(clues, "1"), Err(InvalidSolution::Size));
        assert_eq!(certify(clues, "123434122143432."), Err(InvalidSolution::Cell));
        assert_eq!(certify(clues, "2134341212434321"), Err(InvalidSolution::Cell));
        assert_eq!(certify(clues, "1234234134124123"), Err(InvalidSolution::House));
        assert_eq!(certify(clues, "1234341221434325"), Err(InvalidSolution::House));
    }
}
