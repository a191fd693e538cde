//! The request.

use std::sync::Arc;

use quadrille_exact_cover::NamedProblem;

use crate::kinds::cover::input::CoverInput;
use crate::kinds::estimate::EstimateQuestion;
use crate::kinds::estimate::PROBES_MAX;
use crate::service::{CoverProblem, Question, SolutionsQuery};
use crate::wire::fault::Faults;
use crate::wire::puzzle::input::Context;
use crate::wire::question::{LimitsRequest, QuestionKind, QuestionRequest, RequestKind, SubjectWords};
use crate::wire::request::{COUNT_MAX, Fields, Flat, Given, Nested, Positive, Seed, SolutionLimit, Whole};

/// The kind of `/exact-cover/solve`.
#[derive(Clone, Copy, Debug)]
pub struct CoverSolve;

/// The kind of `/exact-cover/count`.
#[derive(Clone, Copy, Debug)]
pub struct CoverCount;

/// The kind of `/exact-cover/solutions`.
#[derive(Clone, Copy, Debug)]
pub struct CoverSolutions;

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
    /// Maximum number of solutions to list; `all` is the largest one.
    /// By default 100.
    pub limit: Given<SolutionLimit<1_000_000>>,
    /// Number of solutions to pass over before the first one listed.
    /// By default 0.
    pub skip: Given<Whole<0, COUNT_MAX>>,
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
    /// Number of random probes.
    /// By default 1000.
    pub probes: Given<Positive<PROBES_MAX>>,
    /// Seed of the random numbers. The same problem, probes and seed give the same estimate.
    /// By default 0.
    pub seed: Given<Seed>,
    /// Limits of the work.
    pub limits: Nested<LimitsRequest>,
}

impl RequestKind for CoverSolve {
    type Request = CoverSolveRequest;
    type Valid = QuestionRequest<Question<CoverProblem>, Arc<NamedProblem>>;
    const PATH: &'static str = "/exact-cover/solve";
    const NAME: &'static str = "CoverSolve";
    const SUBJECT: SubjectWords = SubjectWords::COVER;

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
    const SUBJECT: SubjectWords = SubjectWords::COVER;

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
    const SUBJECT: SubjectWords = SubjectWords::COVER;

    fn validate(
        request: CoverSolutionsRequest,
        context: Context,
        faults: &mut Faults,
    ) -> Option<Self::Valid> {
        let (subject, names) = request.problem.read(context.bounds, faults)?;
        let skip = request.skip.get().map_or(0, |skip| skip.0);
        let question = SolutionsQuery { subject, skip, limit: request.limit.number_or(100) };
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
    const SUBJECT: SubjectWords = SubjectWords::COVER;

    fn validate(request: CoverEstimateRequest, context: Context, faults: &mut Faults) -> Option<Self::Valid> {
        let (subject, names) = request.problem.read(context.bounds, faults)?;
        let (probes, seed) = (request.probes.number_or(1000), request.seed.get().map_or(0, |seed| seed.0));
        Some(QuestionRequest::new(EstimateQuestion { subject, probes, seed }, &request.limits, names))
    }
}

impl QuestionKind for CoverEstimate {
    type Question = EstimateQuestion<CoverProblem>;
    type Notation = Arc<NamedProblem>;
}
