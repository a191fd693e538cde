//! Tests of the lines of batches, with kinds of question.

use std::num::NonZeroUsize;
use std::time::Duration;

use quadrille_sudoku::text::{Alphabet, LetterCase, parse_line};
use quadrille_sudoku::{Answer, Grid, Stats, StopReason};
use serde_json::json;

use crate::faults::{Fault, FaultCode, Refusal};
use crate::faults::{Problem, ProblemCode};
use crate::kinds::count::Count;
use crate::kinds::solve::Solve;
use crate::service::{Interruption, Limits, Reply};
use crate::wire::answer_kind::AnswerKind;
use crate::wire::batch::entry_id::EntryId;
use crate::wire::batch::lines::*;
use crate::wire::puzzle::notation::{GridNotation, Notation};
use crate::wire::question::ResultStyle;
use crate::wire::result::ResponseBody;
use crate::wire::stream::line_type::{ErrorType, ResultType};

const NOTATION: Notation = Notation::new(GridNotation::Line(Alphabet::FromOne(LetterCase::Lower)));
const STYLE: ResultStyle = ResultStyle { notation: NOTATION, has_limit: false, seed: None };

fn unknown(stats: Option<Stats>) -> Reply {
    Reply {
        answer: {
            let mut answer = Answer::unknown(StopReason::Interrupted, Stats::default());
            (answer.count, answer.stats) = (12, stats);
            answer
        },
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
    let line: BatchLine<'_, _> = BatchLine { first: head, rest: ResponseBody::from((result, &reply)) };
    let expected = r#"{"type":"result","index":3,"verdict":"unknown","count":12,"complete":false,"solution":null,"witnesses":[],"differing_cells":[],"stopped_by":"time_limit","conflicts":[],"format":"line","limits":{"time_ms":1000,"nodes":null}}"#;
    assert_eq!(serde_json::to_string(&line).expect("JSON"), expected);

    let reply = unknown(Some(Stats::default()));
    let id = EntryId::Text("a\"b".to_owned());
    let head = ResultHead { r#type: ResultType::Result, index: 0, line: Some(7), id: Some(&id), kept: None };
    let result = Solve::result(&reply, &NOTATION);
    let line: BatchLine<'_, _> = BatchLine { first: head, rest: ResponseBody::from((result, &reply)) };
    let line = serde_json::to_value(line).expect("JSON");
    assert_eq!((&line["id"], &line["line"], &line["stats"]["nodes"]), (&json!("a\"b"), &json!(7), &json!(0)));
}

#[test]
fn error_line_contains_problem_line_and_id() {
    let refusal = Refusal::from(Fault::new(FaultCode::MissingField, "`puzzle` is missing"));
    let error = Problem::from_refusal(refusal, "r1");
    let id = EntryId::Number(-5);
    let line = ErrorLine {
        r#type: ErrorType::Error,
        index: 1,
        line: Some(4),
        id: Some(&id),
        error: EntryProblem::Full(error),
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
    assert_eq!(
        serde_json::to_value(stopped).expect("JSON"),
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
    GridNotation::Line(case.into()).write_line(&grid, &mut out);
    assert_eq!(out, "1".repeat(225).replace("11", "1f").as_bytes());
    let cells = (0..36 * 36).map(|_| quadrille_sudoku::Digit::new(36)).collect();
    let grid = Grid::from_cells(cells).expect("a grid");
    let mut out = Vec::new();
    GridNotation::Flat(case.into()).write_line(&grid, &mut out);
    assert_eq!(String::from_utf8(out).expect("ASCII"), vec!["36"; 36 * 36].join(" "));
}
