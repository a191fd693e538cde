//! Cubes of a puzzle: puzzles with more clues or fewer candidates.

use quadrille_exact_cover::Cube;
use quadrille_exact_cover::Rest;

use super::cell::Cell;
use super::digit::Digit;
use super::puzzle::Puzzle;
use super::solution::Solution;

/// What one choice of a search adds to a puzzle: a clue, or an excluded candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Restriction {
    /// The cell.
    pub cell: Cell,
    /// Its digit, or the one it cannot have.
    pub digit: Digit,
    /// Whether the digit is excluded.
    pub is_excluded: bool,
}

impl Restriction {
    /// Applies a restriction that fits rules, clues and candidates.
    pub(crate) fn apply(self, puzzle: &mut Puzzle) {
        let Self { cell, digit, is_excluded } = self;
        if is_excluded { puzzle.exclude(cell, digit) } else { puzzle.place(cell, digit) }
    }

    /// Returns whether a solution has the clue, or another digit than the excluded one.
    pub fn allows(&self, solution: &Solution) -> bool {
        (solution.grid().digit(self.cell) == Some(self.digit)) != self.is_excluded
    }
}

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
        digits.into_iter().all(|(cell, &digit)| {
            match (puzzle.clues().digit(cell), puzzle.given_candidates()) {
                (Some(clue), _) => Some(clue) == digit,
                (None, Some(sets)) => digit.is_some_and(|digit| sets[cell.index()].contains(digit)),
                (None, None) => true,
            }
        })
    }

    /// Returns the cubes of a rest one by one; this is the cube that was searched.
    pub fn cubes(&self, rest: &Rest<Restriction>) -> impl Iterator<Item = Self> {
        rest.branches().map(|(path, branch)| {
            let mut puzzle = self.puzzle.clone();
            path.iter().chain(&branch.addition).for_each(|restriction| restriction.apply(&mut puzzle));
            Self { puzzle, weight: branch.weight }
        })
    }
}
