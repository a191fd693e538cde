//! Batches of questions, such as `POST /count/batch`.

use axum::extract::State;
use axum::routing::post;
use quadrille_answers::kinds::Solve;
use quadrille_answers::service::{Answerable, Dispatcher, Subject as _};
use quadrille_answers::wire::{BatchDoc, BatchKind, RequestKind as _};
use utoipa::openapi::path::OperationBuilder;
use utoipa_axum::router::UtoipaMethodRouter;

use crate::http::extract::BatchBody;
use crate::http::openapi::post_operation;
use crate::http::request_id::RequestId;
use crate::http::state::AppState;
use crate::http::stream::{self, StreamResponse};
use crate::metrics::Metrics;

/// Returns the route of the batches of a kind.
pub(super) fn batch<K: BatchKind>(doc: BatchDoc) -> UtoipaMethodRouter<AppState> {
    let BatchDoc { operation, title, description, .. } = doc;
    let path = K::PATH;
    let description = description.map_or_else(
        || {
            format!(
                "One puzzle per line in, one answer of `{path}` per line out, in the same order, while the batch still arrives. Lines, \
                 errors, flow control and the form as one JSON document are as for `/solve/batch`. The query takes every option of \
                 `{path}` for all puzzles; an option of a puzzle overrides it."
            )
        },
        str::to_owned,
    );
    let entry = if K::SUBJECT.is_puzzle() { "puzzle" } else { "problem" };
    let answer = if K::SUBJECT.is_puzzle() && path != Solve::PATH {
        format!("As of `/solve/batch`. With `Accept: text/plain`: the text of `{path}`.")
    } else {
        whole_answer(path, entry)
    };
    let operation = OperationBuilder::new()
        .operation_id(Some(operation))
        .tag("Batches")
        .summary(Some(title))
        .description(Some(description));
    (Vec::new(), post_operation(format!("{path}/batch"), operation, answer), post(answer_batch::<K>))
}

/// Describes the answer to a batch, which has the lines of this path.
fn whole_answer(path: &str, entry: &str) -> String {
    format!(
        "A line for each {entry}, then a summary. For a JSON array, or with `Accept: application/json`: one JSON document, \
             streamed. With `Accept: text/plain`: the text of `{path}`, one line each; `error: ` and the reason for an invalid line; \
             and no summary. With `Accept: text/csv`: a row for each {entry}, with the columns of the input, columns of the answer, \
             `warnings` and `error`."
    )
}

async fn answer_batch<K: BatchKind>(
    State(dispatcher): State<Dispatcher>,
    State(metrics): State<Metrics>,
    id: RequestId,
    body: BatchBody<K>,
) -> StreamResponse {
    let subject = <K::Question as Answerable>::Subject::KIND;
    stream::batch(&dispatcher, metrics.stream(subject), body, &id)
}
