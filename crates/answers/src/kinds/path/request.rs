//! The request.

use quadrille_sudoku::techniques::StepGoal;

use crate::kinds::puzzle_request::PuzzleRequest;
use crate::kinds::step_question::StepQuestion;
use crate::wire::fault::Faults;
use crate::wire::puzzle::input::{Context, Reading};
use crate::wire::puzzle::notation::Notation;
use crate::wire::question::{QuestionKind, QuestionRequest, RequestKind, SubjectWords};

/// The kind of `/path`.
#[derive(Clone, Copy, Debug)]
pub struct FindPath;

impl RequestKind for FindPath {
    type Request = PuzzleRequest;
    type Valid = QuestionRequest<StepQuestion>;
    const PATH: &'static str = "/path";
    const NAME: &'static str = "Path";
    const SUBJECT: SubjectWords = SubjectWords::PUZZLE;

    fn validate(request: PuzzleRequest, context: Context, faults: &mut Faults) -> Option<Self::Valid> {
        let (puzzle, notation) = request.puzzle.read(request.reading.reading(), context.place, faults)?;
        let question = StepQuestion(StepGoal::Path(puzzle));
        Some(QuestionRequest::new(question, &request.limits, notation))
    }
}

impl QuestionKind for FindPath {
    type Question = StepQuestion;
    type Notation = Notation;

    fn reading(request: &PuzzleRequest) -> Option<Reading<'_>> {
        Some(request.reading.reading())
    }
}
