//! OpenAPI schemas of batches and streams.

use std::borrow::Cow;
use std::marker::PhantomData;

use serde::Serialize;
use utoipa::openapi::extensions::Extensions;
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, Type};
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::batch_lines::{BatchLine, BatchSummary, ErrorLine, SummaryLine};
use super::cover_result::{
    CoverCountResponse, CoverCountResult, CoverSolution, CoverSolutionsSummary, CoverWorkStats,
};
use super::cover_schema::CoverText;
use super::option_schema::{CountEntry, CoverCountEntry, SolveEntry};
use super::result::{CountResult, SolveResult};
use super::schema::PuzzleText;
use super::stream_lines::{
    CountResultLine, LinePart, ProgressLine, SolutionLine, SolutionsSummary, SolutionsSummaryLine,
};

/// The result of an entry of `/solve/batch`.
pub type SolveBatchAnswer = BatchLine<'static, SolveResult>;

/// The result of an entry of `/count/batch`.
pub type CountBatchAnswer = BatchLine<'static, CountResult>;

/// A line of the response of `/count/batch`.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum CountBatchLine {
    /// A result.
    Answer(Box<CountBatchAnswer>),
    /// An invalid entry.
    Error(Box<ErrorLine<'static>>),
    /// The last line.
    Summary(SummaryLine),
}

/// A line of the response of `/solve/batch`.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum SolveBatchLine {
    /// A result.
    Answer(Box<SolveBatchAnswer>),
    /// An invalid entry.
    Error(Box<ErrorLine<'static>>),
    /// The last line.
    Summary(SummaryLine),
}

/// A line of the response of `/solutions`.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum SolutionsStreamLine {
    /// A solution.
    Solution(SolutionLine),
    /// The last line.
    Summary(Box<SolutionsSummaryLine>),
}

/// A line of the response of `/count` with progress.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum CountStreamLine {
    /// Progress of the search.
    Progress(ProgressLine),
    /// The last line.
    Result(Box<CountResultLine>),
}

/// A result or an error of `/count/batch`.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum CountBatchResult {
    /// A result.
    Answer(Box<CountBatchAnswer>),
    /// An invalid entry.
    Error(Box<ErrorLine<'static>>),
}

/// A result or an error of `/solve/batch`.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum SolveBatchResult {
    /// A result.
    Answer(Box<SolveBatchAnswer>),
    /// An invalid entry.
    Error(Box<ErrorLine<'static>>),
}

/// The response of `/count/batch` as one JSON document.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CountBatchDocument {
    /// A result or an error for each entry, in their order.
    pub results: Vec<CountBatchResult>,
    /// Number of entries by result.
    pub summary: BatchSummary,
}

/// The response of `/solve/batch` as one JSON document.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SolveBatchDocument {
    /// A result or an error for each entry, in their order.
    pub results: Vec<SolveBatchResult>,
    /// Number of entries by result.
    pub summary: BatchSummary,
}

/// The response of `/solutions` as one JSON document.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SolutionsDocument {
    /// The solutions.
    pub results: Vec<SolutionLine>,
    /// The result of the search.
    pub summary: SolutionsSummary,
}

/// A line or an array element in a request of `/count/batch`.
#[derive(Clone, Debug, ToSchema)]
#[serde(untagged)]
pub enum CountElement {
    /// A request.
    Request(CountEntry),
    /// A puzzle in symbols.
    Line(PuzzleText),
}

/// A line or an array element in a request of `/solve/batch`.
#[derive(Clone, Debug, ToSchema)]
#[serde(untagged)]
pub enum SolveElement {
    /// A request.
    Request(SolveEntry),
    /// A puzzle in symbols.
    Line(PuzzleText),
}

/// The result of an entry of `/exact-cover/count/batch`.
pub type CoverCountBatchAnswer = BatchLine<'static, CoverCountResult, CoverWorkStats>;

/// A line with a solution of an exact cover problem.
pub type CoverSolutionLine = SolutionLine<CoverSolution>;

/// The last line of `/exact-cover/solutions`.
pub type CoverSolutionsSummaryLine = SolutionsSummaryLine<CoverSolutionsSummary>;

/// The last line of `/exact-cover/count` with progress.
pub type CoverCountResultLine = CountResultLine<CoverCountResponse>;

impl LinePart for CoverSolution {
    const PREFIX: &'static str = "Cover";
}

impl LinePart for CoverSolutionsSummary {
    const PREFIX: &'static str = "Cover";
}

impl LinePart for CoverCountResponse {
    const PREFIX: &'static str = "Cover";
}

/// A line of the response of `/exact-cover/count/batch`.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum CoverCountBatchLine {
    /// A result.
    Answer(Box<CoverCountBatchAnswer>),
    /// An invalid entry.
    Error(Box<ErrorLine<'static>>),
    /// The last line.
    Summary(SummaryLine),
}

