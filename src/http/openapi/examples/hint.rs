//! Examples of `/hint`.

use serde_json::{Value, json};

use super::example::{OperationExamples, form, json, text};

/// `POST /hint`
pub(super) fn post() -> OperationExamples {
    OperationExamples {
        request: vec![
            json(
                "entries",
                "A 4x4 with an entry",
                json!({"puzzle": "1.....3..4.....2", "entries": "13.............."}),
            ),
            json(
                "technique",
                "The same, without the effect of the step",
                json!({"puzzle": "1.....3..4.....2", "entries": "13..............", "reveal": "technique"}),
            ),
            json(
                "mistakes",
                "A 4x4 with a wrong entry",
                json!({"puzzle": "1.....3..4.....2", "entries": "14.............."}),
            ),
            text("1.....3..4.....2"),
            form(json!({"puzzle": "1.....3..4.....2", "reveal": "house"})),
        ],
        response: vec![
            json("entries", "The step", answer(&step(), &json!([]))),
            json(
                "technique",
                "The technique",
                answer(
                    &json!({"houses": ["box 1"], "technique": "hidden_single", "name": "Hidden Single"}),
                    &json!([]),
                ),
            ),
            json("mistakes", "The mistake", answer(&Value::Null, &json!(["r1c2"]))),
            text("Hidden Single: box 1 has only one place for 3, so r1c2 is 3.\n"),
        ],
    }
}

fn answer(step: &Value, mistakes: &Value) -> Value {
    json!({
        "verdict": "unique",
        "step": step,
        "mistakes": mistakes,
        "stopped_by": null,
        "conflicts": [],
        "format": "line",
        "stats": {"nodes": 0, "queue_us": 29, "solve_us": 8},
        "limits": {"time_ms": 5000, "nodes": null}
    })
}

fn step() -> Value {
    json!({
        "houses": ["box 1"],
        "technique": "hidden_single",
        "name": "Hidden Single",
        "text": "Hidden Single: box 1 has only one place for 4, so r2c1 is 4.",
        "digits": [4],
        "covers": [],
        "cells": ["r2c1"],
        "fins": [],
        "groups": [],
        "links": [],
        "placements": [{"cell": "r2c1", "digit": 4}],
        "eliminations": []
    })
}
