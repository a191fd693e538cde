//! The requests.

use crate::faults::Faults;
use crate::kinds::cover::kind::{CoverKind, CoverQuestion, cover_kinds};
use crate::kinds::estimate::{EstimateOptions, EstimateQuestion};
use crate::kinds::solutions::SolutionsOptions;
use crate::service::{CoverProblem, Question, SolutionsQuery};
use crate::wire::examples::{Examples, examples};
use crate::wire::request::{COUNT_MAX, Fields, Flat, Given, LimitOrAll, Positive};

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

cover_kinds!(CoverSolve, CoverCount, CoverSolutions, CoverEstimate);

/// Options of `/exact-cover/solve`.
#[derive(Clone, Debug, Default, Fields)]
pub struct CoverSolveOptions {
    /// Number of solutions after which the search stops: 2 proves a solution unique, 1 stops at the first.
    /// By default 2.
    pub limit: Given<Positive<2>>,
}

/// Options of `/exact-cover/count`.
#[derive(Clone, Debug, Default, Fields)]
pub struct CoverCountOptions {
    /// Number of solutions after which counting stops. 2 suffices to tell whether there is exactly one.
    /// By default 2.
    pub limit: LimitOrAll<COUNT_MAX>,
    /// Number of threads that search at the same time, reduced to the configured maximum. The answer is the same.
    /// By default 1.
    #[places(SINGLE)]
    pub threads: Given<Positive<1024>>,
}

/// Options of `/exact-cover/solutions`.
#[derive(Clone, Debug, Default, Fields)]
pub struct CoverSolutionsOptions {
    /// Which solutions are listed.
    pub listed: Flat<SolutionsOptions>,
    /// Number of threads that search at the same time, reduced to the configured maximum. The answer is the same.
    /// By default 1.
    #[places(SINGLE)]
    pub threads: Given<Positive<1024>>,
}

impl CoverKind for CoverSolve {
    type Options = CoverSolveOptions;
    type Question = Question<CoverProblem>;
    const PATH: &'static str = "/exact-cover/solve";
    const NAME: &'static str = "CoverSolve";
    const LINK: &'static str = "solve an exact cover problem";
    const EXAMPLES: Examples = examples!("solve");

    fn question(subject: CoverProblem, options: &Self::Options, _: &mut Faults) -> Option<Self::Question> {
        Some(Question { subject, solutions_max: options.limit.number_or(2) })
    }

    fn complete(mut request: CoverQuestion<Self>, options: &CoverSolveOptions) -> CoverQuestion<Self> {
        request.style.has_limit = options.limit.is_given();
        request
    }
}

impl CoverKind for CoverCount {
    type Options = CoverCountOptions;
    type Question = Question<CoverProblem>;
    const PATH: &'static str = "/exact-cover/count";
    const NAME: &'static str = "CoverCount";
    const LINK: &'static str = "count the solutions of an exact cover problem";
    const EXAMPLES: Examples = examples!("count");

    fn question(subject: CoverProblem, options: &Self::Options, _: &mut Faults) -> Option<Self::Question> {
        Some(Question { subject, solutions_max: options.limit.number_or(2) })
    }

    fn complete(request: CoverQuestion<Self>, options: &CoverCountOptions) -> CoverQuestion<Self> {
        request.with_threads(&options.threads)
    }
}

impl CoverKind for CoverSolutions {
    type Options = CoverSolutionsOptions;
    type Question = SolutionsQuery<CoverProblem>;
    const PATH: &'static str = "/exact-cover/solutions";
    const NAME: &'static str = "CoverSolutions";
    const LINK: &'static str = "list the solutions of an exact cover problem, as a stream";
    const EXAMPLES: Examples = examples!("solutions");

    fn question(problem: CoverProblem, options: &Self::Options, _: &mut Faults) -> Option<Self::Question> {
        Some(options.listed.question(problem))
    }

    fn complete(request: CoverQuestion<Self>, options: &CoverSolutionsOptions) -> CoverQuestion<Self> {
        request.with_threads(&options.threads)
    }
}

impl CoverKind for CoverEstimate {
    type Options = EstimateOptions;
    type Question = EstimateQuestion<CoverProblem>;
    const PATH: &'static str = "/exact-cover/estimate";
    const NAME: &'static str = "CoverEstimate";
    const LINK: &'static str = "estimate the size of an exact cover problem";
    const EXAMPLES: Examples = examples!("estimate");

    fn question(problem: CoverProblem, options: &EstimateOptions, _: &mut Faults) -> Option<Self::Question> {
        Some(options.question(problem))
    }
}
