//! The request.

use crate::service::Question;
use crate::wire::fault::Faults;
use crate::wire::puzzle::input::{Context, PuzzleInput, PuzzleOptions, Reading, UsualLines};
use crate::wire::puzzle::notation::Notation;
use crate::wire::question::{LimitsRequest, QuestionKind, QuestionRequest, RequestKind, SubjectWords};
use crate::wire::request::{COUNT_MAX, Fields, Flat, Given, Nested, SolutionLimit};

/// The kind of `/count`.
#[derive(Clone, Copy, Debug)]
pub struct Count;

/// Request of `/count`.
#[derive(Clone, Debug, Default, Fields)]
pub struct CountRequest {
    /// The puzzle.
    #[required]
    pub puzzle: PuzzleInput,
    /// Number of solutions after which counting stops, or `all`. 2 suffices to tell whether a puzzle is proper.
    /// By default 2.
    pub limit: Given<SolutionLimit<COUNT_MAX>>,
    /// How the puzzle is read.
    pub reading: Flat<PuzzleOptions>,
    /// Limits of the work.
    pub limits: Nested<LimitsRequest>,
}

impl RequestKind for Count {
    type Request = CountRequest;
    type Valid = QuestionRequest;
    const PATH: &'static str = "/count";
    const NAME: &'static str = "Count";
    const SUBJECT: SubjectWords = SubjectWords::PUZZLE;

    fn validate(request: CountRequest, context: Context, faults: &mut Faults) -> Option<QuestionRequest> {
        let (subject, notation) = request.puzzle.read(request.reading.reading(), context.place, faults)?;
        let question = Question { subject, solutions_max: request.limit.number_or(2) };
        Some(QuestionRequest::new(question, &request.limits, notation))
    }
}

impl QuestionKind for Count {
    type Question = Question;
    type Notation = Notation;

    fn reading(request: &CountRequest) -> Option<Reading<'_>> {
        Some(request.reading.reading())
    }

    #[inline(always)]
    fn replace_by_usual_line(question: &mut Question, lines: UsualLines, line: &[u8]) -> Option<Notation> {
        lines.replace(&mut question.subject, line)
    }
}
