//! Examples of `/rate` and `/rate/batch`.

use serde_json::{Value, json};

use super::example::{OperationExamples, document, form, json, ndjson, text};

/// `POST /rate`
pub(super) fn post() -> OperationExamples {
    OperationExamples {
        request: vec![
            json("line", "A 4x4", json!({"puzzle": "1.....3..4.....2"})),
            json("multiple", "A 4x4 with three solutions", json!({"puzzle": "1.....3..4......"})),
            text("1.....3..4.....2"),
            form(json!({"puzzle": "1.....3..4.....2"})),
        ],
        response: vec![
            json("line", "The rating", rated()),
            json("multiple", "No rating", unrated()),
            text("102 easy Hidden Single\n"),
        ],
    }
}

/// `POST /rate/batch`
pub(super) fn post_batch() -> OperationExamples {
    OperationExamples {
        request: vec![
            ndjson(
                "lines",
                "Two puzzles",
                &json!([{"puzzle": "1.....3..4.....2", "id": "draft"}, {"puzzle": "1.....3..4......"}]),
            ),
            json(
                "array",
                "Two puzzles as an array",
                json!([{"puzzle": "1.....3..4.....2", "id": "draft"}, "1.....3..4......"]),
            ),
            text("1.....3..4.....2\n1.....3..4......\n"),
        ],
        response: vec![
            ndjson("lines", "Two answers", &lines(true)),
            ndjson("array", "Two answers", &lines(false)),
            document("array", "Two answers as one JSON document", &lines(false)),
            text("102 easy Hidden Single\nmultiple\n"),
        ],
    }
}

fn rated() -> Value {
    with_stats(rating(), 0)
}

fn unrated() -> Value {
    with_stats(no_rating(), 12)
}

fn rating() -> Value {
    json!({
        "verdict": "unique",
        "score": 102,
        "level": "easy",
        "hardest": "hidden_single",
        "steps": {"full_house": 8, "hidden_single": 4},
        "singles_suffice": true,
        "scale": "quadrille/1",
        "stopped_by": null,
        "conflicts": [],
        "format": "line"
    })
}

fn no_rating() -> Value {
    json!({
        "verdict": "multiple",
        "score": null,
        "level": null,
        "hardest": null,
        "steps": null,
        "singles_suffice": null,
        "scale": "quadrille/1",
        "stopped_by": null,
        "conflicts": [],
        "format": "line"
    })
}

fn with_stats(mut result: Value, nodes: u64) -> Value {
    result["stats"] = json!({"nodes": nodes, "queue_us": 29, "solve_us": 8});
    result["limits"] = json!({"time_ms": 5000, "nodes": null});
    result
}

/// The lines of the response to two puzzles, which have line numbers unless they are elements of an array.
fn lines(has_numbers: bool) -> Value {
    let mut results = [rating(), no_rating()];
    for (index, result) in results.iter_mut().enumerate() {
        result["type"] = Value::from("result");
        result["index"] = Value::from(index);
        result["limits"] = json!({"time_ms": 1000, "nodes": null});
        if has_numbers {
            result["line"] = Value::from(index + 1);
        }
    }
    results[0]["id"] = Value::from("draft");
    let [first, second] = results;
    let summary = json!({
        "puzzles": 2,
        "none": 0,
        "unique": 1,
        "multiple": 1,
        "solvable": 0,
        "unknown": 0,
        "errors": 0,
        "elapsed_ms": 1
    });
    json!([first, second, {"type": "summary", "summary": summary}])
}
