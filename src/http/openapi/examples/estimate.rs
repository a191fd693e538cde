//! Examples of `/estimate`.

use serde_json::{Value, json};

use super::example::{OperationExamples, form, json, text};

/// `POST /estimate`
pub(super) fn post() -> OperationExamples {
    OperationExamples {
        request: vec![
            json(
                "line",
                "A 4x4 with 72 solutions",
                json!({"puzzle": "1...............", "probes": 500, "seed": 7}),
            ),
            text("1.....3..4.....2"),
            form(json!({"puzzle": "1...............", "probes": 500, "seed": 7})),
        ],
        response: vec![
            json("line", "About 72 solutions", answer()),
            text("solutions 1.0 +- 0.0, nodes 1.0 +- 0.0\n"),
        ],
    }
}

fn answer() -> Value {
    json!({
        "mean": 72.384,
        "standard_error": 1.074_250_024_076_545_1,
        "interval": [70.278_469_952_809_97, 74.489_530_047_190_03],
        "nodes_mean": 540.536,
        "nodes_standard_error": 4.297_000_096_306_178,
        "nodes_interval": [532.113_879_811_239_8, 548.958_120_188_760_1],
        "probes": 500,
        "seed": 7,
        "stopped_by": null,
        "format": "line",
        "stats": {"items": 60, "options": 53, "nodes": 8000, "updates": 79500, "queue_us": 21, "solve_us": 1480},
        "limits": {"time_ms": 5000, "nodes": null}
    })
}
