//! The request.

use crate::kinds::conflicts::question::ConflictQuestion;
use crate::wire::fault::Faults;
use crate::wire::puzzle::input::{Context, PuzzleInput, PuzzleOptions, Reading};
use crate::wire::puzzle::notation::Notation;
use crate::wire::question::QuestionKind;
use crate::wire::question::{LimitsRequest, QuestionRequest, RequestKind, SubjectWords};
use crate::wire::request::{Fields, Flat, Nested};

/// The kind of `/conflicts`.
#[derive(Clone, Copy, Debug)]
pub struct FindConflicts;

/// Request of `/conflicts`.
#[derive(Clone, Debug, Default, Fields)]
pub struct ConflictsRequest {
    /// The puzzle.
    #[required]
    pub puzzle: PuzzleInput,
    /// How the puzzle is read.
    pub reading: Flat<PuzzleOptions>,
    /// Limits of the work.
    pub limits: Nested<LimitsRequest>,
}

impl RequestKind for FindConflicts {
    type Request = ConflictsRequest;
    type Valid = QuestionRequest<ConflictQuestion>;
    const PATH: &'static str = "/conflicts";
    const NAME: &'static str = "Conflicts";
    const SUBJECT: SubjectWords = SubjectWords::PUZZLE;

    fn validate(request: ConflictsRequest, context: Context, faults: &mut Faults) -> Option<Self::Valid> {
        let (puzzle, notation) = request.puzzle.read(request.reading.reading(), context.place, faults)?;
        Some(QuestionRequest::new(ConflictQuestion { puzzle }, &request.limits, notation))
    }
}

impl QuestionKind for FindConflicts {
    type Question = ConflictQuestion;
    type Notation = Notation;

    fn reading(request: &ConflictsRequest) -> Option<Reading<'_>> {
        Some(request.reading.reading())
    }
}
