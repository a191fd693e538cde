//! Examples of `/candidates` and `/candidates/batch`.

use serde_json::{Value, json};

use super::example::{OperationExamples, document, form, json, ndjson, text};

/// `POST /candidates`
pub(super) fn post() -> OperationExamples {
    OperationExamples {
        request: vec![
            json("line", "A 4x4 with three solutions", json!({"puzzle": "1.....3..4......"})),
            json(
                "counts",
                "The same, with the number of solutions of each candidate",
                json!({"puzzle": [[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 0]], "counts": 100}),
            ),
            json(
                "limits",
                "A 9x9 without clues, and a limit of one node",
                json!({
                    "puzzle": ".................................................................................",
                    "limits": {"nodes": 1}
                }),
            ),
            text("1.....3..4......"),
            form(json!({"puzzle": "1.....3..4......", "counts": 100})),
        ],
        response: vec![
            json("line", "Seven cells have several candidates", answer()),
            json("counts", "With counts", answer_with_counts()),
            text("1 3 24 24 4 2 3 1 23 4 1 23 23 1 24 234\n"),
        ],
    }
}

/// `POST /candidates/batch`
pub(super) fn post_batch() -> OperationExamples {
    OperationExamples {
        request: vec![
            ndjson(
                "lines",
                "Two puzzles",
                &json!([{"puzzle": "1.....3..4......", "id": "draft"}, {"puzzle": "1..1............"}]),
            ),
            json(
                "array",
                "Two puzzles as an array",
                json!([{"puzzle": "1.....3..4......", "id": "draft"}, "1..1............"]),
            ),
            text("1.....3..4......\n1..1............\n"),
        ],
        response: vec![
            ndjson("lines", "Two answers", &lines(true)),
            ndjson("array", "Two answers", &lines(false)),
            document("array", "Two answers as one JSON document", &lines(false)),
            text("1 3 24 24 4 2 3 1 23 4 1 23 23 1 24 234\nnone\n"),
        ],
    }
}

fn answer() -> Value {
    json!({
        "verdict": "multiple",
        "candidates": candidates(),
        "stopped_by": null,
        "conflicts": [],
        "format": "line",
        "stats": {"nodes": 14, "queue_us": 29, "solve_us": 8},
        "limits": {"time_ms": 5000, "nodes": null}
    })
}

fn answer_with_counts() -> Value {
    json!({
        "verdict": "multiple",
        "candidates": candidates(),
        "counts": [
            [[3], [3], [2, 1], [1, 2]],
            [[3], [3], [3], [3]],
            [[2, 1], [3], [3], [1, 2]],
            [[1, 2], [3], [1, 2], [1, 1, 1]]
        ],
        "stopped_by": null,
        "conflicts": [],
        "stats": {"nodes": 31, "queue_us": 29, "solve_us": 8},
        "limits": {"time_ms": 5000, "nodes": null}
    })
}

/// The candidates of the 4x4 with three solutions.
fn candidates() -> Value {
    json!([
        [[1], [3], [2, 4], [2, 4]],
        [[4], [2], [3], [1]],
        [[2, 3], [4], [1], [2, 3]],
        [[2, 3], [1], [2, 4], [2, 3, 4]]
    ])
}

/// The lines of the response to two puzzles, which have line numbers unless they are elements of an array.
fn lines(has_numbers: bool) -> Value {
    let mut results = [
        json!({
            "type": "result",
            "index": 0,
            "id": "draft",
            "verdict": "multiple",
            "candidates": candidates(),
            "stopped_by": null,
            "conflicts": [],
            "format": "line",
            "limits": {"time_ms": 1000, "nodes": null}
        }),
        json!({
            "type": "result",
            "index": 1,
            "verdict": "none",
            "candidates": vec![vec![Vec::<u8>::new(); 4]; 4],
            "stopped_by": null,
            "conflicts": [{"house": "row 1", "digit": 1, "cells": ["r1c1", "r1c4"]}],
            "format": "line",
            "limits": {"time_ms": 1000, "nodes": null}
        }),
    ];
    if has_numbers {
        for (line, result) in (1..).zip(&mut results) {
            result["line"] = Value::from(line);
        }
    }
    let [first, second] = results;
    let summary = json!({
        "puzzles": 2,
        "none": 1,
        "unique": 0,
        "multiple": 1,
        "solvable": 0,
        "unknown": 0,
        "errors": 0,
        "elapsed_ms": 1
    });
    json!([first, second, {"type": "summary", "summary": summary}])
}
