//! `/solutions`: all solutions, one by one.

use crate::service::SolutionsQuery;
use crate::wire::fault::Faults;
use crate::wire::puzzle::input::{Context, PuzzleInput, PuzzleOptions, Reading};
use crate::wire::puzzle::notation::Notation;
use crate::wire::question::{LimitsRequest, QuestionKind, QuestionRequest, RequestKind, SubjectWords};
use crate::wire::request::{COUNT_MAX, Fields, Flat, Given, Nested, SolutionLimit, Whole};

/// The kind of `/solutions`.
#[derive(Clone, Copy, Debug)]
pub struct Solutions;

/// Request of `/solutions`.
#[derive(Clone, Debug, Default, Fields)]
pub struct SolutionsRequest {
    /// The puzzle.
    #[required]
    pub puzzle: PuzzleInput,
    /// Maximum number of solutions to list; `all` is the largest one.
    /// By default 100.
    pub limit: Given<SolutionLimit<1_000_000>>,
    /// Number of solutions to pass over before the first one listed.
    /// By default 0.
    pub skip: Given<Whole<0, COUNT_MAX>>,
    /// How the puzzle is read.
    pub reading: Flat<PuzzleOptions>,
    /// Limits of the work.
    pub limits: Nested<LimitsRequest>,
}

impl RequestKind for Solutions {
    type Request = SolutionsRequest;
    type Valid = QuestionRequest<SolutionsQuery>;
    const PATH: &'static str = "/solutions";
    const NAME: &'static str = "Solutions";
    const SUBJECT: SubjectWords = SubjectWords::PUZZLE;

    fn validate(request: SolutionsRequest, context: Context, faults: &mut Faults) -> Option<Self::Valid> {
        let (subject, notation) = request.puzzle.read(request.reading.reading(), context.place, faults)?;
        let skip = request.skip.get().map_or(0, |skip| skip.0);
        let question = SolutionsQuery { subject, skip, limit: request.limit.number_or(100) };
        Some(QuestionRequest::new(question, &request.limits, notation))
    }
}

impl QuestionKind for Solutions {
    type Question = SolutionsQuery;
    type Notation = Notation;

    fn reading(request: &SolutionsRequest) -> Option<Reading<'_>> {
        Some(request.reading.reading())
    }
}
