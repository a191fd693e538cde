//! Examples of `/check`.

use serde_json::{Value, json};

use super::example::{OperationExamples, form, json, text};

/// `POST /check`
pub(super) fn post() -> OperationExamples {
    OperationExamples {
        request: vec![
            json(
                "unique",
                "Two entries, one of them wrong",
                json!({"puzzle": "1.....3..4.....2", "entries": ".34............."}),
            ),
            json(
                "several",
                "Entries and marks of a 4x4 with three solutions",
                json!({
                    "puzzle": [[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 0]],
                    "entries": [[0, 0, 4, 0], [0, 0, 0, 0], [0, 0, 0, 2], [0, 0, 0, 0]],
                    "marks": {"r1c2": [2, 4], "r4c4": [3, 4]}
                }),
            ),
            text("1.....3..4.....2"),
            form(json!({"puzzle": "1.....3..4.....2", "entries": ".34............."})),
        ],
        response: vec![
            json("unique", "One mistake", unique()),
            json("several", "Contradicting entries", several()),
            text("solvable\n"),
        ],
    }
}

fn unique() -> Value {
    json!({
        "verdict": "unique",
        "solved": false,
        "solvable": false,
        "wrong": ["r1c3"],
        "overwritten": [],
        "wrong_marks": [],
        "contradicting": [],
        "stopped_by": null,
        "conflicts": [],
        "format": "line",
        "stats": {"nodes": 0, "queue_us": 12, "solve_us": 9},
        "limits": {"time_ms": 5000, "nodes": null}
    })
}

fn several() -> Value {
    json!({
        "verdict": "multiple",
        "solved": false,
        "solvable": false,
        "wrong": [],
        "overwritten": [],
        "wrong_marks": ["r1c2"],
        "contradicting": ["r1c3", "r3c4"],
        "contradicting_minimal": true,
        "stopped_by": null,
        "conflicts": [],
        "stats": {"nodes": 14, "queue_us": 12, "solve_us": 31},
        "limits": {"time_ms": 5000, "nodes": null}
    })
}
