//! Puzzles of several grids: what is read as one, questions about it, and the form of their answers.

use quadrille_sudoku::{BoxShape, Position, Puzzle, Rules};
use serde_json::{Value, json};

use crate::harness::Call;

/// A samurai with one solution, with blanks where no grid is.
const SAMURAI: &str = include_str!("../inputs/samurai.txt");

/// Two 4x4 grids that share a box, with five solutions.
const PAIR: [&str; 6] = ["1.4.  ", ".4..  ", "....2.", "......", "  .2.3", "  ...."];

async fn post(path: &str, body: Value) -> Value {
    Call::json(path, body.to_string()).send().await.json()
}

fn pair(question: &str) -> (String, Value) {
    let grids = json!([{"row": 1, "column": 1}, {"row": 3, "column": 3}]);
    (format!("/{question}"), json!({"puzzle": PAIR, "grids": grids}))
}

/// The lines of the solution of the samurai, with blanks where no grid is.
fn solution() -> Vec<String> {
    let corners = [(1, 1), (1, 13), (7, 7), (13, 1), (13, 13)].map(|(row, column)| Position { row, column });
    let rules = Rules::with_grids(BoxShape { width: 3, height: 3 }, &corners).expect("valid");
    let puzzle: Puzzle =
        format!("{SAMURAI};boxes 3x3;grids r1c1,r1c13,r7c7,r13c1,r13c13").parse().expect("valid");
    let solution = puzzle.solve().expect("a solution").grid().clone();
    let text = format!("{:#}", Puzzle::new(rules, solution).expect("fits"));
    text.lines().take(21).map(str::to_owned).collect()
}

fn with_gaps(lines: &[String], gap: char) -> Vec<String> {
    lines.iter().map(|line| format!("{line:21}").replace(' ', &gap.to_string())).collect()
}

#[tokio::test]
async fn samurai_is_read_by_itself_and_solved_in_its_form() {
    let lines: Vec<String> = SAMURAI.lines().map(str::to_owned).collect();
    let (clues, solved) = (with_gaps(&lines, '.'), with_gaps(&solution(), '.'));
    let numbers = |lines: &[String]| -> Vec<Vec<u32>> {
        let row = |line: &String| line.chars().map(|symbol| symbol.to_digit(10).unwrap_or(0)).collect();
        lines.iter().map(row).collect()
    };
    for (puzzle, expected) in [
        (json!(SAMURAI), json!(solution().join("\n"))),
        (json!(clues.join("\n")), json!(solved.join("\n"))),
        (json!(clues.concat()), json!(solved.concat())),
        (json!(clues), json!(solved)),
        (json!(with_gaps(&lines, ' ')), json!(with_gaps(&solution(), ' '))),
        (json!(numbers(&clues)), json!(numbers(&solved))),
        (json!(numbers(&clues).concat()), json!(numbers(&solved).concat())),
    ] {
        let found = post("/solve", json!({"puzzle": puzzle})).await;
        assert_eq!((&found["verdict"], &found["solution"]), (&json!("unique"), &expected), "{found}");
        let named = post("/solve", json!({"puzzle": puzzle, "grids": "samurai"})).await;
        assert_eq!(named["solution"], expected, "{named}");
    }
    let text = Call::text("/solve", SAMURAI).send().await.json();
    assert_eq!(text["solution"], solution().join("\n"));
    let spaced: String = clues.iter().map(|line| line.replace("", " ") + "\n").collect();
    let found = Call::text("/solve", spaced.clone()).send().await.json();
    assert_eq!(found["solution"], solved.join("\n"), "{spaced}\n{found}");

    // A line of a batch is a puzzle, as is a block of rows.
    let body = format!("{}\n1.....3..4.....2\n", clues.concat());
    let (answers, _) = Call::text("/solve/batch", body).send().await.answers_and_summary();
    assert_eq!(answers[0]["solution"], solved.concat());
    assert_eq!(answers[1]["solution"], "1324423124133142");
    let (answers, _) = Call::text("/solve/batch", clues.join("\n")).send().await.answers_and_summary();
    assert_eq!((answers.len(), &answers[0]["solution"]), (1, &json!(solved.join("\n"))), "{answers:?}");
}

