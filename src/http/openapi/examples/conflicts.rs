//! Examples of `/conflicts`.

use serde_json::json;

use super::example::{OperationExamples, form, json, text};

/// `POST /conflicts`
pub(super) fn post() -> OperationExamples {
    OperationExamples {
        request: vec![
            json("hidden", "A 4x4 without a solution", json!({"puzzle": "1.....3..4....32"})),
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
                    "clues": ["r2c3", "r4c3"],
                    "minimal": true,
                    "stopped_by": null,
                    "format": "line",
                    "stats": {"nodes": 0, "queue_us": 29, "solve_us": 8},
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
