//! Examples of `/convert`.

use serde_json::json;

use super::example::{OperationExamples, form, json, text};

/// `POST /convert`
pub(super) fn post() -> OperationExamples {
    let drawing = "+-----+-----+\n| 1 . | . . |\n| . . | 3 . |\n+-----+-----+\n| . 4 | . . |\n| . . | . 2 |\n+-----+-----+\n";
    OperationExamples {
        request: vec![
            json("drawing", "A line, to draw", json!({"puzzle": "1.....3..4.....2", "to": "drawing"})),
            json("line", "A drawn grid, as a line", json!({"puzzle": drawing, "to": "line"})),
            text("1.....3..4.....2"),
            form(json!({"puzzle": "1.....3..4.....2", "to": "drawing"})),
        ],
        response: vec![
            json(
                "drawing",
                "A drawn grid",
                json!({"puzzle": drawing, "to": "drawing", "from": "line", "size": 4, "box": {"width": 2, "height": 2}}),
            ),
            json(
                "line",
                "A line",
                json!({"puzzle": "1.....3..4.....2", "to": "line", "from": "drawing", "size": 4, "box": {"width": 2, "height": 2}}),
            ),
            text("1.....3..4.....2\n"),
        ],
    }
}
