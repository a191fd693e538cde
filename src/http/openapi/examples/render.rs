//! Examples of `/render`.

use serde_json::json;

use super::example::{OperationExamples, form, json, text};

/// `POST /render`
pub(super) fn post() -> OperationExamples {
    OperationExamples {
        request: vec![
            json(
                "solution",
                "A 9x9 with its solution",
                json!({
                    "puzzle": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
                    "solution": "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
                }),
            ),
            json(
                "candidates",
                "A 4x4 with candidates",
                json!({"puzzle": [[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 0]], "candidates": true}),
            ),
            json(
                "other",
                "A 4x4 with two solutions that differ in four cells",
                json!({
                    "puzzle": "1.....3..4......",
                    "solution": "1324423124133142",
                    "other": "1324423134122143"
                }),
            ),
            json(
                "step",
                "A 4x4 with a step of `/hint`",
                json!({
                    "puzzle": "1.....3..4......",
                    "step": {
                        "text": "Naked Pair: r4c3 and r4c4 have only 1 and 2 as candidates.",
                        "houses": ["row 4"],
                        "cells": ["r4c3", "r4c4"],
                        "links": [],
                        "placements": [],
                        "eliminations": [{"cell": "r4c1", "digit": 2}]
                    }
                }),
            ),
            text("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"),
            form(json!({"puzzle": "1.....3..4......", "candidates": "true"})),
        ],
        response: Vec::new(),
    }
}
