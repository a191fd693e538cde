//! The request.

use quadrille_sudoku::techniques::StepGoal;

use crate::kinds::puzzle_request::PuzzleRequest;
use crate::kinds::step_question::StepQuestion;
use crate::wire::fault::Faults;
use crate::wire::puzzle::input::{Context, Reading};
use crate::wire::puzzle::notation::Notation;
use crate::wire::question::{QuestionKind, QuestionRequest, RequestKind, SubjectWords};

/// The kind of `/rate`.
#[derive(Clone, Copy, Debug)]
pub struct Rate;

impl RequestKind for Rate {
    type Request = PuzzleRequest;
    type Valid = QuestionRequest<StepQuestion>;
    const PATH: &'static str = "/rate";
    const NAME: &'static str = "Rate";
    const SUBJECT: SubjectWords = SubjectWords::PUZZLE;

    fn validate(request: PuzzleRequest, context: Context, faults: &mut Faults) -> Option<Self::Valid> {
        let (puzzle, notation) = request.puzzle.read(request.reading.reading(), context.place, faults)?;
        let question = StepQuestion(StepGoal::Rating(puzzle));
        Some(QuestionRequest::new(question, &request.limits, notation))
    }
}

impl QuestionKind for Rate {
    type Question = StepQuestion;
    type Notation = Notation;

    fn reading(request: &PuzzleRequest) -> Option<Reading<'_>> {
        Some(request.reading.reading())
    }
}
