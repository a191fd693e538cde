//! The independent check of every answer.

use thiserror::Error;

use super::grid::Grid;
use super::puzzle::Puzzle;

/// A complete grid that was checked against the rules and against the clues it answers.
///
/// [`Solution::certify`] is the only way to one, so that no solver's word is ever taken for it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Solution(Grid);

/// A grid that was offered as a solution and is none: a bug in whatever offered it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum InvalidSolution {
    /// The grid has another size than the puzzle.
    #[error("the grid has another size than the puzzle")]
    Size,
    /// A cell is empty, or a clue was changed.
    #[error("a cell is empty or contradicts its clue")]
    Cell,
    /// A house does not have every digit once.
    #[error("a house does not have every digit once")]
    House,
}

impl Solution {
    /// Checks by the rules alone that `grid` solves `puzzle`: every cell filled, every clue kept, every digit
    /// once in every house.
    ///
    /// # Errors
    /// The first rule found broken.
    pub fn certify(puzzle: &Puzzle, grid: Grid) -> Result<Self, InvalidSolution> {
        let geometry = puzzle.geometry();
        if grid.size() != geometry.size() {
            return Err(InvalidSolution::Size);
        }
        // Both checks look at everything, which is quicker than to look for an end.
        let cells = grid.cells().iter().zip(puzzle.clues().cells());
        let keeps_clues = cells
            .fold(true, |keeps, (digit, clue)| keeps & digit.is_some() & (clue.is_none() | (clue == digit)));
        if !keeps_clues {
            return Err(InvalidSolution::Cell);
        }
        let every_digit = (1_u64 << geometry.size()) - 1;
        let mut missing = 0;
        for house in geometry.houses() {
            // A house has as many cells as there are digits, so it holds every one only if it holds each once.
            missing |= every_digit ^ grid.bits(house.cells).fold(0, |held, bit| held | bit);
        }
        if missing != 0 {
            return Err(InvalidSolution::House);
        }
        Ok(Self(grid))
    }

    /// The grid, no longer vouched for.
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
    fn only_a_grid_that_keeps_rules_and_clues_is_certified() {
        let clues = "1...............";
        assert!(certify(clues, "1234341221434321").is_ok());
        assert_eq!(certify(clues, "1"), Err(InvalidSolution::Size));
        assert_eq!(certify(clues, "123434122143432."), Err(InvalidSolution::Cell));
        assert_eq!(certify(clues, "2134341212434321"), Err(InvalidSolution::Cell));
        assert_eq!(certify(clues, "1234234134124123"), Err(InvalidSolution::House));
        assert_eq!(certify(clues, "1234341221434325"), Err(InvalidSolution::House));
    }
}
