//! `POST /solutions`

use axum::extract::State;

use crate::http::error::ApiError;
use crate::http::extract::QuestionBody;
use crate::http::openapi::QuestionRefusals;
use crate::http::stream::{self, StreamResponse};
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
        content((SolutionsRequest = "application/json"), (PuzzleText = "text/plain"))
    ),
    responses(
        (
            status = 200,
            description = "A line for each solution, then a summary. With `Accept: text/plain` a solution a line, one symbol a cell (for a 36x36, which has no symbols for all digits, numbers with blanks between them), and no summary.",
            headers(("x-accel-buffering" = String, description = "`no`: gateways are to pass lines on as they come.")),
            content((Vec<SolutionsStreamLine> = "application/x-ndjson"), (String = "text/plain"))
        ),
        QuestionRefusals,
    )
)]
pub(in crate::http) async fn solutions(
    State(dispatcher): State<Dispatcher>,
    State(metrics): State<Metrics>,
    format: StreamFormat,
    body: QuestionBody<SolutionsRequest>,
) -> Result<StreamResponse, ApiError> {
    Ok(stream::solutions(&dispatcher, metrics.stream(), body, format)?)
}