#[tokio::test]
async fn box_or_a_clue_in_a_gap_makes_one_grid() {
    let lines: Vec<String> = SAMURAI.lines().map(str::to_owned).collect();
    let mut clues = with_gaps(&lines, '.');
    let one_grid = post("/conflicts", json!({"puzzle": clues, "box": {"width": 7, "height": 3}})).await;
    assert!(one_grid.get("errors").is_none(), "{one_grid}");
    clues[0].replace_range(10..11, "9");
    let converted = post("/convert", json!({"puzzle": clues})).await;
    assert_eq!(converted["size"], 21, "{converted}");
}

#[tokio::test]
async fn questions_about_several_grids_are_answered() {
    let ask = async |question: &str, options: Value| {
        let (path, mut body) = pair(question);
        let (Value::Object(body_members), Value::Object(options)) = (&mut body, options) else {
            panic!("objects")
        };
        body_members.extend(options);
        post(&path, body).await
    };
    let solved = ask("solve", json!({})).await;
    let count = ask("count", json!({"limit": 1000})).await;
    assert_eq!(count["complete"], true, "{count}");
    let total = count["count"].as_u64().expect("a count");
    assert_eq!(total, 5, "{count}");
    assert_eq!(count["verdict"], solved["verdict"]);
    let differing = count["differing_cells"].as_array().expect("cells");
    assert!(differing.iter().all(|cell| cell.as_str().is_some_and(|name| name.starts_with('r'))));

    let candidates = ask("candidates", json!({"counts": 1000})).await;
    let rows = candidates["candidates"].as_array().expect("rows");
    assert_eq!((rows.len(), rows[0].as_array().map(Vec::len)), (6, Some(6)));
    assert_eq!((&rows[0][0], &rows[0][4], &rows[4][0]), (&json!([1]), &json!([]), &json!([])));

    let excluded = ask("count", json!({"limit": 1000, "candidates": {"r5c3": rows[4][2]}})).await;
    assert_eq!(excluded["count"], count["count"]);
    let cage = json!([{"type": "cage", "cells": ["r6c5", "r6c6"], "sum": 5}, {"type": "diagonals"}]);
    let with_cage = ask("count", json!({"limit": 1000, "constraints": cage})).await;
    assert!(with_cage["count"].as_u64().is_some_and(|count| count < total), "{with_cage}");

    let check = ask("check", json!({"entries": solved["solution"]})).await;
    assert_eq!((&check["solved"], &check["wrong"]), (&json!(true), &json!([])), "{check}");
    let mut wrong = PAIR.map(str::to_owned);
    wrong[5] = "  4..4".to_owned();
    let check = ask("check", json!({"entries": wrong})).await;
    assert_eq!(check["conflicts"][0]["house"], "row 4 of grid 2", "{check}");

    let minimal = ask("minimal", json!({"reduce": true})).await;
    assert!(minimal.get("errors").is_none(), "{minimal}");
    let proof = ask("prove", json!({"claim": {"count": total}})).await;
    assert_eq!(proof["claim"]["count"].as_u64().or(Some(total)), Some(total), "{proof}");
    assert!(proof.get("errors").is_none(), "{proof}");
    let svg = Call::json("/render", pair("render").1.to_string()).send().await;
    assert!(svg.body.contains("<title>Sudoku 6x6 with 6 clues"), "{}", svg.body);
}

#[tokio::test]
async fn samurai_is_rated_explained_and_converted() {
    let hint = post("/hint", json!({"puzzle": SAMURAI})).await;
    assert_eq!(
        hint["step"]["text"], "Hidden Single: box 1 of grid 1 has only one place for 8, so r3c2 is 8.",
        "{hint}"
    );
    let picture = json!({"puzzle": SAMURAI, "step": hint["step"], "solution": solution().join("\n")});
    let svg = Call::json("/render", picture.to_string()).send().await;
    assert!(svg.body.contains("<title>Hidden Single: box 1 of grid 1"), "{}", svg.body);
    let german = post("/hint", json!({"puzzle": SAMURAI, "lang": "de"})).await;
    assert!(german["step"]["text"].as_str().is_some_and(|text| text.contains("Block 1 von Gitter 1")));
    let rating = post("/rate", json!({"puzzle": SAMURAI})).await;
    assert_eq!(rating["level"], "expert", "{rating}");

    let line = post("/convert", json!({"puzzle": SAMURAI})).await;
    assert_eq!(
        (line["size"].as_u64(), line["puzzle"].as_str().map(str::len)),
        (Some(9), Some(441)),
        "{line}"
    );
    let record = post("/convert", json!({"puzzle": SAMURAI, "to": "json"})).await;
    let record: Value = serde_json::from_str(record["puzzle"].as_str().expect("a text")).expect("JSON");
    assert_eq!(record["grids"][1], json!({"row": 1, "column": 13}));
    let solved = post("/solve", record).await;
    assert_eq!(solved["solution"], with_gaps(&solution(), '.').concat());
    let refused = post("/convert", json!({"puzzle": SAMURAI, "to": "fpuzzles"})).await;
    assert_eq!(refused["errors"][0]["code"], "not_representable", "{refused}");
    assert!(refused["detail"].as_str().is_some_and(|detail| detail.contains("cannot hold several grids")));
}

