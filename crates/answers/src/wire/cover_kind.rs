//! Kinds of question about exact cover problems.

use std::sync::Arc;

use quadrille_exact_cover::{CoverAnswer, EstimateAnswer, NamedProblem};

use super::answer_kind::{AnswerKind, BatchKind, write_count};
use super::cover_result::{AboutProblem, CoverCountResult, CoverSolveResult, CoverWorkStats};
use super::estimate_result::{EstimateNumbers, EstimateStats};
use super::fault::Faults;
use super::kind::QuestionKind;
use super::options::Options;
use super::question::ResultStyle;
use super::request_option::{
    COVER_COUNT, COVER_COUNT_BATCH, COVER_COUNT_ENTRY, COVER_COUNT_LIMIT, COVER_ESTIMATE, COVER_SOLUTIONS,
    COVER_SOLVE, RequestOption, SOLUTIONS_LIMIT, SOLVE_LIMIT,
};
use super::result::VerdictKind;
use super::subject::SolutionNotation;
use crate::service::{CoverProblem, EstimateQuestion, Question, Reply, SolutionsQuery};

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

impl QuestionKind for CoverSolve {
    type Subject = CoverProblem;
    type Question = Question<CoverProblem>;
    const PATH: &'static str = "/exact-cover/solve";
    const NAME: &'static str = "CoverSolve";
    const OPTIONS: &'static [RequestOption] = COVER_SOLVE;

    fn question(subject: CoverProblem, options: &Options, _: &mut Faults) -> Option<Question<CoverProblem>> {
        Some(Question { subject, solutions_max: options.limit_or_default(&SOLVE_LIMIT) })
    }
}

impl QuestionKind for CoverCount {
    type Subject = CoverProblem;
    type Question = Question<CoverProblem>;
    const PATH: &'static str = "/exact-cover/count";
    const NAME: &'static str = "CoverCount";
    const OPTIONS: &'static [RequestOption] = COVER_COUNT;

    fn question(subject: CoverProblem, options: &Options, _: &mut Faults) -> Option<Question<CoverProblem>> {
        Some(Question { subject, solutions_max: options.limit_or_default(&COVER_COUNT_LIMIT) })
    }
}

impl QuestionKind for CoverSolutions {
    type Subject = CoverProblem;
    type Question = SolutionsQuery<CoverProblem>;
    const PATH: &'static str = "/exact-cover/solutions";
    const NAME: &'static str = "CoverSolutions";
    const OPTIONS: &'static [RequestOption] = COVER_SOLUTIONS;

    fn question(
        subject: CoverProblem,
        options: &Options,
        _: &mut Faults,
    ) -> Option<SolutionsQuery<CoverProblem>> {
        let limit = options.limit_or_default(&SOLUTIONS_LIMIT);
        Some(SolutionsQuery { subject, skip: options.skip(), limit })
    }
}

impl QuestionKind for CoverEstimate {
    type Subject = CoverProblem;
    type Question = EstimateQuestion<CoverProblem>;
    const PATH: &'static str = "/exact-cover/estimate";
    const NAME: &'static str = "CoverEstimate";
    const OPTIONS: &'static [RequestOption] = COVER_ESTIMATE;

    fn question(
        subject: CoverProblem,
        options: &Options,
        _: &mut Faults,
    ) -> Option<EstimateQuestion<CoverProblem>> {
        Some(EstimateQuestion { subject, probes: options.probes(), seed: options.seed() })
    }
}

impl AnswerKind for CoverSolve {
    type Result = AboutProblem<CoverSolveResult>;
    type Stats = CoverWorkStats;

    fn result(reply: &Reply<CoverAnswer>, names: &Arc<NamedProblem>) -> Self::Result {
        AboutProblem { findings: CoverSolveResult::new(reply, names), common: names.into() }
    }

    /// Writes the numbers of the options and the verdict; only the numbers if the solution is unique and the client named
    /// no `limit`; only the verdict without a solution, or if the solution has no options.
    fn write_text(
        Reply { answer, .. }: &Reply<CoverAnswer>,
        style: &ResultStyle<Arc<NamedProblem>>,
        out: &mut Vec<u8>,
    ) {
        let verdict = VerdictKind::from(&answer.verdict);
        let cover = answer.verdict.witnesses().first().filter(|cover| !cover.options().is_empty());
        if let Some(cover) = cover {
            style.notation.write_solution(cover, out);
            if verdict == VerdictKind::Unique && !style.has_limit {
                return;
            }
            out.push(b' ');
        }
        out.extend_from_slice(verdict.as_str().as_bytes());
    }
}

impl AnswerKind for CoverCount {
    type Result = AboutProblem<CoverCountResult>;
    type Stats = CoverWorkStats;

    fn result(reply: &Reply<CoverAnswer>, names: &Arc<NamedProblem>) -> Self::Result {
        AboutProblem { findings: CoverCountResult::new(reply, names), common: names.into() }
    }

    fn write_text(
        Reply { answer, .. }: &Reply<CoverAnswer>,
        _: &ResultStyle<Arc<NamedProblem>>,
        out: &mut Vec<u8>,
    ) {
        write_count(&answer.verdict, answer.count, answer.stop_reason, out);
    }
}

impl AnswerKind for CoverEstimate {
    type Result = AboutProblem<EstimateNumbers>;
    type Stats = EstimateStats;

    fn result(reply: &Reply<EstimateAnswer>, names: &Arc<NamedProblem>) -> Self::Result {
        AboutProblem { findings: EstimateNumbers::new(reply), common: names.into() }
    }

    fn write_text(reply: &Reply<EstimateAnswer>, _: &ResultStyle<Arc<NamedProblem>>, out: &mut Vec<u8>) {
        EstimateNumbers::new(reply).write_text(out);
    }
}

impl BatchKind for CoverCount {
    const BATCH_OPTIONS: &'static [RequestOption] = COVER_COUNT_BATCH;
    const ENTRY_OPTIONS: &'static [RequestOption] = COVER_COUNT_ENTRY;
}
