//! Examples of `/canonical` and `/canonical/batch`.

use serde_json::{Value, json};

use super::example::{OperationExamples, document, form, json, ndjson, text};

/// `POST /canonical`
pub(super) fn post() -> OperationExamples {
    OperationExamples {
        request: vec![
            json("line", "A 4x4 with a unique solution", json!({"puzzle": "1.....3..4.....2"})),
            text("1.....3..4.....2"),
            form(json!({"puzzle": "1.....3..4.....2"})),
        ],
        response: vec![
            json("line", "The canonical forms", answer()),
            text("...1.2....3.4... 1234341221434321\n"),
        ],
    }
}

/// `POST /canonical/batch`
pub(super) fn post_batch() -> OperationExamples {
    OperationExamples {
        request: vec![
            ndjson(
                "lines",
                "Two puzzles",
                &json!([{"puzzle": "1.....3..4......", "id": "draft"}, {"puzzle": "3.....1..2......"}]),
            ),
            json(
                "array",
                "Two puzzles as an array",
                json!([{"puzzle": "1.....3..4......", "id": "draft"}, "3.....1..2......"]),
            ),
            text("1.....3..4......\n3.....1..2......\n"),
        ],
        response: vec![
            ndjson("lines", "The same canonical form", &lines(true)),
            ndjson("array", "The same canonical form", &lines(false)),
            document("array", "The same canonical form, as one JSON document", &lines(false)),
            text(".......1..2..3.. multiple\n.......1..2..3.. multiple\n"),
        ],
    }
}

fn answer() -> Value {
    json!({
        "verdict": "unique",
        "puzzle": "...1.2....3.4...",
        "solution": "1234341221434321",
        "transformation": {
            "transpose": false,
            "rows": [1, 2, 3, 4],
            "columns": [4, 3, 2, 1],
            "digits": [1, 4, 2, 3]
        },
        "automorphisms": 8,
        "stopped_by": null,
        "conflicts": [],
        "format": "line",
        "stats": {"nodes": 0, "queue_us": 15, "solve_us": 12},
        "limits": {"time_ms": 5000, "nodes": null}
    })
}

/// The lines of the response to two puzzles, which have line numbers unless they are elements of an array.
fn lines(has_numbers: bool) -> Value {
    let result = |index: usize, digits: [usize; 4]| {
        json!({
            "type": "result",
            "index": index,
            "verdict": "multiple",
            "puzzle": ".......1..2..3..",
            "solution": null,
            "transformation": {
                "transpose": false,
                "rows": [4, 3, 1, 2],
                "columns": [4, 3, 1, 2],
                "digits": digits
            },
            "automorphisms": 2,
            "stopped_by": null,
            "conflicts": [],
            "format": "line",
            "limits": {"time_ms": 1000, "nodes": null}
        })
    };
    let mut results = [result(0, [2, 4, 3, 1]), result(1, [3, 1, 2, 4])];
    results[0]["id"] = Value::from("draft");
    if has_numbers {
        for (line, result) in (1..).zip(&mut results) {
            result["line"] = Value::from(line);
        }
    }
    let [first, second] = results;
    let summary = json!({
        "puzzles": 2,
        "none": 0,
        "unique": 0,
        "multiple": 2,
        "solvable": 0,
        "unknown": 0,
        "errors": 0,
        "elapsed_ms": 1
    });
    json!([first, second, {"type": "summary", "summary": summary}])
}
