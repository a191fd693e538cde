//! Examples of `/minimal` and `/minimal/batch`.

use serde_json::{Value, json};

use super::example::{OperationExamples, document, form, json, ndjson, text};

/// `POST /minimal`
pub(super) fn post() -> OperationExamples {
    OperationExamples {
        request: vec![
            json("minimal", "A minimal 4x4", json!({"puzzle": "1.....3..4.....2"})),
            json("redundant", "A 4x4 with redundant clues", json!({"puzzle": "1.2...3..4.....2"})),
            json(
                "reduce",
                "The same, to be reduced",
                json!({"puzzle": [[1, 0, 2, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]], "reduce": true, "seed": 1}),
            ),
            text("1.2...3..4.....2"),
            form(json!({"puzzle": "1.2...3..4.....2", "reduce": true})),
        ],
        response: vec![
            json(
                "minimal",
                "No clue is redundant",
                json!({
                    "is_minimal": true,
                    "redundant": [],
                    "stopped_by": null,
                    "format": "line",
                    "stats": {"nodes": 0, "queue_us": 29, "solve_us": 6},
                    "limits": {"time_ms": 5000, "nodes": null}
                }),
            ),
            json(
                "redundant",
                "Redundant clues",
                json!({
                    "is_minimal": false,
                    "redundant": ["r1c3"],
                    "stopped_by": null,
                    "format": "line",
                    "stats": {"nodes": 0, "queue_us": 29, "solve_us": 8},
                    "limits": {"time_ms": 5000, "nodes": null}
                }),
            ),
            json(
                "reduce",
                "A minimal puzzle with the same solution",
                json!({
                    "is_minimal": false,
                    "redundant": ["r1c3"],
                    "puzzle": [[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]],
                    "stopped_by": null,
                    "stats": {"nodes": 0, "queue_us": 29, "solve_us": 10},
                    "limits": {"time_ms": 5000, "nodes": null}
                }),
            ),
            text("redundant r1c3\n"),
        ],
    }
}

/// `POST /minimal/batch`
pub(super) fn post_batch() -> OperationExamples {
    OperationExamples {
        request: vec![
            ndjson(
                "lines",
                "Two puzzles",
                &json!([{"puzzle": "1.....3..4.....2", "id": "draft"}, {"puzzle": "1.2...3..4.....2", "reduce": true}]),
            ),
            json(
                "array",
                "Two puzzles as an array",
                json!([{"puzzle": "1.....3..4.....2", "id": "draft"}, {"puzzle": "1.2...3..4.....2", "reduce": true}]),
            ),
            text("1.....3..4.....2\n1.2...3..4.....2\n"),
        ],
        response: vec![
            ndjson("lines", "Two answers", &lines(true)),
            ndjson("array", "Two answers", &lines(false)),
            document("array", "Two answers as one JSON document", &lines(false)),
            text("minimal\nredundant r1c3\n"),
        ],
    }
}

/// The lines of the response to two puzzles, which have line numbers unless they are elements of an array.
fn lines(has_numbers: bool) -> Value {
    let mut results = [
        json!({
            "type": "result",
            "index": 0,
            "id": "draft",
            "is_minimal": true,
            "redundant": [],
            "stopped_by": null,
            "format": "line",
            "limits": {"time_ms": 1000, "nodes": null}
        }),
        json!({
            "type": "result",
            "index": 1,
            "is_minimal": false,
            "redundant": ["r1c3"],
            "puzzle": "1.....3..4.....2",
            "stopped_by": null,
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
        "none": 0,
        "unique": 0,
        "multiple": 0,
        "solvable": 0,
        "unknown": 0,
        "answered": 2,
        "errors": 0,
        "elapsed_ms": 1
    });
    json!([first, second, {"type": "summary", "summary": summary}])
}
