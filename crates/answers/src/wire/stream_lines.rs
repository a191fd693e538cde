//! Lines of the responses of `/solutions`, and of a count with progress.

use std::borrow::Cow;

use quadrille_sudoku::notation::Format;
use serde::Serialize;
use serde_json::json;
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, SchemaFormat, Type};
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::fault::is_zero;
use super::line_type::{ProgressType, ResultType, SummaryType};
use super::notation::{GridShape, Notation, Warning};
use super::result::{CountResponse, EffectiveLimits, HouseConflict, ReplyStats, StoppedBy, WorkStats};
use super::schema::{FormatName, merged};
use crate::service::{QuestionProgress, SolutionsEnd};

/// A line while a count runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ProgressLine {
    /// Type of the line.
    pub r#type: ProgressType,
    /// Solutions found so far.
    pub count: u64,
    /// Nodes of the search tree visited so far.
    pub nodes: u64,
    /// Milliseconds since the count began.
    pub elapsed_ms: u64,
}

/// The last line of a count. Without it the stream is incomplete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CountResultLine<T = CountResponse> {
    /// Type of the line.
    pub r#type: ResultType,
    /// The response, as without progress.
    #[serde(flatten)]
    pub response: T,
}

impl From<QuestionProgress> for ProgressLine {
    fn from(QuestionProgress { count, nodes, elapsed }: QuestionProgress) -> Self {
        let elapsed_ms = elapsed.as_millis().try_into().unwrap_or(u64::MAX);
        Self { r#type: ProgressType::Progress, count, nodes, elapsed_ms }
    }
}

/// One solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SolutionLine<T = GridShape> {
    /// Type of the line.
    pub r#type: ResultType,
    /// Index of the solution from 0; skipped solutions do not count.
    pub index: u64,
    /// The solution.
    pub solution: T,
}

/// One solution of a job, whose solutions have no order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct JobSolutionLine<T> {
    /// Type of the line.
    pub(super) r#type: ResultType,
    /// The solution.
    pub(super) solution: T,
}

/// The last line of `/solutions`. Without it the stream is incomplete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SolutionsSummaryLine<T = SolutionsSummary> {
    /// Type of the line.
    pub r#type: SummaryType,
    /// The result of the search.
    pub summary: T,
}

/// Number of solutions listed, and whether there are others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SolutionsSummary {
    /// Solutions listed: the lines before this one.
    pub count: u64,
    /// Solutions passed over before the first one listed.
    pub skipped: u64,
    /// Whether there are no others.
    pub complete: bool,
    /// The reason why the search ended early; null if it was complete.
    #[schema(required = true)]
    pub stopped_by: Option<StoppedBy>,
    /// Digits that the clues have more than once in a house, at most 20. A puzzle with conflicts has no solution.
    pub conflicts: Vec<HouseConflict>,
    /// Number of conflicts not listed; absent if all are.
    #[serde(skip_serializing_if = "is_zero")]
    #[schema(required = false, minimum = 1)]
    pub conflicts_omitted: usize,
    /// Format of the text of the puzzle; absent for an array.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<FormatName>)]
    pub format: Option<&'static str>,
    /// Warnings about the puzzle; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, min_items = 1)]
    pub warnings: Vec<Warning>,
    /// Lines of the text that hold no part of the puzzle and were not read, from 1; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, min_items = 1, max_items = 128, example = json!([1, 12]))]
    pub ignored_lines: Vec<usize>,
    /// Statistics of the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, required = true)]
    pub stats: Option<WorkStats>,
    /// The limits that applied.
    pub limits: EffectiveLimits,
}

impl SolutionsSummary {
    /// The summary of a stream whose puzzle has this notation.
    pub(super) fn new(end: &SolutionsEnd, notation: Notation) -> Self {
        let SolutionsEnd { count, skipped, reply } = end;
        let (conflicts, conflicts_omitted) = HouseConflict::list(&reply.answer.conflicts, notation);
        Self {
            count: *count,
            skipped: *skipped,
            complete: reply.answer.is_complete(),
            stopped_by: StoppedBy::of(reply),
            conflicts,
            conflicts_omitted,
            format: notation.format().map(Format::name),
            warnings: notation.warnings(),
            ignored_lines: notation.ignored_lines(),
            stats: WorkStats::of(reply),
            limits: reply.limits.into(),
        }
    }
}

