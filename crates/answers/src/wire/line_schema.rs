//! OpenAPI schemas of streams of solutions and progress, and of NDJSON.

use std::borrow::Cow;
use std::marker::PhantomData;

use serde::Serialize;
use utoipa::openapi::extensions::Extensions;
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, Type};
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::cover_result::{CoverCountResponse, CoverSolution, CoverSummary};
use super::stream_lines::{
    CountResultLine, LinePart, ProgressLine, SolutionLine, SolutionsSummary, SolutionsSummaryLine,
};

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

/// The response of `/solutions` as one JSON document.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SolutionsDocument {
    /// The solutions.
    pub results: Vec<SolutionLine>,
    /// The result of the search.
    pub summary: SolutionsSummary,
}

/// A line with a solution of an exact cover problem.
pub type CoverSolutionLine = SolutionLine<CoverSolution>;

/// The last line of `/exact-cover/solutions`.
pub type CoverSolutionsSummaryLine = SolutionsSummaryLine<CoverSummary>;

/// The last line of `/exact-cover/count` with progress.
pub type CoverCountResultLine = CountResultLine<CoverCountResponse>;

impl LinePart for CoverSolution {
    const PREFIX: &'static str = "Cover";
}

impl LinePart for CoverSummary {
    const PREFIX: &'static str = "Cover";
}

impl LinePart for CoverCountResponse {
    const PREFIX: &'static str = "Cover";
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
    pub summary: CoverSummary,
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

/// The response of `/exact-cover/solutions`.
pub type CoverSolutionsStreamLines = Ndjson<CoverSolutionsStreamLine>;

/// The response of `/exact-cover/count` with progress.
pub type CoverCountStreamLines = Ndjson<CoverCountStreamLine>;

/// Schema of NDJSON: a string, which generators of clients can handle. `contentSchema` describes its lines as an array.
#[derive(Clone, Copy, Debug)]
pub struct Ndjson<L>(PhantomData<L>);

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
