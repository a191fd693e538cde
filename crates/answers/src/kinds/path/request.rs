//! The request.

use quadrille_sudoku::techniques::StepGoal;

use crate::kinds::step_question::StepQuestion;
use crate::wire::fault::Faults;
use crate::wire::puzzle::input::{Context, PuzzleInput, PuzzleOptions, Reading};
use crate::wire::puzzle::notation::Notation;
use crate::wire::question::QuestionKind;
use crate::wire::question::{LimitsRequest, QuestionRequest, RequestKind, SubjectWords};
use crate::wire::request::{Fields, Flat, Nested};

/// The kind of `/path`.
#[derive(Clone, Copy, Debug)]
pub struct FindPath;

/// Request of `/path`.
#[derive(Clone, Debug, Default, Fields)]
pub struct PathRequest {
    /// The puzzle.
    #[required]
    pub puzzle: PuzzleInput,
    /// How the puzzle is read.
    pub reading: Flat<PuzzleOptions>,
    /// Limits of the work.
    pub limits: Nested<LimitsRequest>,
}

impl RequestKind for FindPath {
    type Request = PathRequest;
    type Valid = QuestionRequest<StepQuestion>;
    const PATH: &'static str = "/path";
    const NAME: &'static str = "Path";
    const SUBJECT: SubjectWords = SubjectWords::PUZZLE;

    fn validate(request: PathRequest, context: Context, faults: &mut Faults) -> Option<Self::Valid> {
        let (puzzle, notation) = request.puzzle.read(request.reading.reading(), context.place, faults)?;
        let question = StepQuestion(StepGoal::Path(puzzle));
        Some(QuestionRequest::new(question, &request.limits, notation))
    }
}

impl QuestionKind for FindPath {
    type Question = StepQuestion;
    type Notation = Notation;

    fn reading(request: &PathRequest) -> Option<Reading<'_>> {
        Some(request.reading.reading())
    }
}
