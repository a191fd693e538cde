//! The kind of `/estimate`: its options, and its result as JSON and as text.

use std::borrow::Cow;

use quadrille_exact_cover::EstimateAnswer;
use quadrille_sudoku::Puzzle;
use serde::Serialize;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::analysis_result::NotationMembers;
use super::answer_kind::{AnswerKind, BatchKind};
use super::estimate_result::{EstimateNumbers, EstimateStats};
use super::fault::Faults;
use super::kind::QuestionKind;
use super::notation::Notation;
use super::options::Options;
use super::question::ResultStyle;
use super::request_option::{ESTIMATE, ESTIMATE_BATCH, RequestOption};
use super::result::ResponseBody;
use super::schema::merged;
use crate::service::{EstimateQuestion, Reply};

/// The kind of `/estimate`.
#[derive(Clone, Copy, Debug)]
pub struct EstimateSolutions;

/// Estimate of a puzzle.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EstimateResult {
    /// The numbers.
    #[serde(flatten)]
    pub numbers: EstimateNumbers,
    /// The notation of the puzzle.
    #[serde(flatten)]
    pub puzzle: NotationMembers,
}

/// The body of responses to `POST /estimate`.
pub type EstimateResponse = ResponseBody<EstimateResult, EstimateStats>;

impl ToSchema for EstimateResult {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("EstimateResult")
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        EstimateNumbers::schemas(schemas);
        NotationMembers::schemas(schemas);
    }
}

impl PartialSchema for EstimateResult {
    fn schema() -> RefOr<Schema> {
        merged([EstimateNumbers::schema(), NotationMembers::schema()])
            .description(Some("Estimate of a puzzle. Numbers that exceed the range of a float are null."))
            .into()
    }
}

impl QuestionKind for EstimateSolutions {
    type Subject = Puzzle;
    type Question = EstimateQuestion;
    const PATH: &'static str = "/estimate";
    const NAME: &'static str = "Estimate";
    const OPTIONS: &'static [RequestOption] = ESTIMATE;

    fn question(subject: Puzzle, options: &Options, _: &mut Faults) -> Option<EstimateQuestion> {
        Some(EstimateQuestion { subject, probes: options.probes(), seed: options.seed() })
    }
}

impl AnswerKind for EstimateSolutions {
    type Result = EstimateResult;
    type Stats = EstimateStats;

    fn result(reply: &Reply<EstimateAnswer>, notation: &Notation) -> EstimateResult {
        EstimateResult { numbers: EstimateNumbers::new(reply), puzzle: notation.into() }
    }

    fn write_text(reply: &Reply<EstimateAnswer>, _: &ResultStyle, out: &mut Vec<u8>) {
        EstimateNumbers::new(reply).write_text(out);
    }
}

impl BatchKind for EstimateSolutions {
    const BATCH_OPTIONS: &'static [RequestOption] = ESTIMATE_BATCH;
}
