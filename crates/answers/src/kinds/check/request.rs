//! The request.

use crate::kinds::check::played::PlayedFields;
use crate::kinds::check::question::CheckQuestion;
use crate::wire::fault::Faults;
use crate::wire::puzzle::input::{Context, PuzzleInput, PuzzleOptions, Reading};
use crate::wire::puzzle::notation::Notation;
use crate::wire::question::{LimitsRequest, QuestionKind, QuestionRequest, RequestKind, SubjectWords};
use crate::wire::request::{Fields, Flat, Nested};

/// The kind of `/check`.
#[derive(Clone, Copy, Debug)]
pub struct CheckEntries;

/// Request of `/check`.
#[derive(Clone, Debug, Default, Fields)]
pub struct CheckRequest {
    /// The puzzle.
    #[required]
    pub puzzle: PuzzleInput,
    /// Entries and marks.
    pub played: Flat<PlayedFields>,
    /// How the puzzle is read.
    pub reading: Flat<PuzzleOptions>,
    /// Limits of the work.
    pub limits: Nested<LimitsRequest>,
}

impl RequestKind for CheckEntries {
    type Request = CheckRequest;
    type Valid = QuestionRequest<CheckQuestion>;
    const PATH: &'static str = "/check";
    const NAME: &'static str = "Check";
    const SUBJECT: SubjectWords = SubjectWords::PUZZLE;

    fn validate(request: CheckRequest, context: Context, faults: &mut Faults) -> Option<Self::Valid> {
        let (puzzle, notation) = request.puzzle.read(request.reading.reading(), context.place, faults)?;
        let played = request.played.read(puzzle, &notation, faults)?;
        Some(QuestionRequest::new(CheckQuestion(played), &request.limits, notation))
    }
}

impl QuestionKind for CheckEntries {
    type Question = CheckQuestion;
    type Notation = Notation;

    fn reading(request: &CheckRequest) -> Option<Reading<'_>> {
        Some(request.reading.reading())
    }
}
