//! `POST /solutions`

use axum::extract::State;
use quadrille_answers::kinds::Solutions;
use quadrille_answers::service::{Dispatcher, SubjectKind};

use crate::http::error::ApiError;
use crate::http::extract::{PreferredStream, QuestionBody};
use crate::http::openapi::BodyRefusals;
use crate::http::stream::{self, StreamResponse};
use crate::metrics::Metrics;

/// List the solutions of a puzzle
///
/// Streams the solutions as they are found, one per line: up to `limit`, after the first `skip`. Their order is always the
/// same, so that `skip` continues an earlier list; the search repeats the skipped part. The time limit covers the whole
/// stream, however slowly the client reads it.
///
/// The last line is a `summary`; a stream without it was cut. `complete` says whether no further solutions exist. It is
/// false if `limit` is reached, even if no further solution exists. Text has no summary, so that a complete list looks
/// like one that reached a limit.
///
/// `application/x-ndjson` has one JSON value per line, without brackets or commas around the lines. Each is a
/// `SolutionsStreamLine`: a `SolutionLine` or, at the end, a `SolutionsSummaryLine`.
#[utoipa::path(
    post,
    path = "/solutions",
    tag = "Puzzles",
    responses(
        (status = 200, description = "A line for each solution, then a summary. With `Accept: application/json`: one JSON document, `{\"results\": [...], \"summary\": {...}}`, streamed. With `Accept: text/plain`: one solution per line, one symbol per cell (a 36x36: numbers separated by blanks), and no summary."),
        BodyRefusals,
    )
)]
pub(in crate::http) async fn list_solutions(
    State(dispatcher): State<Dispatcher>,
    State(metrics): State<Metrics>,
    PreferredStream(format): PreferredStream,
    body: QuestionBody<Solutions>,
) -> Result<StreamResponse, ApiError> {
    Ok(stream::solutions(&dispatcher, metrics.stream(SubjectKind::Puzzle), body, format)?)
}
