//! Examples of `/solve`.

use serde_json::json;

use super::example::{OperationExamples, form, json, text};

/// `POST /solve`
pub(super) fn post() -> OperationExamples {
    OperationExamples {
        request: vec![
            json(
                "9x9",
                "A 9x9 as a string",
                json!({
                    "puzzle": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
                }),
            ),
            json(
                "rows",
                "A 4x4 as rows, without a proof of uniqueness",
                json!({"puzzle": [[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]], "limit": 1}),
            ),
            json(
                "box",
                "A 6x6 with boxes of width 2 and height 3",
                json!({
                    "puzzle": ["1.....", "......", "......", "......", "......", "......"],
                    "box": {"width": 2, "height": 3}
                }),
            ),
            json(
                "contradiction",
                "A 4x4 with two equal clues in a row",
                json!({"puzzle": "1..1............"}),
            ),
            json(
                "random",
                "A random solution of a 4x4",
                json!({"puzzle": "1...............", "order": "random", "seed": 1}),
            ),
            text("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"),
            form(
                json!({"puzzle": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", "limit": 1}),
            ),
        ],
        response: vec![
            json(
                "9x9",
                "The only solution",
                json!({
                    "verdict": "unique",
                    "solution": "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
                    "stopped_by": null,
                    "conflicts": [], "format": "line",
                    "stats": {
                        "clues": 30,
                        "placements": 51,
                        "eliminations": 102,
                        "items": 0,
                        "options": 0,
                        "nodes": 0,
                        "updates": 0,
                        "queue_us": 32,
                        "solve_us": 4
                    },
                    "limits": {"time_ms": 5000, "nodes": null}
                }),
            ),
            json(
                "rows",
                "A solution; the search was complete",
                json!({
                    "verdict": "unique",
                    "solution": [[1, 3, 2, 4], [4, 2, 3, 1], [2, 4, 1, 3], [3, 1, 4, 2]],
                    "stopped_by": null,
                    "conflicts": [],
                    "stats": {
                        "clues": 4,
                        "placements": 12,
                        "eliminations": 8,
                        "items": 0,
                        "options": 0,
                        "nodes": 0,
                        "updates": 0,
                        "queue_us": 26,
                        "solve_us": 1
                    },
                    "limits": {"time_ms": 5000, "nodes": null}
                }),
            ),
            json(
                "contradiction",
                "No solution: the clues are contradictory",
                json!({
                    "verdict": "none",
                    "solution": null,
                    "stopped_by": null,
                    "conflicts": [{"house": "row 1", "digit": 1, "cells": ["r1c1", "r1c4"]}], "format": "line",
                    "stats": {
                        "clues": 2,
                        "placements": 0,
                        "eliminations": 0,
                        "items": 0,
                        "options": 0,
                        "nodes": 0,
                        "updates": 0,
                        "queue_us": 0,
                        "solve_us": 0
                    },
                    "limits": {"time_ms": 5000, "nodes": null}
                }),
            ),
            json(
                "random",
                "A random solution, and its seed",
                json!({
                    "verdict": "multiple",
                    "solution": "1243342121344312",
                    "seed": 1,
                    "stopped_by": "solution_limit",
                    "conflicts": [], "format": "line",
                    "stats": {
                        "clues": 1,
                        "placements": 0,
                        "eliminations": 0,
                        "items": 60,
                        "options": 53,
                        "nodes": 20,
                        "updates": 177,
                        "queue_us": 26,
                        "solve_us": 20
                    },
                    "limits": {"time_ms": 5000, "nodes": null}
                }),
            ),
            text("534678912672195348198342567859761423426853791713924856961537284287419635345286179\n"),
        ],
    }
}

/// `GET /solve`
pub(super) fn get() -> OperationExamples {
    OperationExamples {
        request: Vec::new(),
        response: vec![
            json(
                "line",
                "The only solution",
                json!({
                    "verdict": "unique",
                    "solution": "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
                    "stopped_by": null,
                    "conflicts": [], "format": "line"
                }),
            ),
            text("534678912672195348198342567859761423426853791713924856961537284287419635345286179\n"),
        ],
    }
}