/// A result or an error of `/exact-cover/count/batch`.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum CoverCountBatchResult {
    /// A result.
    Answer(Box<CoverCountBatchAnswer>),
    /// An invalid entry.
    Error(Box<ErrorLine<'static>>),
}

/// The response of `/exact-cover/count/batch` as one JSON document.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CoverCountBatchDocument {
    /// A result or an error for each entry, in their order.
    pub results: Vec<CoverCountBatchResult>,
    /// Number of entries by result.
    pub summary: BatchSummary,
}

/// A line of the response of `/exact-cover/solutions`.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum CoverSolutionsStreamLine {
    /// A solution.
    Solution(CoverSolutionLine),
    /// The last line.
    Summary(Box<CoverSolutionsSummaryLine>),
}

/// The response of `/exact-cover/solutions` as one JSON document.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CoverSolutionsDocument {
    /// The solutions.
    pub results: Vec<CoverSolutionLine>,
    /// The result of the search.
    pub summary: CoverSolutionsSummary,
}

/// A line of the response of `/exact-cover/count` with progress.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum CoverCountStreamLine {
    /// Progress of the search.
    Progress(ProgressLine),
    /// The last line.
    Result(Box<CoverCountResultLine>),
}

/// A line or an array element in a request of `/exact-cover/count/batch`.
#[derive(Clone, Debug, ToSchema)]
#[serde(untagged)]
pub enum CoverCountElement {
    /// A request.
    Request(CoverCountEntry),
    /// A problem in Knuth's format.
    Text(CoverText),
}

/// The body of a request of `/exact-cover/count/batch`.
pub type CoverCountElementLines = Ndjson<CoverCountElement>;

/// The response of `/exact-cover/count/batch`.
pub type CoverCountBatchLines = Ndjson<CoverCountBatchLine>;

/// The response of `/exact-cover/solutions`.
pub type CoverSolutionsStreamLines = Ndjson<CoverSolutionsStreamLine>;

/// The response of `/exact-cover/count` with progress.
pub type CoverCountStreamLines = Ndjson<CoverCountStreamLine>;

/// Schema of NDJSON: a string, which generators of clients can handle. `contentSchema` describes its lines as an array.
#[derive(Clone, Copy, Debug)]
pub struct Ndjson<L>(PhantomData<L>);

/// The body of a request of `/solve/batch`.
pub type SolveElementLines = Ndjson<SolveElement>;

/// The body of a request of `/count/batch`.
pub type CountElementLines = Ndjson<CountElement>;

/// The response of `/solve/batch`.
pub type SolveBatchLines = Ndjson<SolveBatchLine>;

/// The response of `/count/batch`.
pub type CountBatchLines = Ndjson<CountBatchLine>;

/// The response of `/solutions`.
pub type SolutionsStreamLines = Ndjson<SolutionsStreamLine>;

/// The response of `/count` with progress.
pub type CountStreamLines = Ndjson<CountStreamLine>;

impl<L: ToSchema> ToSchema for Ndjson<L> {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((L::name().into_owned(), L::schema()));
        L::schemas(schemas);
    }
}

impl<L: ToSchema> PartialSchema for Ndjson<L> {
    fn schema() -> RefOr<Schema> {
        let lines = ArrayBuilder::new().items(Ref::from_schema_name(L::name())).build();
        // The builder of extensions would add `x-` to the name.
        let keywords = serde_json::to_value(lines).ok().map(|lines| ("contentSchema", lines));
        ObjectBuilder::new()
            .schema_type(Type::String)
            .content_media_type("application/x-ndjson")
            .extensions(Some(Extensions::from_iter(keywords)))
            .description(Some(format!("A line for each value. Each is a `{}`.", L::name())))
            .into()
    }
}

/// Schema of a text body with many puzzles.
#[derive(Clone, Copy, Debug)]
pub struct PuzzleLines;

impl ToSchema for PuzzleLines {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("PuzzleLines")
    }
}

impl PartialSchema for PuzzleLines {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .pattern(Some(LINES))
            .description(Some(DESCRIPTION))
            .into()
    }
}

const DESCRIPTION: &str = "A puzzle per line, one symbol per cell, or a drawn grid whose lines begin with a border, as in `PuzzleText`. Blank lines and lines that begin with \
    `#` are skipped. Any other line gets an error line.";

/// Lines of white space, comments, or symbols and white space.
const LINES: &str = concat!(
    r"^[\t\f\r ]*(#[^\n]*|[0-9A-Za-z._*+,:='|─-╿-][0-9A-Za-z._*\t\f\r +,:='|─-╿-]*)?",
    r"(\n[\t\f\r ]*(#[^\n]*|[0-9A-Za-z._*+,:='|─-╿-][0-9A-Za-z._*\t\f\r +,:='|─-╿-]*)?)*$"
);
