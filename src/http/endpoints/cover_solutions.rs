//! `POST /exact-cover/solutions`

use axum::extract::State;
use quadrille_answers::service::{Dispatcher, SubjectKind};
use quadrille_answers::wire::{
    CoverSolutions, CoverSolutionsDocument, CoverSolutionsParameters, CoverSolutionsRequest,
    CoverSolutionsStreamLines, CoverText,
};

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
    params(CoverSolutionsParameters),
    request_body(
        description = "A problem as JSON (`primary`, `secondary` and `options`, or `matrix`), or as text in Knuth's format.",
        content((CoverSolutionsRequest = "application/json"), (CoverText = "text/plain"))
    ),
    responses(
        (
            status = 200,
            description = "A line for each solution, then a summary. With `Accept: application/json`: one JSON document, `{\"results\": [...], \"summary\": {...}}`, streamed. With `Accept: text/plain`: the numbers of the options of one solution per line, and no summary.",
            headers(("x-accel-buffering" = String, description = "`no`: gateways must not buffer the response.")),
            content((CoverSolutionsDocument = "application/json"), (inline(CoverSolutionsStreamLines) = "application/x-ndjson"), (String = "text/plain"))
        ),
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
