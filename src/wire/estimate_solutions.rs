//! The kind of `/estimate`: its options, and its result as JSON and as text.

use std::borrow::Cow;

use serde::Serialize;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::answer_kind::{AnswerKind, BatchKind};
use super::estimate_result::{EstimateNumbers, EstimateStats};
use super::fault::Faults;
use super::kind::QuestionKind;
use super::notation::{Notation, Warning};
use super::options::Options;
use super::question::ResultStyle;
use super::request_option::{ESTIMATE, ESTIMATE_BATCH, RequestOption};
use super::result::ResponseBody;
use super::schema::{FormatName, merged};
use crate::exact_cover::EstimateAnswer;
use crate::service::EstimateQuestion;
use crate::sudoku::Puzzle;
use crate::sudoku::notation::Format;

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
    pub puzzle: EstimatedPuzzle,
}

/// Notation of an estimated puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct EstimatedPuzzle {
    /// Format of the text of the puzzle; absent for an array.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<FormatName>)]
    pub format: Option<&'static str>,
    /// Warnings about the puzzle; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, min_items = 1)]
    pub warnings: Vec<Warning>,
}

/// The body of responses to `POST /estimate`.
pub type EstimateResponse = ResponseBody<EstimateResult, EstimateStats>;

impl ToSchema for EstimateResult {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("EstimateResult")
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        EstimateNumbers::schemas(schemas);
        EstimatedPuzzle::schemas(schemas);
    }
}

impl PartialSchema for EstimateResult {
    fn schema() -> RefOr<Schema> {
        merged([EstimateNumbers::schema(), EstimatedPuzzle::schema()])
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

    fn result(answer: &EstimateAnswer, notation: &Notation) -> EstimateResult {
        let puzzle =
            EstimatedPuzzle { format: notation.format().map(Format::name), warnings: notation.warnings() };
        EstimateResult { numbers: EstimateNumbers::new(answer), puzzle }
    }

    fn write_text(answer: &EstimateAnswer, _: &ResultStyle, out: &mut Vec<u8>) {
        EstimateNumbers::new(answer).write_text(out);
    }
}

impl BatchKind for EstimateSolutions {
    const BATCH_OPTIONS: &'static [RequestOption] = ESTIMATE_BATCH;
}
