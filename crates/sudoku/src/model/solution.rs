//! Independent check of every solution.

use thiserror::Error;

use super::cell::Cell;
use super::digit::Digit;
use super::grid::Grid;
use super::house_counts::HouseCounts;
use super::puzzle::Puzzle;

/// A complete grid, checked against the rules, the clues and the candidates of its puzzle.
///
/// [`Solution::certify`] is the only constructor: no engine's result is trusted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Solution(Grid);

/// Reason why a grid is not a solution of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum InvalidSolution {
    /// The grid has another number of cells than the puzzle.
    #[error("the grid has another number of cells than the puzzle")]
    Size,
    /// A cell is empty, differs from its clue, or has a digit that is too large.
    #[error("a cell is empty, differs from its clue, or has a digit that is too large")]
    Cell,
    /// A cell has a digit that is not among its candidates.
    #[error("a cell has a digit that is not among its candidates")]
    Candidate,
    /// A house contains a digit twice.
    #[error("a house contains a digit twice")]
    House,
    /// The grid does not meet a constraint.
    #[error("the grid does not meet constraint {} of the puzzle", .0 + 1)]
    Constraint(usize),
}

impl Solution {
    /// Checks that `grid` solves `puzzle`: every cell has one of its candidates, cells with a clue have the clue, no
    /// house has a digit twice, and every constraint holds.
    ///
    /// # Errors
    /// The first violation found.
    pub fn certify(puzzle: &Puzzle, grid: Grid) -> Result<Self, InvalidSolution> {
        let rules = puzzle.rules();
        if grid.cells().len() != rules.layout().cell_count() {
            return Err(InvalidSolution::Size);
        }
        let digits = rules.digit_count();
        let largest = digits as u8;
        // The checks of cells and of houses do not exit early: scanning everything is faster than branching.
        let cells = grid.cells().iter().zip(puzzle.clues().cells());
        let is_sound = cells.fold(true, |is_sound, (digit, clue)| {
            // All conditions compare bytes, which the compiler vectorises.
            let is_in_range = digit.map_or(0, Digit::value) as u8 <= largest;
            is_sound & digit.is_some() & is_in_range & (clue.is_none() | (clue == digit))
        });
        if !is_sound {
            return Err(InvalidSolution::Cell);
        }
        if let Some(candidates) = puzzle.given_candidates() {
            let mut cells = grid.cells().iter().zip(candidates);
            if !cells.all(|(digit, candidates)| digit.is_some_and(|digit| candidates.contains(digit))) {
                return Err(InvalidSolution::Candidate);
            }
        }
        if rules.is_classic_9x9()
            && let Some(cells) = grid.cells().first_chunk()
        {
            let is_complete = HouseCounts::new(cells).is_complete();
            return if is_complete { Ok(Self(grid)) } else { Err(InvalidSolution::House) };
        }
        let every_digit = rules.digits().bits();
        let mut wrong = 0;
        rules.layout().for_each_house(|cells| {
            let held = grid.bits(cells).fold(0, |held, bit| held | bit);
            // A house with as many cells as digits has each digit once if it has every digit.
            wrong |= if cells.len() == digits {
                every_digit ^ held
            } else {
                u64::from(held.count_ones() as usize != cells.len())
            };
        });
        if wrong != 0 {
            return Err(InvalidSolution::House);
        }
        let digits = |cell| grid.digit(cell).map_or(0, |digit| digit.value() as i64);
        let violated = rules.broken_constraint(&digits);
        violated.map_or(Ok(Self(grid)), |index| Err(InvalidSolution::Constraint(index)))
    }

    /// Returns the grid.
    pub fn into_grid(self) -> Grid {
        self.0
    }

    /// The digit of a cell; `None` outside of the grid.
    pub fn digit(&self, cell: Cell) -> Option<Digit> {
        self.0.digit(cell)
    }

    /// The digits, in the order of the layout.
    pub fn digits(&self) -> impl Iterator<Item = Digit> + '_ {
        self.0.iter().flatten()
    }

    /// The complete grid, whose rows are `grid().cells().chunks(size)`.
    pub fn grid(&self) -> &Grid {
        &self.0
    }
}

impl AsRef<Grid> for Solution {
    fn as_ref(&self) -> &Grid {
        &self.0
    }
}

impl From<Solution> for Grid {
    fn from(solution: Solution) -> Self {
        solution.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::box_shape::BoxShape;
    use crate::model::cell::{Cell, Position};
    use crate::model::digit::DigitSet;
    use crate::model::house::{HouseKind, HouseName};
    use crate::model::layout::Layout;
    use crate::model::rules::Rules;

    fn grid(values: &str) -> Grid {
        let cells = values.chars().map(|symbol| Digit::new(symbol.to_digit(10)? as usize)).collect();
        Grid::from_cells(cells).expect("a grid")
    }

    fn certify(clues: &str, values: &str) -> Result<Solution, InvalidSolution> {
        let rules = Rules::plain(4, BoxShape::usual(4)).expect("a size");
        let puzzle = Puzzle::new(rules, grid(clues)).expect("fits");
        Solution::certify(&puzzle, grid(values))
    }

    #[test]
    fn grid_that_breaks_a_rule_or_a_clue_is_not_certified() {
        let clues = "1...............";
        assert!(certify(clues, "1234341221434321").is_ok());
        assert_eq!(certify(clues, "1"), Err(InvalidSolution::Size));
        assert_eq!(certify(clues, "123434122143432."), Err(InvalidSolution::Cell));
        assert_eq!(certify(clues, "2134341212434321"), Err(InvalidSolution::Cell));
        assert_eq!(certify(clues, "1234341221434325"), Err(InvalidSolution::Cell));
        assert_eq!(certify(clues, "1234234134124123"), Err(InvalidSolution::House));
    }

    #[test]
    fn grid_that_breaks_a_small_house_or_a_candidate_is_not_certified() {
        let positions = (0..4).map(|index| Position::of(index, 4)).collect();
        let house = (HouseName::new(HouseKind::Region, 1), vec![Cell(0), Cell(2)]);
        let rules = Rules::new(Layout::new(positions, [house]).expect("valid"), 3).expect("valid");
        let not_three: DigitSet = Digit::all(2).collect();
        let mut candidates = vec![DigitSet::all(3); 4];
        candidates[1] = not_three;
        let puzzle = Puzzle::new(rules, grid("....")).and_then(|puzzle| puzzle.with_candidates(candidates));
        let certify = |values| Solution::certify(puzzle.as_ref().expect("fits"), grid(values)).map(|_| ());
        assert_eq!(certify("1133"), Ok(()));
        assert_eq!(certify("1113"), Err(InvalidSolution::House));
        assert_eq!(certify("1331"), Err(InvalidSolution::Candidate));
        assert_eq!(certify("1134"), Err(InvalidSolution::Cell));
    }
}
