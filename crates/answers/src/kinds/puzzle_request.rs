//! Request about a puzzle, without options of its own.

use crate::wire::puzzle::input::{PuzzleInput, PuzzleOptions};
use crate::wire::question::LimitsRequest;
use crate::wire::request::{Fields, Flat, Nested};

/// Request about a puzzle, which is read with the options `O`.
#[derive(Clone, Debug, Default, Fields)]
pub struct PuzzleRequest<O: Fields = PuzzleOptions> {
    /// The puzzle.
    #[required]
    pub puzzle: PuzzleInput,
    /// How the puzzle is read.
    pub reading: Flat<O>,
    /// Limits of the work.
    pub limits: Nested<LimitsRequest>,
}