/// Part of a line, which names the schema of the line.
pub trait LinePart: ToSchema {
    /// First word of the name; empty for puzzles.
    const PREFIX: &'static str;
}

impl LinePart for GridShape {
    const PREFIX: &'static str = "";
}

impl LinePart for SolutionsSummary {
    const PREFIX: &'static str = "";
}

impl LinePart for CountResponse {
    const PREFIX: &'static str = "";
}

impl<T: LinePart> ToSchema for CountResultLine<T> {
    fn name() -> Cow<'static, str> {
        format!("{}CountResultLine", T::PREFIX).into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        part_schemas::<ResultType>(schemas);
        T::schemas(schemas);
    }
}

impl<T: LinePart> PartialSchema for CountResultLine<T> {
    fn schema() -> RefOr<Schema> {
        let head = typed::<ResultType>().build().into();
        let description = "The last line of a count. Without it the stream is incomplete.";
        merged([head, T::schema()]).description(Some(description)).into()
    }
}

impl<T: LinePart> ToSchema for SolutionLine<T> {
    fn name() -> Cow<'static, str> {
        format!("{}SolutionLine", T::PREFIX).into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        part_schemas::<ResultType>(schemas);
        part_schemas::<T>(schemas);
    }
}

impl<T: LinePart> PartialSchema for SolutionLine<T> {
    fn schema() -> RefOr<Schema> {
        let index = ObjectBuilder::new()
            .schema_type(Type::Integer)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)))
            .minimum(Some(0))
            .examples([json!(0)])
            .description(Some("Index of the solution from 0; skipped solutions do not count."));
        typed::<ResultType>()
            .property("index", index)
            .required("index")
            .property("solution", described::<T>("The solution."))
            .required("solution")
            .description(Some("One solution."))
            .into()
    }
}

impl<T: LinePart> ToSchema for SolutionsSummaryLine<T> {
    fn name() -> Cow<'static, str> {
        format!("{}SolutionsSummaryLine", T::PREFIX).into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        part_schemas::<SummaryType>(schemas);
        part_schemas::<T>(schemas);
    }
}

impl<T: LinePart> PartialSchema for SolutionsSummaryLine<T> {
    fn schema() -> RefOr<Schema> {
        typed::<SummaryType>()
            .property("summary", described::<T>("The result of the search."))
            .required("summary")
            .description(Some("The last line of a list of solutions. Without it the stream is incomplete."))
            .into()
    }
}

/// An object with the type of a line.
fn typed<T: ToSchema>() -> ObjectBuilder {
    ObjectBuilder::new()
        .schema_type(Type::Object)
        .property("type", described::<T>("Type of the line."))
        .required("type")
}

fn described<T: ToSchema>(description: &str) -> Ref {
    let mut reference = Ref::from_schema_name(T::name());
    reference.description = description.to_owned();
    reference
}

/// Adds a schema and those to which it refers.
fn part_schemas<T: ToSchema>(schemas: &mut Vec<(String, RefOr<Schema>)>) {
    schemas.push((T::name().into_owned(), T::schema()));
    T::schemas(schemas);
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::time::Duration;

    use quadrille_sudoku::notation::LetterCase;
    use quadrille_sudoku::{Answer, Stats, StopReason};

    use super::*;
    use crate::service::{Limits, Reply};

    #[test]
    fn solutions_summary_contains_result_of_search() {
        let stop = StopReason::SolutionLimit;
        let reply = Reply {
            answer: Answer { stats: Some(Stats::default()), ..Answer::unknown(stop, Stats::default()) },
            interruption: None,
            limits: Limits { time: Duration::from_secs(1), nodes: None, threads: NonZeroUsize::MIN },
            queued: Duration::ZERO,
            solving: Duration::ZERO,
        };
        let summary = SolutionsSummary::new(
            &SolutionsEnd { count: 10, skipped: 2, reply },
            Notation::Line(LetterCase::Lower.into()),
        );
        let line = SolutionsSummaryLine { r#type: SummaryType::Summary, summary };
        let value = serde_json::to_value(line).expect("JSON");
        let summary = &value["summary"];
        assert_eq!(
            (&summary["count"], &summary["skipped"], &summary["complete"]),
            (&json!(10), &json!(2), &json!(false))
        );
        assert_eq!(
            (&summary["stopped_by"], &summary["stats"]["nodes"]),
            (&json!("solution_limit"), &json!(0))
        );
    }
}
