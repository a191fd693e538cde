//! The request.

use crate::kinds::shuffle::question::ShuffleQuestion;
use crate::wire::fault::{FaultCode, Faults};
use crate::wire::puzzle::input::{Context, PuzzleInput, PuzzleOptions, Reading};
use crate::wire::puzzle::notation::Notation;
use crate::wire::question::{LimitsRequest, QuestionKind, QuestionRequest, RequestKind, SubjectWords};
use crate::wire::request::{Fields, Flat, Given, Nested, Seed};

/// The kind of `/shuffle`.
#[derive(Clone, Copy, Debug)]
pub struct Shuffle;

/// Request of `/shuffle`.
#[derive(Clone, Debug, Default, Fields)]
pub struct ShuffleRequest {
    /// The puzzle.
    #[required]
    pub puzzle: PuzzleInput,
    /// Seed of the transformation. The same puzzle and seed give the same result, in one version of the service; another puzzle is
    /// transformed in another way.
    /// By default 0.
    pub seed: Given<Seed>,
    /// How the puzzle is read.
    pub reading: Flat<PuzzleOptions>,
    /// Limits of the work.
    pub limits: Nested<LimitsRequest>,
}

impl RequestKind for Shuffle {
    type Request = ShuffleRequest;
    type Valid = QuestionRequest<ShuffleQuestion>;
    const PATH: &'static str = "/shuffle";
    const NAME: &'static str = "Shuffle";
    const SUBJECT: SubjectWords = SubjectWords::PUZZLE;

    fn validate(request: ShuffleRequest, context: Context, faults: &mut Faults) -> Option<Self::Valid> {
        let (puzzle, notation) = request.puzzle.read(request.reading.reading(), context.place, faults)?;
        let seed = request.seed.get().map_or(0, |seed| seed.0);
        let question = ShuffleQuestion::new(&puzzle, seed);
        if question.is_none() {
            faults.push(|| {
                request.puzzle.fault(FaultCode::UnsupportedConstraint, "only puzzles with boxes are shuffled")
            });
        }
        Some(QuestionRequest::new(question?, &request.limits, notation))
    }
}

impl QuestionKind for Shuffle {
    type Question = ShuffleQuestion;
    type Notation = Notation;

    fn reading(request: &ShuffleRequest) -> Option<Reading<'_>> {
        Some(request.reading.reading())
    }
}
