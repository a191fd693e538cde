//! Examples of `/solve/batch`.

use serde_json::{Value, json};

use super::example::{OperationExamples, document, json, ndjson, text};

/// `POST /solve/batch`
pub(super) fn post() -> OperationExamples {
    OperationExamples {
        request: vec![
            ndjson(
                "lines",
                "Three puzzles, one of them invalid",
                &json!([
                    {"puzzle": "1.....3..4.....2", "id": "sunday-17"},
                    {"puzzle": "1.."},
                    {"puzzle": "1..1............", "limits": {"time_ms": 50}}
                ]),
            ),
            json(
                "array",
                "A puzzle string, and a request with an id",
                json!([
                    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
                    {"puzzle": "1.....3..4.....2", "id": "sunday-17"}
                ]),
            ),
            text("# from the Sunday paper\n1.....3..4.....2\n1..1............\n1..\n"),
        ],
        response: vec![
            ndjson(
                "lines",
                "Two answers and an error",
                &json!([
                    {
                        "type": "result",
                        "index": 0,
                        "line": 1,
                        "id": "sunday-17",
                        "verdict": "unique",
                        "solution": "1324423124133142",
                        "stopped_by": null,
                        "conflicts": [], "format": "line",
                        "limits": {"time_ms": 1000, "nodes": null}
                    },
                    {
                        "type": "error",
                        "index": 1,
                        "line": 2,
                        "error": {
                            "type": "/problems/invalid_question",
                            "title": "Invalid request",
                            "status": 422,
                            "detail": "/puzzle: 3 symbols make no grid: a grid of size n has n*n, such as 1 (1x1) or 4 (2x2)",
                            "instance": "urn:quadrille:request:6f1b2c1e-8f0e-4c38-9d1c-3f8d5a7e0b11",
                            "code": "invalid_question",
                            "errors": [
                                {
                                    "code": "puzzle_length",
                                    "pointer": "/puzzle",
                                    "detail": "3 symbols make no grid: a grid of size n has n*n, such as 1 (1x1) or 4 (2x2)"
                                }
                            ]
                        }
                    },
                    {
                        "type": "result",
                        "index": 2,
                        "line": 3,
                        "verdict": "none",
                        "solution": null,
                        "stopped_by": null,
                        "conflicts": [{"house": "row 1", "digit": 1, "cells": ["r1c1", "r1c4"]}], "format": "line",
                        "limits": {"time_ms": 50, "nodes": null}
                    },
                    {
                        "type": "summary",
                        "summary": {
                            "puzzles": 3,
                            "none": 1,
                            "unique": 1,
                            "multiple": 0,
                            "solvable": 0,
                            "unknown": 0,
                            "errors": 1,
                            "elapsed_ms": 1
                        }
                    }
                ]),
            ),
            ndjson("array", "Two answers", &array_lines()),
            document("array", "Two answers as one JSON document", &array_lines()),
            text(
                "1324423124133142\nnone\nerror: 3 symbols make no grid: a grid of size n has n*n, such as 1 (1x1) or 4 (2x2)\n",
            ),
        ],
    }
}

/// The lines of the response to the array.
fn array_lines() -> Value {
    json!([
        {
            "type": "result",
            "index": 0,
            "verdict": "unique",
            "solution": "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
            "stopped_by": null,
            "conflicts": [], "format": "line",
            "limits": {"time_ms": 1000, "nodes": null}
        },
        {
            "type": "result",
            "index": 1,
            "id": "sunday-17",
            "verdict": "unique",
            "solution": "1324423124133142",
            "stopped_by": null,
            "conflicts": [], "format": "line",
            "limits": {"time_ms": 1000, "nodes": null}
        },
        {
            "type": "summary",
            "summary": {
                "puzzles": 2,
                "none": 0,
                "unique": 2,
                "multiple": 0,
                "solvable": 0,
                "unknown": 0,
                "errors": 0,
                "elapsed_ms": 1
            }
        }
    ])
}
