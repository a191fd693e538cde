//! The lines of answers that come as a stream: those of batches and of `/solutions`.

use serde::Serialize;
use utoipa::ToSchema;

use super::fault::is_zero;
use super::notation::GridShape;
use super::problem::Problem;
use super::result::{EffectiveLimits, HouseConflict, StoppedBy, WorkStats};
use crate::service::SolutionsEnd;

/// The answer to one puzzle of a batch. Answers come in the order of the puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct BatchLine<'a, T> {
    /// Which puzzle of the batch, from 0; lines that are skipped do not count.
    #[schema(example = 0)]
    pub index: u64,
    /// The id that the puzzle came with; left out where it had none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, max_length = 128, example = "sunday-17")]
    pub id: Option<&'a str>,
    /// The response, as of the single endpoint.
    #[serde(flatten)]
    pub response: T,
}

/// The refusal of one entry of a batch. The others are answered all the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ErrorLine<'a> {
    /// Which entry of the batch, from 0; lines that are skipped do not count.
    #[schema(example = 1)]
    pub index: u64,
    /// Which line of the body, from 1, all lines counted; left out where the batch is an array.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 1, example = 2)]
    pub line: Option<u64>,
    /// The id that the entry came with; left out where it had none, or none that could be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, max_length = 128)]
    pub id: Option<&'a str>,
    /// What is wrong, as the single endpoint would say it.
    pub error: Problem,
}

/// The last line of a batch. Where it is missing, the stream was cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SummaryLine {
    /// What became of the batch.
    pub summary: BatchSummary,
}

/// How many puzzles of a batch were answered, and how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct BatchSummary {
    /// Lines of the answer before this one: the sum of the six numbers that follow.
    pub puzzles: u64,
    /// Puzzles that have no solution.
    pub none: u64,
    /// Puzzles that have exactly one.
    pub unique: u64,
    /// Puzzles that have two or more.
    pub multiple: u64,
    /// Puzzles that have a solution, of which it was not found out whether it is the only one.
    pub solvable: u64,
    /// Puzzles of which nothing was found out.
    pub unknown: u64,
    /// Entries that were refused.
    pub errors: u64,
    /// Milliseconds from the first bytes of the batch to this line.
    pub elapsed_ms: u64,
    /// Why not all of the input was answered; left out where all was.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub stopped_by: Option<BatchStop>,
}

/// What ended a batch before its input did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BatchStop {
    /// The service was shut down.
    Shutdown,
    /// No more input came for too long.
    IdleTimeout,
    /// The input could not be read to its end. Over HTTP the stream is cut then.
    InputFailed,
}

/// One solution of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SolutionLine {
    /// Which of the solutions given, from 0; those passed over do not count.
    #[schema(example = 0)]
    pub index: u64,
    /// The solution, in the notation of the puzzle.
    pub solution: GridShape,
}

/// The last line after all solutions. Where it is missing, the stream was cut.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SolutionsSummaryLine {
    /// What became of the search.
    pub summary: SolutionsSummary,
}

/// How many solutions were given, and whether there are others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SolutionsSummary {
    /// Solutions given: the lines before this one.
    pub count: u64,
    /// Solutions passed over before the first that was given.
    pub skipped: u64,
    /// Whether there are no others.
    pub complete: bool,
    /// What ended the search; null where it was complete.
    #[schema(required = true)]
    pub stopped_by: Option<StoppedBy>,
    /// Digits given more than once in a house, at most 20; then there is no solution.
    pub conflicts: Vec<HouseConflict>,
    /// How many further conflicts are not listed; left out where there are none.
    #[serde(skip_serializing_if = "is_zero")]
    #[schema(required = false, minimum = 1)]
    pub conflicts_omitted: usize,
    /// The work done.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub stats: Option<WorkStats>,
    /// The limits that held.
    pub limits: EffectiveLimits,
}

