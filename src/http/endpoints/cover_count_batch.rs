//! `POST /exact-cover/count/batch`

use axum::extract::State;
use quadrille_answers::service::{Dispatcher, SubjectKind};
use quadrille_answers::wire::{
    CoverCount, CoverCountBatchDocument, CoverCountBatchLines, CoverCountBatchParameters, CoverCountElement,
    CoverCountElementLines,
};

use crate::http::extract::BatchBody;
use crate::http::openapi::BodyRefusals;
use crate::http::request_id::RequestId;
use crate::http::stream::{StreamResponse, batch};
use crate::metrics::Metrics;

/// Count the solutions of many exact cover problems
///
/// One problem per line in, one answer per line out, in the same order, as for `/count/batch`: a line is a request of
/// `/exact-cover/count`, with an optional `id`, or a JSON string in Knuth's format. The query takes every option of
/// `/exact-cover/count` for all problems; those of a problem override it.
///
/// An invalid line gets an `error` instead of an answer and does not affect other lines. A line has at most 65,536 bytes, by
/// default. Each line of the response is a `CoverCountBatchLine`: a `CoverCountBatchAnswer`, an `ErrorLine` or, at the end, a
/// `SummaryLine`.
#[utoipa::path(
    post,
    path = "/exact-cover/count/batch",
    tag = "Batches",
    params(CoverCountBatchParameters),
    request_body(
        description = "The problems: `application/x-ndjson`, one JSON request or string per line, also as `text/plain`; or a JSON array of them, up to the size of any other body (262,144 bytes by default).",
        content((inline(CoverCountElementLines) = "application/x-ndjson"), (Vec<CoverCountElement> = "application/json"))
    ),
    responses(
        (
            status = 200,
            description = "A line for each problem, then a summary. For a JSON array, or with `Accept: application/json`: one JSON document, streamed. With `Accept: text/plain`: the text of `/exact-cover/count`, one line each; `error: ` and the reason for an invalid line; and no summary.",
            headers(("x-accel-buffering" = String, description = "`no`: gateways must not buffer the response.")),
            content((CoverCountBatchDocument = "application/json"), (inline(CoverCountBatchLines) = "application/x-ndjson"), (String = "text/plain"))
        ),
        BodyRefusals,
    )
)]
pub(in crate::http) async fn count_covers_batch(
    State(dispatcher): State<Dispatcher>,
    State(metrics): State<Metrics>,
    id: RequestId,
    body: BatchBody<CoverCount>,
) -> StreamResponse {
    batch(&dispatcher, metrics.stream(SubjectKind::ExactCover), body, &id)
}
