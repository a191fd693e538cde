//! The request.

use quadrille_sudoku::techniques::StepGoal;

use crate::kinds::step_question::StepQuestion;
use crate::wire::fault::Faults;
use crate::wire::puzzle::input::{Context, PuzzleInput, PuzzleOptions, Reading};
use crate::wire::puzzle::notation::Notation;
use crate::wire::question::QuestionKind;
use crate::wire::question::{LimitsRequest, QuestionRequest, RequestKind, SubjectWords};
use crate::wire::request::{Fields, Flat, Nested};

/// The kind of `/rate`.
#[derive(Clone, Copy, Debug)]
pub struct Rate;

/// Request of `/rate`.
#[derive(Clone, Debug, Default, Fields)]
pub struct RateRequest {
    /// The puzzle.
    #[required]
    pub puzzle: PuzzleInput,
    /// How the puzzle is read.
    pub reading: Flat<PuzzleOptions>,
    /// Limits of the work.
    pub limits: Nested<LimitsRequest>,
}

impl RequestKind for Rate {
    type Request = RateRequest;
    type Valid = QuestionRequest<StepQuestion>;
    const PATH: &'static str = "/rate";
    const NAME: &'static str = "Rate";
    const SUBJECT: SubjectWords = SubjectWords::PUZZLE;

    fn validate(request: RateRequest, context: Context, faults: &mut Faults) -> Option<Self::Valid> {
        let (puzzle, notation) = request.puzzle.read(request.reading.reading(), context.place, faults)?;
        let question = StepQuestion(StepGoal::Rating(puzzle));
        Some(QuestionRequest::new(question, &request.limits, notation))
    }
}

impl QuestionKind for Rate {
    type Question = StepQuestion;
    type Notation = Notation;

    fn reading(request: &RateRequest) -> Option<Reading<'_>> {
        Some(request.reading.reading())
    }
}
