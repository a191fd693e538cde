//! Tests of reading requests, with kinds of question.

use crate::faults::{FaultCode, Refusal};
use crate::kinds::count::Count;
use crate::kinds::solve::Solve;
use crate::wire::question::*;
use quadrille_exact_cover::ProblemBounds;

/// Code, parameter and cell of each fault.
fn faults(query: &str) -> Vec<(FaultCode, Option<String>, Option<String>)> {
    match read_parameters::<Solve>(query, ProblemBounds::MAX) {
        Err(Refusal::Invalid(faults)) => faults
            .listed
            .into_iter()
            .map(|fault| (fault.code, fault.parameter.map(String::from), fault.cell.map(String::from)))
            .collect(),
        other => panic!("{query}: {other:?}"),
    }
}

fn at(code: FaultCode, parameter: &str) -> (FaultCode, Option<String>, Option<String>) {
    (code, Some(parameter.to_owned()), None)
}

#[test]
fn query_equals_text_body_with_options() {
    let puzzle = "1.....3..4.....2";
    for options in ["", "limit=2", "time_ms=7&nodes=8&box=2x2"] {
        let text = read_text::<Count>(puzzle.as_bytes(), options, ProblemBounds::MAX);
        for query in [format!("puzzle={puzzle}&{options}"), format!("{options}&puzzle={puzzle}")] {
            assert_eq!(read_parameters::<Count>(&query, ProblemBounds::MAX), text, "{query}");
        }
    }
    let plain = read_parameters::<Solve>("puzzle=1.....3..4.....2", ProblemBounds::MAX);
    assert!(plain.is_ok());
    for query in ["puzzle=1...+..3.%0A.4..%20...2", "%70uzzle=1%2e....3..4.....2"] {
        assert_eq!(read_parameters::<Solve>(query, ProblemBounds::MAX), plain, "{query}");
    }
}

#[test]
fn missing_puzzle_is_a_fault() {
    for query in ["", "limit=2", "puzzle", "puzzle=", "puzzle=+%09"] {
        assert_eq!(faults(query), [at(FaultCode::MissingParameter, "puzzle")], "{query}");
    }
}

#[test]
fn faults_of_puzzle_name_its_parameter() {
    assert_eq!(faults("puzzle=123"), [at(FaultCode::PuzzleLength, "puzzle")]);
    let unknown = (FaultCode::UnknownSymbol, Some("puzzle".to_owned()), Some("r1c2".to_owned()));
    assert_eq!(faults("puzzle=1%FF.."), [unknown]);
    let both = [at(FaultCode::OutOfRange, "limit"), at(FaultCode::PuzzleLength, "puzzle")];
    assert_eq!(faults("puzzle=123&limit=3"), both);
    assert_eq!(faults("puzzle=1...&box=3x3"), [at(FaultCode::BoxMismatch, "box")]);
}

#[test]
fn puzzle_may_have_a_usual_name() {
    let puzzle = "1.....3..4.....2";
    let expected = read_parameters::<Solve>(&format!("puzzle={puzzle}"), ProblemBounds::MAX);
    for query in [
        format!("board={puzzle}"),
        format!("Initial_Board={puzzle}"),
        format!("puzzle=&quiz={puzzle}"),
        format!("grid=1...+..3.+.4..+...2&sudoku={puzzle}&puzzle={puzzle}"),
    ] {
        assert_eq!(read_parameters::<Solve>(&query, ProblemBounds::MAX), expected, "{query}");
    }
    assert_eq!(faults("board=123"), [at(FaultCode::PuzzleLength, "board")]);
    let other = faults("board=1...&puzzle=2...");
    assert_eq!(other, [at(FaultCode::Contradiction, "board")]);
}

#[test]
fn duplicate_puzzle_is_one_of_all_faults() {
    let both = [at(FaultCode::DuplicateParameter, "puzzle"), at(FaultCode::PuzzleLength, "puzzle")];
    assert_eq!(faults("puzzle=12&puzzle=1..."), both);
    assert_eq!(faults("puzzle=1...&puzzle=1..."), both[..1]);
}

