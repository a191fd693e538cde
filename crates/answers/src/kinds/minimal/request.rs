//! The request.

use crate::kinds::minimal::question::MinimalQuestion;
use crate::wire::fault::Faults;
use crate::wire::puzzle::input::{Context, PuzzleInput, PuzzleOptions, Reading};
use crate::wire::puzzle::notation::Notation;
use crate::wire::question::{LimitsRequest, QuestionKind, QuestionRequest, RequestKind, SubjectWords};
use crate::wire::request::{Fields, Flat, Given, Nested, Seed};

/// The kind of `/minimal`.
#[derive(Clone, Copy, Debug)]
pub struct TestMinimal;

/// Request of `/minimal`.
#[derive(Clone, Debug, Default, Fields)]
pub struct MinimalRequest {
    /// The puzzle.
    #[required]
    pub puzzle: PuzzleInput,
    /// Whether the answer contains a minimal puzzle with the same solutions, made by removing redundant clues.
    /// By default `false`.
    pub reduce: Given<bool>,
    /// Seed of the order in which `reduce` removes clues. The same puzzle and seed give the same minimal puzzle.
    /// By default 0.
    pub seed: Given<Seed>,
    /// How the puzzle is read.
    pub reading: Flat<PuzzleOptions>,
    /// Limits of the work.
    pub limits: Nested<LimitsRequest>,
}

impl RequestKind for TestMinimal {
    type Request = MinimalRequest;
    type Valid = QuestionRequest<MinimalQuestion>;
    const PATH: &'static str = "/minimal";
    const NAME: &'static str = "Minimal";
    const SUBJECT: SubjectWords = SubjectWords::PUZZLE;

    fn validate(request: MinimalRequest, context: Context, faults: &mut Faults) -> Option<Self::Valid> {
        let (puzzle, notation) = request.puzzle.read(request.reading.reading(), context.place, faults)?;
        let is_reduced = request.reduce.copied() == Some(true);
        let seed = is_reduced.then(|| request.seed.get().map_or(0, |seed| seed.0));
        Some(QuestionRequest::new(MinimalQuestion { puzzle, seed }, &request.limits, notation))
    }
}

impl QuestionKind for TestMinimal {
    type Question = MinimalQuestion;
    type Notation = Notation;

    fn reading(request: &MinimalRequest) -> Option<Reading<'_>> {
        Some(request.reading.reading())
    }
}
