//! Lines of the responses of batches.

use std::borrow::Cow;

use serde::Serialize;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::entry::EntryId;
use super::fault::{Fault, is_zero};
use super::kept::Kept;
use super::line_type::{ErrorType, ResultType, SummaryType};
use super::problem::{Problem, ProblemCode};
use super::result::{Work, WorkStats, work_schemas};
use super::schema::merged;

/// The result of a batch entry. Results have the order of the entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct BatchLine<'a, R, T = WorkStats> {
    /// The members before the result.
    #[serde(flatten)]
    pub head: ResultHead<'a>,
    /// The result.
    #[serde(flatten)]
    pub result: R,
    /// The work and the limits.
    #[serde(flatten)]
    pub work: Work<T>,
}

/// The first members of the result of a batch entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ResultHead<'a> {
    /// Type of the line.
    pub r#type: ResultType,
    /// Index of the entry from 0; blank lines and comments do not count.
    #[schema(example = 0)]
    pub index: u64,
    /// Line of the body from 1, all lines counted; absent for an array.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 1, example = 1)]
    pub line: Option<u64>,
    /// The id of the entry; absent if it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = EntryId)]
    pub id: Option<&'a EntryId>,
    /// The other columns of the row or the other members of the record, with `keep`; absent if it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Kept)]
    pub kept: Option<&'a Kept>,
}

impl<R: ToSchema, T: ToSchema> ToSchema for BatchLine<'_, R, T> {
    /// `SolveBatchAnswer` for `SolveResult`.
    fn name() -> Cow<'static, str> {
        R::name().replace("Result", "BatchAnswer").into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        ResultHead::schemas(schemas);
        R::schemas(schemas);
        work_schemas::<T>(schemas);
    }
}

impl<R: PartialSchema, T: ToSchema> PartialSchema for BatchLine<'_, R, T> {
    fn schema() -> RefOr<Schema> {
        let description = "The result of a batch entry. Results have the order of the entries.";
        merged([ResultHead::schema(), R::schema(), Work::<T>::schema()]).description(Some(description)).into()
    }
}

/// The problem of an invalid batch entry. It does not affect the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ErrorLine<'a> {
    /// Type of the line.
    pub r#type: ErrorType,
    /// Index of the entry from 0; blank lines and comments do not count.
    #[schema(example = 1)]
    pub index: u64,
    /// Line of the body from 1, all lines counted; absent for an array.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 1, example = 2)]
    pub line: Option<u64>,
    /// The id of the entry; absent if it has none, or an invalid one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = EntryId)]
    pub id: Option<&'a EntryId>,
    /// The problem of the entry.
    pub error: EntryProblem,
}

/// The problem body, as of the single endpoint. After the first hundred invalid entries of a batch, only `status` and
/// `code`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct EntryProblem {
    /// The kind of problem, as the path of its page in this service: `/problems/` and the code.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = "uri-reference", example = "/problems/invalid_question")]
    pub r#type: Option<String>,
    /// Title of the kind of problem.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub title: Option<&'static str>,
    /// The status that the single endpoint would respond with.
    #[schema(minimum = 400, maximum = 599)]
    pub status: u16,
    /// Explanation of this occurrence.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub detail: Option<String>,
    /// The request: `urn:quadrille:request:` and its id, which the log contains.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = "uri")]
    pub instance: Option<String>,
    /// The kind of problem for a program.
    pub code: ProblemCode,
    /// Faults of the entry, at most 20.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, max_items = 20)]
    pub errors: Option<Vec<Fault>>,
    /// Number of faults not listed; absent if all are.
    #[serde(skip_serializing_if = "is_zero")]
    #[schema(required = false, minimum = 1)]
    pub errors_omitted: usize,
}

/// Whether there are none.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_none(count: &u64) -> bool {
    *count == 0
}

