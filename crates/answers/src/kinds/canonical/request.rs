//! The request.

use quadrille_sudoku::analysis::CanonicalSearch;

use crate::kinds::canonical::question::CanonicalQuestion;
use crate::kinds::puzzle_request::PuzzleRequest;
use crate::wire::fault::{FaultCode, Faults};
use crate::wire::puzzle::input::{Context, GridOptions, Reading};
use crate::wire::puzzle::notation::Notation;
use crate::wire::question::{QuestionKind, QuestionRequest, RequestKind, SubjectWords};

/// The kind of `/canonical`.
#[derive(Clone, Copy, Debug)]
pub struct FindCanonical;

impl RequestKind for FindCanonical {
    type Request = PuzzleRequest<GridOptions>;
    type Valid = QuestionRequest<CanonicalQuestion>;
    const PATH: &'static str = "/canonical";
    const NAME: &'static str = "Canonical";
    const SUBJECT: SubjectWords = SubjectWords::PUZZLE;

    fn validate(
        request: PuzzleRequest<GridOptions>,
        context: Context,
        faults: &mut Faults,
    ) -> Option<Self::Valid> {
        let (puzzle, notation) = request.puzzle.read(request.reading.reading(), context.place, faults)?;
        if CanonicalSearch::supports(&puzzle) {
            return Some(QuestionRequest::new(CanonicalQuestion(puzzle), &request.limits, notation));
        }
        faults.push(|| {
            let detail = if puzzle.given_candidates().is_some() {
                "a puzzle with candidates has no canonical form: leave them out"
            } else {
                "canonical forms are for grids of up to 9x9, or 7x7 if the boxes are lines"
            };
            request.puzzle.fault(FaultCode::NoCanonicalForm, detail)
        });
        None
    }
}

impl QuestionKind for FindCanonical {
    type Question = CanonicalQuestion;
    type Notation = Notation;

    fn reading(request: &PuzzleRequest<GridOptions>) -> Option<Reading<'_>> {
        Some(request.reading.reading())
    }
}
