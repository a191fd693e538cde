//! Examples of `/path`.

use serde_json::{Value, json};

use super::example::{OperationExamples, form, json, text};

/// `POST /path`
pub(super) fn post() -> OperationExamples {
    OperationExamples {
        request: vec![
            json("line", "A 4x4 with one step", json!({"puzzle": "1324423124133.42"})),
            json("none", "A 4x4 without a solution", json!({"puzzle": "1..1............"})),
            text("1324423124133.42"),
            form(json!({"puzzle": "1324423124133.42"})),
        ],
        response: vec![
            json("line", "The step", path()),
            json("none", "No step", no_path()),
            text("Full House: r4c2 is the last empty cell of row 4, so r4c2 is 1.\n"),
        ],
    }
}

fn path() -> Value {
    json!({
        "verdict": "unique",
        "steps": [{
            "technique": "full_house",
            "name": "Full House",
            "text": "Full House: r4c2 is the last empty cell of row 4, so r4c2 is 1.",
            "digits": [1],
            "houses": ["row 4"],
            "covers": [],
            "cells": ["r4c2"],
            "fins": [],
            "groups": [],
            "links": [],
            "placements": [{"cell": "r4c2", "digit": 1}],
            "eliminations": []
        }],
        "end": "solved",
        "stopped_by": null,
        "conflicts": [],
        "format": "line",
        "stats": {"nodes": 0, "queue_us": 29, "solve_us": 8},
        "limits": {"time_ms": 5000, "nodes": null}
    })
}

fn no_path() -> Value {
    json!({
        "verdict": "none",
        "steps": [],
        "end": null,
        "stopped_by": null,
        "conflicts": [{"house": "row 1", "digit": 1, "cells": ["r1c1", "r1c4"]}],
        "format": "line",
        "stats": {"nodes": 0, "queue_us": 29, "solve_us": 8},
        "limits": {"time_ms": 5000, "nodes": null}
    })
}
