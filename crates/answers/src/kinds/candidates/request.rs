//! The request.

use std::num::NonZeroU64;

use crate::kinds::candidates::question::CandidateQuestion;
use crate::wire::fault::Faults;
use crate::wire::puzzle::input::{Context, PuzzleInput, PuzzleOptions, Reading};
use crate::wire::puzzle::notation::Notation;
use crate::wire::question::{LimitsRequest, QuestionKind, QuestionRequest, RequestKind, SubjectWords};
use crate::wire::request::{Fields, Flat, Given, Nested, Whole};

/// The kind of `/candidates`.
#[derive(Clone, Copy, Debug)]
pub struct FindCandidates;

/// Largest value of the option `counts`. Each candidate may take a search for so many solutions.
const COUNTS_MAX: u64 = 10_000;

/// Request of `/candidates`.
#[derive(Clone, Debug, Default, Fields)]
pub struct CandidatesRequest {
    /// The puzzle.
    #[required]
    pub puzzle: PuzzleInput,
    /// Counts the solutions with each candidate, up to this number.
    /// By default they are not counted.
    pub counts: Given<Whole<2, COUNTS_MAX>>,
    /// How the puzzle is read.
    pub reading: Flat<PuzzleOptions>,
    /// Limits of the work.
    pub limits: Nested<LimitsRequest>,
}

impl RequestKind for FindCandidates {
    type Request = CandidatesRequest;
    type Valid = QuestionRequest<CandidateQuestion>;
    const PATH: &'static str = "/candidates";
    const NAME: &'static str = "Candidates";
    const SUBJECT: SubjectWords = SubjectWords::PUZZLE;

    fn validate(request: CandidatesRequest, context: Context, faults: &mut Faults) -> Option<Self::Valid> {
        let (puzzle, notation) = request.puzzle.read(request.reading.reading(), context.place, faults)?;
        let counts = request.counts.get().and_then(|counts| NonZeroU64::new(counts.0));
        Some(QuestionRequest::new(CandidateQuestion { puzzle, counts }, &request.limits, notation))
    }
}

impl QuestionKind for FindCandidates {
    type Question = CandidateQuestion;
    type Notation = Notation;

    fn reading(request: &CandidatesRequest) -> Option<Reading<'_>> {
        Some(request.reading.reading())
    }
}
