//! Examples of `/solutions`.

use serde_json::{Value, json};

use super::example::{OperationExamples, document, form, json, ndjson, text};

/// `POST /solutions`
pub(super) fn post() -> OperationExamples {
    OperationExamples {
        request: vec![
            json(
                "rows",
                "First two solutions of a 4x4",
                json!({"puzzle": [[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 0]], "limit": 2}),
            ),
            json(
                "skip",
                "Solutions 1000 to 1999 of an empty 9x9",
                json!({
                    "puzzle": ".................................................................................",
                    "limit": 1000,
                    "skip": 1000
                }),
            ),
            json(
                "limits",
                "Time limit of 50 ms",
                json!({
                    "puzzle": ".................................................................................",
                    "limit": 1000000,
                    "limits": {"time_ms": 50}
                }),
            ),
            text("1.....3..4......"),
            form(json!({"puzzle": "1.....3..4......", "limit": 2})),
        ],
        response: vec![
            ndjson("rows", "Two solutions", &lines()),
            document("rows", "Two solutions as one JSON document", &lines()),
            text("1324423124133142\n1324423134122143\n1342423124133124\n"),
        ],
    }
}

/// The lines of the response to the rows.
fn lines() -> Value {
    json!([
        {"type": "result", "index": 0, "solution": [[1, 3, 2, 4], [4, 2, 3, 1], [2, 4, 1, 3], [3, 1, 4, 2]]},
        {"type": "result", "index": 1, "solution": [[1, 3, 2, 4], [4, 2, 3, 1], [3, 4, 1, 2], [2, 1, 4, 3]]},
        {
            "type": "summary",
            "summary": {
                "count": 2,
                "skipped": 0,
                "complete": false,
                "stopped_by": "solution_limit",
                "conflicts": [],
                "stats": {
                    "clues": 3,
                    "placements": 6,
                    "eliminations": 10,
                    "items": 28,
                    "options": 15,
                    "nodes": 12,
                    "updates": 63,
                    "queue_us": 29,
                    "solve_us": 5
                },
                "limits": {"time_ms": 5000, "nodes": null}
            }
        }
    ])
}