impl EntryProblem {
    /// Makes a problem that has only a kind.
    pub(super) fn brief(code: ProblemCode) -> Self {
        let (r#type, title, detail, instance, errors) = (None, None, None, None, None);
        Self { r#type, title, status: code.status(), detail, instance, code, errors, errors_omitted: 0 }
    }
}

impl From<Problem> for EntryProblem {
    fn from(problem: Problem) -> Self {
        let Problem { r#type, title, status, detail, instance, code, errors, errors_omitted } = problem;
        Self {
            r#type: Some(r#type),
            title: Some(title),
            status,
            detail: Some(detail),
            instance: Some(instance),
            code,
            errors: Some(errors),
            errors_omitted,
        }
    }
}

/// The last line of a batch. Without it the stream is incomplete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SummaryLine {
    /// Type of the line.
    pub r#type: SummaryType,
    /// Number of entries by result.
    pub summary: BatchSummary,
}

/// Number of entries of a batch, by result.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct BatchSummary {
    /// Lines before this one: the sum of the other numbers of puzzles and entries.
    pub puzzles: u64,
    /// Puzzles without a solution.
    pub none: u64,
    /// Puzzles with exactly one solution.
    pub unique: u64,
    /// Puzzles with several solutions.
    pub multiple: u64,
    /// Puzzles with a solution that may not be the only one.
    pub solvable: u64,
    /// Puzzles without a result within the limits.
    pub unknown: u64,
    /// Puzzles whose complete answer has no verdict, such as that of `/minimal`; absent if there are none.
    #[serde(skip_serializing_if = "is_none")]
    #[schema(required = false, minimum = 1)]
    pub answered: u64,
    /// Invalid entries.
    pub errors: u64,
    /// Members of records that were ignored, such as `solution`; absent if there are none.
    #[serde(skip_serializing_if = "is_none")]
    #[schema(required = false, minimum = 1)]
    pub ignored_members: u64,
    /// Numbers of the lines that were ignored, because they hold no part of a puzzle, such as titles; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, max_items = 20, example = json!([1, 12]))]
    pub ignored_lines: Vec<u64>,
    /// Number of further lines that were ignored; absent if there are none.
    #[serde(skip_serializing_if = "is_none")]
    #[schema(required = false, minimum = 1)]
    pub ignored_lines_omitted: u64,
    /// Milliseconds from the start of the batch to this line.
    pub elapsed_ms: u64,
    /// The reason why entries were not read, or not searched to their limits; absent if all were.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub stopped_by: Option<BatchStop>,
}

/// The reason why a batch ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BatchStop {
    /// The service shut down.
    Shutdown,
    /// No input arrived for too long.
    IdleTimeout,
    /// Reading the input failed, or its compression is invalid. If the connection failed, the stream is cut.
    InputFailed,
    /// The client sent more input than memory holds and read no answers for two seconds.
    AnswersNotRead,
    /// 64 MiB of the input had no entry.
    NoEntry,
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::time::Duration;

    use quadrille_sudoku::notation::{Alphabet, LetterCase, parse_line};
    use quadrille_sudoku::{Answer, Grid, Stats, StopReason};
    use serde_json::json;

    use super::*;
    use crate::service::Interruption;
    use crate::service::{Limits, Reply};
    use crate::wire::answer_kind::AnswerKind;
    use crate::wire::fault::{FaultCode, Refusal};
    use crate::wire::kind::{Count, Solve};
    use crate::wire::notation::Notation;
    use crate::wire::options::SolutionOrder;
    use crate::wire::question::ResultStyle;
    use crate::wire::result::{SolveResponse, SolveResult};

    const NOTATION: Notation = Notation::Line(Alphabet::FromOne(LetterCase::Lower));
    const STYLE: ResultStyle =
        ResultStyle { notation: NOTATION, has_limit: false, order: SolutionOrder::Fixed };

    fn unknown(stats: Option<Stats>) -> Reply {
        Reply {
            answer: Answer { count: 12, stats, ..Answer::unknown(StopReason::Interrupted, Stats::default()) },
            interruption: Some(Interruption::TimeLimit),
            limits: Limits { time: Duration::from_secs(1), nodes: None, threads: NonZeroUsize::MIN },
            queued: Duration::ZERO,
            solving: Duration::ZERO,
        }
    }

