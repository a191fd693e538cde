//! The request.

use crate::kinds::conflicts::question::ConflictQuestion;
use crate::kinds::puzzle_request::PuzzleRequest;
use crate::wire::fault::Faults;
use crate::wire::puzzle::input::{Context, Reading};
use crate::wire::puzzle::notation::Notation;
use crate::wire::question::{QuestionKind, QuestionRequest, RequestKind, SubjectWords};

/// The kind of `/conflicts`.
#[derive(Clone, Copy, Debug)]
pub struct FindConflicts;

impl RequestKind for FindConflicts {
    type Request = PuzzleRequest;
    type Valid = QuestionRequest<ConflictQuestion>;
    const PATH: &'static str = "/conflicts";
    const NAME: &'static str = "Conflicts";
    const SUBJECT: SubjectWords = SubjectWords::PUZZLE;

    fn validate(request: PuzzleRequest, context: Context, faults: &mut Faults) -> Option<Self::Valid> {
        let (puzzle, notation) = request.puzzle.read(request.reading.reading(), context.place, faults)?;
        Some(QuestionRequest::new(ConflictQuestion { puzzle }, &request.limits, notation))
    }
}

impl QuestionKind for FindConflicts {
    type Question = ConflictQuestion;
    type Notation = Notation;

    fn reading(request: &PuzzleRequest) -> Option<Reading<'_>> {
        Some(request.reading.reading())
    }
}
