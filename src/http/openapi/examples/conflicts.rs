//! Examples of `/conflicts`.

use serde_json::json;

use super::example::{OperationExamples, form, json, text};

/// `POST /conflicts`
pub(super) fn post() -> OperationExamples {
    OperationExamples {
        request: vec![
            json(
                "hidden",
                "A 4x4 without a solution: row 1 has no cell for 3",
                json!({"puzzle": "12....3....4...."}),
            ),
            json(
                "solvable",
                "A 4x4 with a solution",
                json!({"puzzle": [[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]]}),
            ),
            text("1..1............"),
            form(json!({"puzzle": "1..1............"})),
        ],
        response: vec![
            json(
                "hidden",
                "Clues that contradict each other",
                json!({
                    "verdict": "none",
                    "clues": ["r1c1", "r1c2", "r2c3"],
                    "minimal": true,
                    "stopped_by": null,
                    "format": "line",
                    "stats": {"nodes": 56, "queue_us": 29, "solve_us": 310},
                    "limits": {"time_ms": 5000, "nodes": null}
                }),
            ),
            json(
                "solvable",
                "No contradiction",
                json!({
                    "verdict": "solvable",
                    "clues": [],
                    "minimal": null,
                    "stopped_by": null,
                    "stats": {"nodes": 0, "queue_us": 29, "solve_us": 4},
                    "limits": {"time_ms": 5000, "nodes": null}
                }),
            ),
            text("none r1c1 r1c4\n"),
        ],
    }
}
