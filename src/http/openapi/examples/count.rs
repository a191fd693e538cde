//! Examples of `/count`.

use serde_json::{Value, json};

use super::example::{OperationExamples, form, json, ndjson, text};

/// `POST /count`
pub(super) fn post() -> OperationExamples {
    OperationExamples {
        request: vec![
            json(
                "unique",
                "Proper puzzle",
                json!({
                    "puzzle": "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
                }),
            ),
            json(
                "multiple",
                "Count up to 100 solutions",
                json!({"puzzle": [[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, null]], "limit": 100}),
            ),
            json(
                "limits",
                "Limits of 50 ms and 10,000 nodes",
                json!({
                    "puzzle": ".................................................................................",
                    "limit": 9_007_199_254_740_991_u64,
                    "limits": {"time_ms": 50, "nodes": 10_000}
                }),
            ),
            text("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."),
            form(json!({"puzzle": "1.....3..4......", "limit": 100})),
        ],
        response: vec![
            json(
                "unique",
                "Unique solution",
                json!({
                    "verdict": "unique",
                    "count": 1,
                    "complete": true,
                    "solution": "812753649943682175675491283154237896369845721287169534521974368438526917796318452",
                    "witnesses": [],
                    "differing_cells": [],
                    "stopped_by": null,
                    "conflicts": [], "format": "line",
                    "stats": {
                        "clues": 21,
                        "placements": 0,
                        "eliminations": 0,
                        "items": 240,
                        "options": 254,
                        "nodes": 143,
                        "updates": 509,
                        "queue_us": 32,
                        "solve_us": 26
                    },
                    "limits": {"time_ms": 5000, "nodes": null}
                }),
            ),
            json("multiple", "Three solutions", three_solutions()),
            text("unique 1\n"),
            ndjson(
                "multiple",
                "Progress, then three solutions",
                &json!([{"type": "progress", "count": 1, "nodes": 9, "elapsed_ms": 500}, result_line(three_solutions())]),
            ),
        ],
    }
}

/// `GET /count`
pub(super) fn get() -> OperationExamples {
    OperationExamples {
        request: Vec::new(),
        response: vec![
            json(
                "line",
                "Unique solution",
                json!({
                    "verdict": "unique",
                    "count": 1,
                    "complete": true,
                    "solution": "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
                    "witnesses": [],
                    "differing_cells": [],
                    "stopped_by": null,
                    "conflicts": [], "format": "line"
                }),
            ),
            text("unique 1\n"),
        ],
    }
}

fn three_solutions() -> Value {
    json!({
        "verdict": "multiple",
        "count": 3,
        "complete": true,
        "solution": null,
        "witnesses": [
            [[1, 3, 2, 4], [4, 2, 3, 1], [2, 4, 1, 3], [3, 1, 4, 2]],
            [[1, 3, 2, 4], [4, 2, 3, 1], [3, 4, 1, 2], [2, 1, 4, 3]]
        ],
        "differing_cells": ["r3c1", "r3c4", "r4c1", "r4c4"],
        "stopped_by": null,
        "conflicts": [],
        "stats": {
            "clues": 3,
            "placements": 6,
            "eliminations": 10,
            "items": 28,
            "options": 15,
            "nodes": 19,
            "updates": 102,
            "queue_us": 29,
            "solve_us": 5
        },
        "limits": {"time_ms": 5000, "nodes": null}
    })
}

/// Returns the line of a stream that has this answer.
fn result_line(mut answer: Value) -> Value {
    answer["type"] = "result".into();
    answer
}
