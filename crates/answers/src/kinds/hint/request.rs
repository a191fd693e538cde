//! The request.

use quadrille_sudoku::techniques::{Reveal, StepGoal};

use crate::kinds::check::played::PlayedFields;
use crate::kinds::step_question::StepQuestion;
use crate::wire::fault::Faults;
use crate::wire::puzzle::input::{Context, PuzzleInput, PuzzleOptions, Reading};
use crate::wire::puzzle::notation::Notation;
use crate::wire::question::{LimitsRequest, QuestionKind, QuestionRequest, RequestKind, SubjectWords};
use crate::wire::request::{Fields, Flat, Given, Nested};

/// The kind of `/hint`.
#[derive(Clone, Copy, Debug)]
pub struct FindHint;

/// Request of `/hint`.
#[derive(Clone, Debug, Default, Fields)]
pub struct HintRequest {
    /// The puzzle.
    #[required]
    pub puzzle: PuzzleInput,
    /// Entries and marks.
    pub played: Flat<PlayedFields>,
    /// How much of the step is shown: `house`, `technique` (with its houses), or `all`.
    /// By default `all`.
    pub reveal: Given<Reveal>,
    /// How the puzzle is read.
    pub reading: Flat<PuzzleOptions>,
    /// Limits of the work.
    pub limits: Nested<LimitsRequest>,
}

impl RequestKind for FindHint {
    type Request = HintRequest;
    type Valid = QuestionRequest<StepQuestion>;
    const PATH: &'static str = "/hint";
    const NAME: &'static str = "Hint";
    const SUBJECT: SubjectWords = SubjectWords::PUZZLE;

    fn validate(request: HintRequest, context: Context, faults: &mut Faults) -> Option<Self::Valid> {
        let (puzzle, notation) = request.puzzle.read(request.reading.reading(), context.place, faults)?;
        let played = request.played.read(puzzle, &notation, faults)?;
        let reveal = request.reveal.copied().unwrap_or_default();
        let question = StepQuestion(StepGoal::Hint { played, reveal });
        Some(QuestionRequest::new(question, &request.limits, notation))
    }
}

impl QuestionKind for FindHint {
    type Question = StepQuestion;
    type Notation = Notation;

    fn reading(request: &HintRequest) -> Option<Reading<'_>> {
        Some(request.reading.reading())
    }
}
