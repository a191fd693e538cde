//! Examples of `/generate`.

use serde_json::{Value, json};

use super::example::{OperationExamples, document, form, json, ndjson, text};

/// `POST /generate`
pub(super) fn post() -> OperationExamples {
    OperationExamples {
        request: vec![
            json(
                "hard",
                "A hard 9x9 with rotational symmetry",
                json!({"difficulty": "hard", "symmetry": "rotate180", "seed": 1, "include": ["solution", "rating"]}),
            ),
            json("count", "Two 4x4 as a stream", json!({"size": 4, "seed": 1, "count": 2})),
            json("impossible", "18 clues", json!({"clues": 18, "seed": 1, "attempts": 10})),
            form(json!({"size": 4, "minimal": true, "seed": 1})),
        ],
        response: vec![
            json("hard", "A puzzle with its solution and rating", hard()),
            document("count", "Two puzzles as one JSON document", &two()),
            json("impossible", "What was tried", impossible()),
            ndjson("count", "Two puzzles", &two()),
            text("..3.....4..22...\n"),
        ],
    }
}

/// `GET /generate`
pub(super) fn get() -> OperationExamples {
    OperationExamples {
        request: Vec::new(),
        response: vec![
            json("small", "A 4x4", small()),
            ndjson("count", "Two 4x4", &two()),
            text("..3.....4..22...\n"),
        ],
    }
}

fn hard() -> Value {
    json!({
        "puzzle": "..9.8....31.4...8.8..1...565....63.............38....479...2..8.3...8.67....4.9..",
        "seed": 1,
        "clues": 26,
        "solution": "259687143316425789874139256548276391167394825923851674791562438432918567685743912",
        "rating": {
            "score": 919,
            "level": "hard",
            "hardest": "xy_wing",
            "steps": {
                "full_house": 19, "hidden_single": 35, "naked_single": 1, "pointing": 5, "claiming": 3,
                "naked_pair": 4, "hidden_pair": 3, "skyscraper": 1, "xy_wing": 2
            },
            "singles_suffice": false,
            "scale": "quadrille/1"
        },
        "attempts": 5,
        "fewest_clues": 26,
        "stopped_by": null,
        "stats": {"nodes": 724, "queue_us": 21, "solve_us": 5210},
        "limits": {"time_ms": 5000, "nodes": null}
    })
}

fn impossible() -> Value {
    json!({
        "puzzle": null,
        "seed": 1,
        "clues": null,
        "attempts": 10,
        "fewest_clues": 22,
        "relax": ["clues", "attempts"],
        "stopped_by": null,
        "stats": {"nodes": 1616, "queue_us": 18, "solve_us": 640},
        "limits": {"time_ms": 5000, "nodes": null}
    })
}

fn small() -> Value {
    json!({"puzzle": "..3.....4..22...", "seed": 1, "clues": 4, "attempts": 1, "stopped_by": null})
}

/// The lines of a stream.
fn two() -> Value {
    json!([
        {
            "type": "result", "index": 0, "puzzle": ".23.....43.22...", "seed": 1, "clues": 6, "attempts": 1,
            "stopped_by": null, "limits": {"time_ms": 1000, "nodes": null}
        },
        {
            "type": "result", "index": 1, "puzzle": "4..1.3.4..1....3", "seed": 2, "clues": 6, "attempts": 1,
            "stopped_by": null, "limits": {"time_ms": 1000, "nodes": null}
        },
        {
            "type": "summary",
            "summary": {
                "puzzles": 2, "none": 0, "unique": 2, "multiple": 0, "solvable": 0, "unknown": 0, "errors": 0,
                "elapsed_ms": 1
            }
        }
    ])
}
