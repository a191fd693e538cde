//! Cubes of a puzzle: puzzles with more clues or fewer candidates.

use super::puzzle::Puzzle;
use super::solution::Solution;
use crate::exact_cover::{Cube, OptionId, Split, Weighted};

/// Part of a puzzle: a puzzle that has some of its solutions, with its share of the whole.
///
/// It has the rules, the clues and at most the candidates of the whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleCube {
    /// The part.
    pub puzzle: Puzzle,
    /// Share of the whole, in units of 1 / [`Cube::WEIGHT_OF_WHOLE`].
    pub weight: u128,
}

impl PuzzleCube {
    /// Creates the cube of all solutions.
    pub fn whole(puzzle: Puzzle) -> Self {
        Self { puzzle, weight: Cube::WEIGHT_OF_WHOLE }
    }

    /// Returns whether a solution of the whole puzzle is in the cube.
    pub fn has(&self, solution: &Solution) -> bool {
        let Self { puzzle, .. } = self;
        let digits = puzzle.rules().layout().cells().zip(solution.grid().cells());
        digits.into_iter().all(|(cell, &digit)| match (puzzle.clues().digit(cell), puzzle.candidates()) {
            (Some(clue), _) => Some(clue) == digit,
            (None, Some(sets)) => digit.is_some_and(|digit| sets[cell.index()].contains(digit)),
            (None, None) => true,
        })
    }

    /// Creates the part of `whole` that an exact cover cube stands for. `restrict` applies one option.
    pub(in crate::sudoku) fn of_cube(
        whole: &Puzzle,
        cube: &Cube,
        restrict: impl Fn(&mut Puzzle, OptionId),
    ) -> Self {
        let mut puzzle = whole.clone();
        cube.options().iter().for_each(|&option| restrict(&mut puzzle, option));
        Self { puzzle, weight: cube.weight() }
    }

    /// As [`of_cube`](Self::of_cube), for a split.
    pub(in crate::sudoku) fn of_split(
        whole: &Puzzle,
        split: Split,
        restrict: impl Fn(&mut Puzzle, OptionId),
    ) -> Split<Self> {
        split.map(|cube| Self::of_cube(whole, &cube, &restrict))
    }
}

impl Weighted for PuzzleCube {
    fn weight(&self) -> u128 {
        self.weight
    }
}