impl From<&SolutionsEnd> for SolutionsSummary {
    fn from(end: &SolutionsEnd) -> Self {
        let SolutionsEnd { count, skipped, reply } = end;
        let (conflicts, conflicts_omitted) = HouseConflict::list(&reply.answer.conflicts);
        Self {
            count: *count,
            skipped: *skipped,
            complete: reply.answer.is_complete(),
            stopped_by: StoppedBy::of(&reply.answer),
            conflicts,
            conflicts_omitted,
            stats: WorkStats::of(reply),
            limits: reply.limits.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde_json::json;

    use super::*;
    use crate::service::{Limits, Reply};
    use crate::sudoku::notation::{LetterCase, parse_line};
    use crate::sudoku::{Answer, Grid, Stats, StopReason};
    use crate::wire::batch_kind::BatchKind;
    use crate::wire::fault::{Fault, FaultCode, Refusal};
    use crate::wire::notation::Notation;
    use crate::wire::request::{CountRequest, SolveRequest};
    use crate::wire::result::{ResponseBody, SolveResponse};

    const NOTATION: Notation = Notation::Line(LetterCase::Lower);

    fn unknown(ending: StopReason, stats: Option<Stats>) -> Reply {
        Reply {
            answer: Answer { count: 12, stats, ..Answer::unknown(ending, Stats::default()) },
            limits: Limits { time: Duration::from_secs(1), nodes: None },
            queued: Duration::ZERO,
            solving: Duration::ZERO,
        }
    }

    #[test]
    fn a_line_is_the_answer_with_its_index_and_without_what_was_not_asked_for() {
        let reply = unknown(StopReason::TimeLimit, None);
        let response = ResponseBody::new(CountRequest::result(&reply.answer, NOTATION), &reply);
        let line = BatchLine { index: 3, id: None, response: &response };
        let expected = r#"{"index":3,"verdict":"unknown","count":12,"complete":false,"solution":null,"witnesses":[],"differing_cells":[],"stopped_by":"time_limit","conflicts":[],"limits":{"time_ms":1000,"nodes":null}}"#;
        assert_eq!(serde_json::to_string(&line).expect("JSON"), expected);

        let reply = unknown(StopReason::TimeLimit, Some(Stats::default()));
        let response = ResponseBody::new(SolveRequest::result(&reply.answer, NOTATION), &reply);
        let line = serde_json::to_value(BatchLine { index: 0, id: Some("a\"b"), response }).expect("JSON");
        assert_eq!((&line["id"], &line["stats"]["nodes"]), (&json!("a\"b"), &json!(0)));
    }

    #[test]
    fn a_refused_entry_keeps_its_problem_its_line_and_its_id() {
        let refusal = Refusal::from(Fault::new(FaultCode::MissingField, "`puzzle` is missing"));
        let error = Problem::of_refusal(refusal, "r1");
        let line = ErrorLine { index: 1, line: Some(4), id: Some("x"), error };
        let value = serde_json::to_value(&line).expect("JSON");
        assert_eq!(value["error"]["instance"], "urn:quadrille:request:r1");
        assert_eq!(value["error"]["detail"], "`puzzle` is missing");
        assert_eq!((&value["line"], &value["id"]), (&json!(4), &json!("x")));
        let bare = ErrorLine { line: None, id: None, ..line };
        let value = serde_json::to_value(&bare).expect("JSON");
        assert!(value.get("line").is_none() && value.get("id").is_none());
    }

    #[test]
    fn a_summary_says_why_the_batch_ended_only_where_that_is_not_its_end() {
        let summary = BatchSummary { puzzles: 1, errors: 1, ..BatchSummary::default() };
        let line =
            SummaryLine { summary: BatchSummary { stopped_by: Some(BatchStop::IdleTimeout), ..summary } };
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
    fn solutions_end_with_what_was_found_out() {
        let reply = unknown(StopReason::SolutionLimit, Some(Stats::default()));
        let summary = SolutionsSummary::from(&SolutionsEnd { count: 10, skipped: 2, reply });
        let value = serde_json::to_value(SolutionsSummaryLine { summary }).expect("JSON");
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

    #[test]
    fn text_is_appended_in_symbols_or_in_numbers() {
        let mut out = b"before ".to_vec();
        let answer = unknown(StopReason::NodeLimit, None).answer;
        CountRequest::write_text(&answer, NOTATION, &mut out);
        out.push(b' ');
        SolveRequest::write_text(&answer, NOTATION, &mut out);
        assert_eq!(out, b"before unknown 12+ unknown");

        let (grid, case) = parse_line(&"1".repeat(225).replace("11", "1f"), &mut |_| {}).expect("a grid");
        let mut out = Vec::new();
        Notation::Line(case).write_line(&grid, &mut out);
        assert_eq!(out, "1".repeat(225).replace("11", "1f").as_bytes());
        let cells = (0..36 * 36).map(|_| crate::sudoku::Digit::new(36)).collect();
        let grid = Grid::from_cells(cells).expect("a grid");
        let mut out = Vec::new();
        Notation::Flat.write_line(&grid, &mut out);
        assert_eq!(String::from_utf8(out).expect("ASCII"), vec!["36"; 36 * 36].join(" "));
    }

    #[test]
    fn the_lines_describe_themselves() {
        use utoipa::PartialSchema;
        let schema = serde_json::to_string(&BatchLine::<SolveResponse>::schema()).expect("JSON");
        assert!(schema.contains("\"index\"") && schema.contains("\"stats\""), "{schema}");
        let schema = serde_json::to_value(ErrorLine::schema()).expect("JSON");
        assert_eq!(schema["required"], json!(["index", "error"]));
    }
}