    #[test]
    fn line_contains_index_and_no_stats_by_default() {
        let reply = unknown(None);
        let head = ResultHead { r#type: ResultType::Result, index: 3, line: None, id: None, kept: None };
        let result = Count::result(&reply, &NOTATION);
        let line = BatchLine { head, result, work: Work::<WorkStats>::from(&reply) };
        let expected = r#"{"type":"result","index":3,"verdict":"unknown","count":12,"complete":false,"solution":null,"witnesses":[],"differing_cells":[],"stopped_by":"time_limit","conflicts":[],"format":"line","limits":{"time_ms":1000,"nodes":null}}"#;
        assert_eq!(serde_json::to_string(&line).expect("JSON"), expected);

        let reply = unknown(Some(Stats::default()));
        let id = EntryId::Text("a\"b".to_owned());
        let head =
            ResultHead { r#type: ResultType::Result, index: 0, line: Some(7), id: Some(&id), kept: None };
        let result = Solve::result(&reply, &NOTATION);
        let line = BatchLine { head, result, work: Work::<WorkStats>::from(&reply) };
        let line = serde_json::to_value(line).expect("JSON");
        assert_eq!(
            (&line["id"], &line["line"], &line["stats"]["nodes"]),
            (&json!("a\"b"), &json!(7), &json!(0))
        );
    }

    #[test]
    fn error_line_contains_problem_line_and_id() {
        let refusal = Refusal::from(Fault::new(FaultCode::MissingField, "`puzzle` is missing"));
        let error = Problem::of_refusal(refusal, "r1");
        let id = EntryId::Number(-5);
        let line = ErrorLine {
            r#type: ErrorType::Error,
            index: 1,
            line: Some(4),
            id: Some(&id),
            error: error.into(),
        };
        let value = serde_json::to_value(&line).expect("JSON");
        assert_eq!(value["error"]["instance"], "urn:quadrille:request:r1");
        assert_eq!(value["error"]["detail"], "`puzzle` is missing");
        assert_eq!((&value["line"], &value["id"]), (&json!(4), &json!(-5)));
        let bare = ErrorLine { line: None, id: None, ..line };
        let value = serde_json::to_value(&bare).expect("JSON");
        assert!(value.get("line").is_none() && value.get("id").is_none());
        let brief = ErrorLine { error: EntryProblem::brief(ProblemCode::InvalidQuestion), ..bare };
        let brief = serde_json::to_string(&brief).expect("JSON");
        assert_eq!(brief, r#"{"type":"error","index":1,"error":{"status":422,"code":"invalid_question"}}"#);
    }

    #[test]
    fn summary_contains_stopped_by_only_if_stopped() {
        let summary = BatchSummary { puzzles: 1, errors: 1, ..BatchSummary::default() };
        let stopped = BatchSummary { stopped_by: Some(BatchStop::IdleTimeout), ..summary.clone() };
        let line = SummaryLine { r#type: SummaryType::Summary, summary: stopped };
        assert_eq!(
            serde_json::to_value(line).expect("JSON")["summary"],
            json!({
                "puzzles": 1, "none": 0, "unique": 0, "multiple": 0, "solvable": 0, "unknown": 0, "errors": 1,
                "elapsed_ms": 0, "stopped_by": "idle_timeout"
            })
        );
        assert!(serde_json::to_value(summary).expect("JSON").get("stopped_by").is_none());
    }

    #[test]
    fn text_is_appended_as_symbols_or_numbers() {
        let mut out = b"before ".to_vec();
        let reply = unknown(None);
        Count::write_text(&reply, &STYLE, &mut out);
        out.push(b' ');
        Solve::write_text(&reply, &STYLE, &mut out);
        assert_eq!(out, b"before unknown 12+ unknown");

        let (grid, case) = parse_line(&"1".repeat(225).replace("11", "1f"), &mut |_| {}).expect("a grid");
        let mut out = Vec::new();
        Notation::Line(case.into()).write_line(&grid, &mut out);
        assert_eq!(out, "1".repeat(225).replace("11", "1f").as_bytes());
        let cells = (0..36 * 36).map(|_| quadrille_sudoku::Digit::new(36)).collect();
        let grid = Grid::from_cells(cells).expect("a grid");
        let mut out = Vec::new();
        Notation::Flat(case.into()).write_line(&grid, &mut out);
        assert_eq!(String::from_utf8(out).expect("ASCII"), vec!["36"; 36 * 36].join(" "));
    }

    #[test]
    fn lines_have_schemas() {
        let required =
            |schema| serde_json::to_value::<RefOr<Schema>>(schema).expect("JSON")["required"].clone();
        assert_eq!(BatchLine::<SolveResult>::name(), "SolveBatchAnswer");
        let line = json!(["type", "index", "verdict", "solution", "stopped_by", "conflicts", "limits"]);
        assert_eq!(required(BatchLine::<SolveResult>::schema()), line);
        let response = json!(["verdict", "solution", "stopped_by", "conflicts", "limits", "stats"]);
        assert_eq!(required(SolveResponse::schema()), response);
        assert_eq!(required(ErrorLine::schema()), json!(["type", "index", "error"]));
    }
}
