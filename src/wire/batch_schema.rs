//! The schemas of batches and streams. A sequence of lines is described as the array of what they hold.

use std::borrow::Cow;

use serde::Serialize;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::lines::{BatchLine, ErrorLine, SolutionLine, SolutionsSummaryLine, SummaryLine};
use super::request::{CountEntry, SolveEntry};
use super::result::{CountResponse, SolveResponse};
use super::schema::PuzzleText;

/// A line of `/count/batch`.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum CountBatchLine {
    /// The answer to a puzzle.
    Answer(Box<BatchLine<'static, CountResponse>>),
    /// An entry without a puzzle.
    Error(Box<ErrorLine<'static>>),
    /// The last line.
    Summary(SummaryLine),
}

/// A line of `/solve/batch`.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum SolveBatchLine {
    /// The answer to a puzzle.
    Answer(Box<BatchLine<'static, SolveResponse>>),
    /// An entry without a puzzle.
    Error(Box<ErrorLine<'static>>),
    /// The last line.
    Summary(SummaryLine),
}

/// A line of `/solutions`.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum SolutionsStreamLine {
    /// A solution.
    Solution(SolutionLine),
    /// The last line.
    Summary(Box<SolutionsSummaryLine>),
}

/// An element of an array that is a batch of `/count/batch`.
#[derive(Clone, Debug, ToSchema)]
#[serde(untagged)]
pub enum CountElement {
    /// A request.
    Request(CountEntry),
    /// A puzzle in symbols.
    Line(PuzzleText),
}

/// An element of an array that is a batch of `/solve/batch`.
#[derive(Clone, Debug, ToSchema)]
#[serde(untagged)]
pub enum SolveElement {
    /// A request.
    Request(SolveEntry),
    /// A puzzle in symbols.
    Line(PuzzleText),
}

/// A text body of many puzzles, for the OpenAPI document.
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

const DESCRIPTION: &str = "A puzzle a line, one symbol a cell, as in `PuzzleText`. Blank lines and lines that begin with \
    `#` are skipped. A line that is none of these is an error in its place.";

/// Lines, each of them white space, a comment, or symbols and white space.
const LINES: &str = concat!(
    r"^[\t\f\r ]*(#[^\n]*|[0-9A-Za-z._*-][0-9A-Za-z._*\t\f\r -]*)?",
    r"(\n[\t\f\r ]*(#[^\n]*|[0-9A-Za-z._*-][0-9A-Za-z._*\t\f\r -]*)?)*$"
);