#[tokio::test]
async fn questions_without_several_grids_refuse_them_by_name() {
    for (path, body) in [
        ("/canonical", json!({"puzzle": SAMURAI})),
        ("/canonical", json!({"puzzle": SAMURAI, "grids": "samurai"})),
        ("/shuffle", json!({"puzzle": SAMURAI})),
        ("/generate", json!({"size": 9, "grids": "samurai"})),
    ] {
        let found = post(path, body.clone()).await;
        assert_eq!(found["errors"][0]["code"], "constraint_unsupported", "{path} {body}\n{found}");
        let detail = found["detail"].as_str().expect("a detail");
        assert!(detail.contains("this question does not support") || detail.contains("grids"), "{detail}");
    }
}

#[tokio::test]
async fn grids_that_do_not_fit_are_faults_at_their_place() {
    for (members, code, pointer) in [
        (json!({"grids": "samuray"}), "out_of_range", "/grids"),
        (json!({"grids": 5}), "wrong_type", "/grids"),
        (json!({"grids": []}), "out_of_range", "/grids"),
        (json!({"grids": [{"row": 1}]}), "missing_field", "/grids/0"),
        (
            json!({"grids": [{"row": 1, "column": 40}, {"row": 1, "column": 1}]}),
            "out_of_range",
            "/grids/0/column",
        ),
        (json!({"grids": [{"row": 1, "column": 1}, {"row": 1, "column": 1}]}), "invalid_regions", "/grids/1"),
        (
            json!({"grids": [{"row": 3, "column": 3}, {"row": 3, "column": 3}], "box": {"width": 2, "height": 2}}),
            "invalid_regions",
            "/grids/1",
        ),
        (
            json!({"grids": [{"row": 34, "column": 3}, {"row": 3, "column": 3}], "box": {"width": 2, "height": 2}}),
            "out_of_range",
            "/grids/0",
        ),
        (json!({"grids": "samurai"}), "puzzle_length", "/puzzle"),
        (json!({"grids": "samurai", "box": {"width": 2, "height": 2}}), "box_mismatch", "/box"),
        (
            json!({"grids": [{"row": 1, "column": 1}, {"row": 3, "column": 3}], "boxes": false}),
            "contradiction",
            "/boxes",
        ),
        (
            json!({"grids": [{"row": 1, "column": 1}, {"row": 3, "column": 3}], "candidates": {"r1c6": [1]}}),
            "unknown_field",
            "/candidates/r1c6",
        ),
        (
            json!({"grids": [{"row": 1, "column": 1}, {"row": 3, "column": 3}],
                "constraints": [{"type": "cage", "cells": ["r1c1", "r1c6"]}]}),
            "out_of_range",
            "/constraints/0/cells/1",
        ),
        (
            json!({"grids": [{"row": 1, "column": 1}, {"row": 3, "column": 3}],
                "constraints": [{"type": "sandwich", "line": "r1", "sum": 3}]}),
            "invalid_constraint",
            "/constraints/0/line",
        ),
    ] {
        let mut body = json!({"puzzle": PAIR});
        let (Value::Object(body_members), Value::Object(members)) = (&mut body, members) else {
            panic!("objects")
        };
        body_members.extend(members);
        let found = post("/solve", body.clone()).await;
        let fault = &found["errors"][0];
        assert_eq!((&fault["code"], &fault["pointer"]), (&json!(code), &json!(pointer)), "{body}\n{found}");
    }
}
