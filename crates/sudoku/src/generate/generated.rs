//! A generated puzzle.

use crate::model::{Puzzle, Solution};
use crate::techniques::Rating;

/// A puzzle with one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GeneratedPuzzle {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its only solution.
    pub solution: Solution,
    /// Its rating, if the specification requires a difficulty.
    pub rating: Option<Rating>,
}
