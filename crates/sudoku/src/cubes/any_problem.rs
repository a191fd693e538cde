//! Cubes of a puzzle or an exact cover problem.

use std::sync::Arc;

use quadrille_exact_cover::unstable::parse_cube;
use quadrille_exact_cover::{CountOverflow, Problem, ProblemError};
use thiserror::Error;

use super::count::CubeCountError;
use super::partition::puzzle_cubes;
use super::text::{CubeTextError, parse_puzzle_cube};
use super::written::WrittenCube;
use crate::model::Puzzle;

/// Problem that is cut into cubes.
#[derive(Clone, Debug)]
pub enum AnyProblem {
    /// A puzzle.
    Puzzle(Puzzle),
    /// An exact cover problem.
    Cover(Arc<Problem>),
}

impl AnyProblem {
    /// Splits the problem into about `want` cubes, as [`puzzle_cubes`] and [`Problem::cubes`](quadrille_exact_cover::Problem::cubes) do.
    ///
    /// # Errors
    /// As [`puzzle_cubes`].
    pub fn cubes(&self, want: usize, seed: u64) -> Result<Vec<WrittenCube>, ProblemError> {
        Ok(match self {
            Self::Puzzle(puzzle) => {
                let cubes = puzzle_cubes(puzzle, want, seed)?;
                cubes.iter().map(|cube| WrittenCube::of_puzzle(puzzle, cube)).collect()
            }
            Self::Cover(problem) => problem.cubes(want, seed).iter().map(WrittenCube::of_cover).collect(),
        })
    }

    /// Checks the text of a cube of this problem.
    ///
    /// # Errors
    /// [`CubeError`] if it is not one.
    pub fn read_cube(&self, text: String) -> Result<WrittenCube, CubeError> {
        let weight = match self {
            Self::Puzzle(puzzle) => parse_puzzle_cube(puzzle, &text)?.weight,
            Self::Cover(problem) => parse_cube(problem, &text)?.weight(),
        };
        Ok(WrittenCube { text, weight })
    }
}

/// Reason why cubes as text are not counted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CubeError {
    /// A text is no cube of the puzzle.
    #[error(transparent)]
    PuzzleText(#[from] CubeTextError),
    /// A text is no cube of the exact cover problem.
    #[error(transparent)]
    CoverText(#[from] quadrille_exact_cover::unstable::CubeTextError),
    /// The count failed.
    #[error(transparent)]
    Count(#[from] CubeCountError),
}

impl From<CountOverflow> for CubeError {
    fn from(overflow: CountOverflow) -> Self {
        Self::Count(overflow.into())
    }
}
