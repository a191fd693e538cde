//! `POST /candidates/batch`

use axum::extract::State;
use quadrille_answers::service::{Dispatcher, SubjectKind};
use quadrille_answers::wire::{
    CandidatesBatchDocument, CandidatesBatchLines, CandidatesBatchParameters, CandidatesElement,
    CandidatesElementLines, FindCandidates, PuzzleLines,
};

use crate::http::extract::BatchBody;
use crate::http::openapi::BodyRefusals;
use crate::http::request_id::RequestId;
use crate::http::stream::{StreamResponse, batch};
use crate::metrics::Metrics;

/// Find the candidates of many puzzles that occur in solutions
///
/// One puzzle per line in, one answer of `/candidates` per line out, in the same order, while the batch still arrives.
/// Lines, errors, flow control and the form as one JSON document are those of `/solve/batch`. The query takes every option
/// of `/candidates` for all puzzles; an option of a puzzle overrides it.
#[utoipa::path(
    post,
    path = "/candidates/batch",
    tag = "Batches",
    params(CandidatesBatchParameters),
    request_body(
        description = "The puzzles, as for `/solve/batch`.",
        content((inline(CandidatesElementLines) = "application/x-ndjson"), (Vec<CandidatesElement> = "application/json"), (PuzzleLines = "text/plain"))
    ),
    responses(
        (
            status = 200,
            description = "A line for each puzzle, then a summary. For a JSON array, or with `Accept: application/json`: one JSON document, streamed. With `Accept: text/plain`: the text of `/candidates`, one line each; `error: ` and the reason for an invalid line; and no summary.",
            headers(("x-accel-buffering" = String, description = "`no`: gateways must not buffer the response.")),
            content((CandidatesBatchDocument = "application/json"), (inline(CandidatesBatchLines) = "application/x-ndjson"), (String = "text/plain"))
        ),
        BodyRefusals,
    )
)]
pub(in crate::http) async fn find_candidates_batch(
    State(dispatcher): State<Dispatcher>,
    State(metrics): State<Metrics>,
    id: RequestId,
    body: BatchBody<FindCandidates>,
) -> StreamResponse {
    batch(&dispatcher, metrics.stream(SubjectKind::Puzzle), body, &id)
}