#[test]
fn unknown_parameter_lists_known_ones() {
    let unknown = |query: &str| match read_parameters::<Solve>(query, ProblemBounds::MAX) {
        Err(Refusal::Invalid(faults)) => faults.listed.first().map(|fault| fault.detail.clone()),
        other => panic!("{other:?}"),
    };
    let all = "the query may have puzzle, limit, order, seed, box, candidates, constraints, regions, boxes, grids, format, layout, time_ms, nodes";
    assert_eq!(unknown("puzzle=1...&x=1"), Some(format!("`x` is unknown: {all}")));
    let meant = format!("`puzle` is unknown: did you mean `puzzle`? {all}");
    assert_eq!(unknown("puzle=1..."), Some(meant));
    assert_eq!(faults("puzle=1...").len(), 2);
}

const PUZZLE: &str = "1.....3..4.....2";

#[test]
fn fields_equal_parameters_of_a_query() {
    for fields in ["puzzle=1.....3..4.....2", "limit=1&puzzle=1.....3..4.....2&time_ms=7", "puzzle=1&x=1"] {
        let expected = read_parameters::<Solve>(fields, ProblemBounds::MAX);
        assert_eq!(read_form::<Solve>(fields.as_bytes(), "", ProblemBounds::MAX), expected, "{fields}");
        let lines = format!("\n{fields}\r\n");
        assert_eq!(read_form::<Solve>(lines.as_bytes(), "", ProblemBounds::MAX), expected, "{fields}");
    }
    let apart = read_form::<Count>(format!("puzzle={PUZZLE}").as_bytes(), "limit=5", ProblemBounds::MAX);
    assert_eq!(apart, read_parameters::<Count>(&format!("puzzle={PUZZLE}&limit=5"), ProblemBounds::MAX));
}

#[test]
fn body_without_fields_is_a_puzzle() {
    let expected = read_text::<Count>(PUZZLE.as_bytes(), "limit=5", ProblemBounds::MAX);
    assert!(expected.is_ok());
    for body in [
        PUZZLE,
        "1.....3..4.....2\n",
        "1...\n..3.\n.4..\n...2\n",
        "1...+..3.+.4..+...2",
        "1...%0A..3.%0D%0A.4..+...2",
        "%31.....3..4.....2",
    ] {
        assert_eq!(read_form::<Count>(body.as_bytes(), "limit=5", ProblemBounds::MAX), expected, "{body}");
    }
}

#[test]
fn field_in_body_and_query_is_given_twice() {
    let Err(Refusal::Invalid(faults)) =
        read_form::<Solve>(b"puzzle=1&limit=1", "limit=2", ProblemBounds::MAX)
    else {
        panic!("it is refused")
    };
    assert_eq!(faults.listed[0].code, FaultCode::DuplicateParameter);
}

#[test]
fn misspelt_field_and_drawing_are_told_apart() {
    assert!(has_fields(b"puzle=1..."));
    assert!(has_fields(b"limit&puzzle=1"));
    for drawing in ["1.=..", "===", "1.|.2=+=.3|..", "", "1...", "puzzle"] {
        assert!(!has_fields(drawing.as_bytes()), "{drawing}");
    }
}

#[test]
fn several_puzzles_under_a_name_are_refused_as_such() {
    let line = "1.....3..4.....2";
    let body = format!(r#"{{"puzzles": ["{line}", "{line}"]}}"#);
    let faults = read_json::<Solve>(body.as_bytes(), "", ProblemBounds::MAX).err().map(Refusal::into_faults);
    assert_eq!(faults.unwrap_or_default().listed[0].code, FaultCode::SeveralPuzzles);
    // Rows that are puzzles by themselves.
    let body = r#"{"puzzle": ["1...", "..3.", ".4.."]}"#;
    let faults = read_json::<Solve>(body.as_bytes(), "", ProblemBounds::MAX).err().map(Refusal::into_faults);
    assert_eq!(faults.unwrap_or_default().listed[0].code, FaultCode::RowLength);
}
