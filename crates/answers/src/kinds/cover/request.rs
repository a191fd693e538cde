//! The request.

use std::sync::Arc;

use quadrille_exact_cover::NamedProblem;

use crate::kinds::cover::input::CoverInput;
use crate::kinds::estimate::{EstimateOptions, EstimateQuestion};
use crate::kinds::solutions::SolutionsOptions;
use crate::service::{CoverProblem, Question, SolutionsQuery};
use crate::wire::examples::{Examples, examples};
use crate::wire::fault::Faults;
use crate::wire::puzzle::input::Context;
use crate::wire::question::{LimitsRequest, QuestionKind, QuestionRequest, RequestKind, RequestSubject};
use crate::wire::request::{COUNT_MAX, Fields, Flat, Given, Nested, Positive, SolutionLimit};

/// The kind of `/exact-cover/solve`.
#[derive(Clone, Copy, Debug)]
pub struct CoverSolve;

/// The kind of `/exact-cover/count`.
#[derive(Clone, Copy, Debug)]
pub struct CoverCount;

/// The kind of `/exact-cover/solutions`.
#[derive(Clone, Copy, Debug)]
pub struct CoverSolutions;

impl CoverSolutions {
    /// Columns of an answer in a table, as [`BatchKind::COLUMNS`](crate::wire::BatchKind::COLUMNS).
    pub const COLUMNS: &'static [&'static str] = &["solution.option"];
}

/// The kind of `/exact-cover/estimate`.
#[derive(Clone, Copy, Debug)]
pub struct CoverEstimate;

/// Request of `/exact-cover/solve`.
#[derive(Clone, Debug, Default, Fields)]
pub struct CoverSolveRequest {
    /// The problem.
    pub problem: Flat<CoverInput>,
    /// Number of solutions after which the search stops: 2 proves a solution unique, 1 stops at the first.
    /// By default 2.
    pub limit: Given<Positive<2>>,
    /// Limits of the work.
    pub limits: Nested<LimitsRequest>,
}

/// Request of `/exact-cover/count`.
#[derive(Clone, Debug, Default, Fields)]
pub struct CoverCountRequest {
    /// The problem.
    pub problem: Flat<CoverInput>,
    /// Number of solutions after which counting stops. 2 suffices to tell whether there is exactly one.
    /// By default 2.
    pub limit: Given<SolutionLimit<COUNT_MAX>>,
    /// Number of threads that search at the same time, reduced to the configured maximum. The answer is the same.
    /// By default 1.
    #[places(SINGLE)]
    pub threads: Given<Positive<1024>>,
    /// Limits of the work.
    pub limits: Nested<LimitsRequest>,
}

/// Request of `/exact-cover/solutions`.
#[derive(Clone, Debug, Default, Fields)]
pub struct CoverSolutionsRequest {
    /// The problem.
    pub problem: Flat<CoverInput>,
    /// Which solutions are listed.
    pub listed: Flat<SolutionsOptions>,
    /// Number of threads that search at the same time, reduced to the configured maximum. The answer is the same.
    /// By default 1.
    #[places(SINGLE)]
    pub threads: Given<Positive<1024>>,
    /// Limits of the work.
    pub limits: Nested<LimitsRequest>,
}

/// Request of `/exact-cover/estimate`.
#[derive(Clone, Debug, Default, Fields)]
pub struct CoverEstimateRequest {
    /// The problem.
    pub problem: Flat<CoverInput>,
    /// The random probes.
    pub probes: Flat<EstimateOptions>,
    /// Limits of the work.
    pub limits: Nested<LimitsRequest>,
}

impl RequestKind for CoverSolve {
    type Request = CoverSolveRequest;
    type Valid = QuestionRequest<Question<CoverProblem>, Arc<NamedProblem>>;
    const PATH: &'static str = "/exact-cover/solve";
    const NAME: &'static str = "CoverSolve";
    const LINK: &'static str = "solve an exact cover problem";
    const EXAMPLES: Examples = examples!("solve");
    const SUBJECT: RequestSubject = RequestSubject::CoverProblem;

    fn validate(request: CoverSolveRequest, context: Context, faults: &mut Faults) -> Option<Self::Valid> {
        let (subject, names) = request.problem.read(context.bounds, faults)?;
        let question = Question { subject, solutions_max: request.limit.number_or(2) };
        let mut valid = QuestionRequest::new(question, &request.limits, names);
        valid.style.has_limit = request.limit.is_given();
        Some(valid)
    }
}

impl QuestionKind for CoverSolve {
    type Question = Question<CoverProblem>;
    type Notation = Arc<NamedProblem>;
}

impl RequestKind for CoverCount {
    type Request = CoverCountRequest;
    type Valid = QuestionRequest<Question<CoverProblem>, Arc<NamedProblem>>;
    const PATH: &'static str = "/exact-cover/count";
    const NAME: &'static str = "CoverCount";
    const LINK: &'static str = "count the solutions of an exact cover problem";
    const EXAMPLES: Examples = examples!("count");
    const SUBJECT: RequestSubject = RequestSubject::CoverProblem;

    fn validate(request: CoverCountRequest, context: Context, faults: &mut Faults) -> Option<Self::Valid> {
        let (subject, names) = request.problem.read(context.bounds, faults)?;
        let question = Question { subject, solutions_max: request.limit.number_or(2) };
        Some(QuestionRequest::new(question, &request.limits, names).with_threads(&request.threads))
    }
}

impl QuestionKind for CoverCount {
    type Question = Question<CoverProblem>;
    type Notation = Arc<NamedProblem>;
}

impl RequestKind for CoverSolutions {
    type Request = CoverSolutionsRequest;
    type Valid = QuestionRequest<SolutionsQuery<CoverProblem>, Arc<NamedProblem>>;
    const PATH: &'static str = "/exact-cover/solutions";
    const NAME: &'static str = "CoverSolutions";
    const LINK: &'static str = "list the solutions of an exact cover problem, as a stream";
    const EXAMPLES: Examples = examples!("solutions");
    const SUBJECT: RequestSubject = RequestSubject::CoverProblem;

    fn validate(
        request: CoverSolutionsRequest,
        context: Context,
        faults: &mut Faults,
    ) -> Option<Self::Valid> {
        let (subject, names) = request.problem.read(context.bounds, faults)?;
        let question = request.listed.question(subject);
        Some(QuestionRequest::new(question, &request.limits, names).with_threads(&request.threads))
    }
}

impl QuestionKind for CoverSolutions {
    type Question = SolutionsQuery<CoverProblem>;
    type Notation = Arc<NamedProblem>;
}

impl RequestKind for CoverEstimate {
    type Request = CoverEstimateRequest;
    type Valid = QuestionRequest<EstimateQuestion<CoverProblem>, Arc<NamedProblem>>;
    const PATH: &'static str = "/exact-cover/estimate";
    const NAME: &'static str = "CoverEstimate";
    const LINK: &'static str = "estimate the size of an exact cover problem";
    const EXAMPLES: Examples = examples!("estimate");
    const SUBJECT: RequestSubject = RequestSubject::CoverProblem;

    fn validate(request: CoverEstimateRequest, context: Context, faults: &mut Faults) -> Option<Self::Valid> {
        let (subject, names) = request.problem.read(context.bounds, faults)?;
        Some(QuestionRequest::new(request.probes.question(subject), &request.limits, names))
    }
}

impl QuestionKind for CoverEstimate {
    type Question = EstimateQuestion<CoverProblem>;
    type Notation = Arc<NamedProblem>;
}
