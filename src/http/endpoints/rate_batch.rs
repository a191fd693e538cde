//! `POST /rate/batch`

use axum::extract::State;
use quadrille_answers::service::{Dispatcher, SubjectKind};
use quadrille_answers::wire::{
    PuzzleLines, Rate, RateBatchDocument, RateBatchLines, RateBatchParameters, RateElement, RateElementLines,
};

use crate::http::extract::BatchBody;
use crate::http::openapi::BodyRefusals;
use crate::http::request_id::RequestId;
use crate::http::stream::{StreamResponse, batch};
use crate::metrics::Metrics;

/// Rate the difficulty of many puzzles
///
/// One puzzle per line in, one answer of `/rate` per line out, in the same order, while the batch still arrives. Lines,
/// errors, flow control and the form as one JSON document are those of `/solve/batch`. The query takes every option of
/// `/rate` for all puzzles; an option of a puzzle overrides it.
#[utoipa::path(
    post,
    path = "/rate/batch",
    tag = "Batches",
    params(RateBatchParameters),
    request_body(
        description = "The puzzles, as for `/solve/batch`.",
        content((inline(RateElementLines) = "application/x-ndjson"), (Vec<RateElement> = "application/json"), (PuzzleLines = "text/plain"))
    ),
    responses(
        (
            status = 200,
            description = "A line for each puzzle, then a summary. For a JSON array, or with `Accept: application/json`: one JSON document, streamed. With `Accept: text/plain`: the text of `/rate`, one line each; `error: ` and the reason for an invalid line; and no summary.",
            headers(("x-accel-buffering" = String, description = "`no`: gateways must not buffer the response.")),
            content((RateBatchDocument = "application/json"), (inline(RateBatchLines) = "application/x-ndjson"), (String = "text/plain"))
        ),
        BodyRefusals,
    )
)]
pub(in crate::http) async fn rate_batch(
    State(dispatcher): State<Dispatcher>,
    State(metrics): State<Metrics>,
    id: RequestId,
    body: BatchBody<Rate>,
) -> StreamResponse {
    batch(&dispatcher, metrics.stream(SubjectKind::Puzzle), body, &id)
}
