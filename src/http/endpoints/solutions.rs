//! `POST /solutions`

use axum::extract::State;
use axum::response::Response;

use super::stream;
use crate::http::error::ApiError;
use crate::http::extract::QuestionBody;
use crate::http::refusals::QuestionRefusals;
use crate::metrics::Metrics;
use crate::service::Dispatcher;
use crate::wire::{
    PuzzleText, QuestionParameters, SolutionsParameters, SolutionsRequest, SolutionsStreamLine, StreamFormat,
};

/// List the solutions of a puzzle
///
/// Every solution, up to `limit`, behind the first `skip` ones: a line each, as it is found. Their order is the same
/// each time, so that `skip` goes on where an earlier list ended; those passed over are searched for all the same. The
/// time limit holds for the whole stream, however slowly it is read.
///
/// The last line is a `summary`: where it is missing, the stream was cut. `complete` says whether there are no solutions
/// behind the last one; when `limit` is reached it is false, even where exactly as many exist. In text there is no summary,
/// and so nothing that tells all solutions from as many as were found in time.
///
/// `application/x-ndjson` is one JSON value a line, without brackets or commas around the lines. There is no other word for
/// it here than the array of what the lines hold: so is the answer described, and its example given.
#[utoipa::path(
    post,
    path = "/solutions",
    tag = "Puzzles",
    params(SolutionsParameters, QuestionParameters),
    request_body(
        description = "A puzzle as JSON, or as text: one symbol a cell, white space ignored.",
        content(
            (SolutionsRequest = "application/json", examples(
                ("rows" = (
                    summary = "The first two of a 4x4",
                    value = json!({"puzzle": [[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 0]], "limit": 2})
                )),
                ("skip" = (
                    summary = "A thousand grids of an empty 9x9, from the thousandth on",
                    value = json!({"puzzle": ".................................................................................", "limit": 1000, "skip": 1000})
                )),
                ("limits" = (
                    summary = "As many as are found in 50 ms",
                    value = json!({"puzzle": ".................................................................................", "limit": 1000000, "limits": {"time_ms": 50}})
                )),
            )),
            (PuzzleText = "text/plain", example = "1.....3..4......"),
        )
    ),
    responses(
        (
            status = 200,
            description = "A line for each solution, then a summary. With `Accept: text/plain` a solution a line, one symbol a cell (for a 36x36, which has no symbols for all digits, numbers with blanks between them), and no summary.",
            headers(("x-accel-buffering" = String, description = "`no`: gateways are to pass lines on as they come.")),
            content(
                (Vec<SolutionsStreamLine> = "application/x-ndjson", examples(("rows" = (
                    summary = "Two solutions",
                    value = json!([{"index": 0, "solution": [[1, 3, 2, 4], [4, 2, 3, 1], [2, 4, 1, 3], [3, 1, 4, 2]]}, {"index": 1, "solution": [[1, 3, 2, 4], [4, 2, 3, 1], [3, 4, 1, 2], [2, 1, 4, 3]]}, {"summary": {"count": 2, "skipped": 0, "complete": false, "stopped_by": "solution_limit", "conflicts": [], "stats": {"clues": 3, "placements": 6, "eliminations": 10, "items": 28, "options": 15, "nodes": 12, "updates": 63, "queue_us": 29, "solve_us": 5}, "limits": {"time_ms": 5000, "nodes": null}}}])
                )))),
                (String = "text/plain", example = "1324423124133142\n1324423134122143\n1342423124133124\n"),
            )
        ),
        QuestionRefusals,
    )
)]
pub(in crate::http) async fn solutions(
    State(dispatcher): State<Dispatcher>,
    State(metrics): State<Metrics>,
    format: StreamFormat,
    body: QuestionBody<SolutionsRequest>,
) -> Result<Response, ApiError> {
    Ok(stream::solutions(&dispatcher, metrics.stream(), body, format)?)
}
