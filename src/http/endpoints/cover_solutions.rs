//! `POST /exact-cover/solutions`

use axum::extract::State;
use quadrille_answers::kinds::CoverSolutions;
use quadrille_answers::service::{Dispatcher, SubjectKind};

use crate::http::error::ApiError;
use crate::http::extract::{PreferredStream, QuestionBody};
use crate::http::openapi::BodyRefusals;
use crate::http::stream::{self, StreamResponse};
use crate::metrics::Metrics;

/// List the solutions of an exact cover problem
///
/// Streams the solutions as they are found, one per line: up to `limit`, after the first `skip`. Their order is always the
/// same, so that `skip` continues an earlier list; the search repeats the skipped part. The time limit covers the whole
/// stream, however slowly the client reads it.
///
/// The last line is a `summary`; a stream without it was cut. Text has no summary. Each line of `application/x-ndjson` is a
/// `CoverSolutionsStreamLine`: a `CoverSolutionLine` or, at the end, a `CoverSolutionsSummaryLine`.
#[utoipa::path(
    post,
    path = "/exact-cover/solutions",
    tag = "Exact cover",
    responses(
        (status = 200, description = "A line for each solution, then a summary. With `Accept: application/json`: one JSON document, `{\"results\": [...], \"summary\": {...}}`, streamed. With `Accept: text/plain`: the numbers of the options of one solution per line, and no summary."),
        BodyRefusals,
    )
)]
pub(in crate::http) async fn list_covers(
    State(dispatcher): State<Dispatcher>,
    State(metrics): State<Metrics>,
    PreferredStream(format): PreferredStream,
    body: QuestionBody<CoverSolutions>,
) -> Result<StreamResponse, ApiError> {
    Ok(stream::solutions(&dispatcher, metrics.stream(SubjectKind::ExactCover), body, format)?)
}
