//! `POST /count` and `GET /count`

use axum::extract::State;
use axum::response::Response;

use crate::http::error::ApiError;
use crate::http::extract::{Conditional, QuestionBody, QuestionQuery, ResponseFormat};
use crate::http::openapi::{NotModified, QueryRefusals, QuestionRefusals};
use crate::service::CachedDispatcher;
use crate::wire::{
    CountParameters, CountRequest, CountResponse, CountResult, PuzzleParameter, PuzzleText,
    QuestionParameters,
};

/// Count the solutions of a puzzle
///
/// Counts up to `limit`; the default, 2, tells whether a puzzle is proper: `unique`, `none` or `multiple`.
/// Where there are two solutions, two of them are given as witnesses, with the cells in which they differ.
/// `complete` says whether `count` is the number of all solutions; when `limit` is reached it is not, even
/// where exactly as many exist.
#[utoipa::path(
    post,
    path = "/count",
    tag = "Puzzles",
    params(CountParameters, QuestionParameters),
    request_body(
        description = "A puzzle as JSON, or as text: one symbol a cell, white space ignored.",
        content((CountRequest = "application/json"), (PuzzleText = "text/plain"))
    ),
    responses(
        (
            status = 200,
            description = "What was found out. As text: the verdict and the count, with a `+` where there may be more, such as `unique 1`, `none 0`, `multiple 2+`.",
            content((CountResponse = "application/json"), (String = "text/plain"))
        ),
        QuestionRefusals,
    )
)]
pub(in crate::http) async fn count(
    State(answers): State<CachedDispatcher>,
    format: ResponseFormat,
    body: QuestionBody<CountRequest>,
) -> Result<Response, ApiError> {
    let QuestionBody { question, limits, notation } = body;
    let reply = answers.run(question, limits).await?;
    Ok(format.respond::<CountRequest>(&reply, notation))
}

/// Count the solutions of a puzzle that stands in the query
///
/// As `POST /count` does, for those who want to keep the answer: a final one has a strong `ETag` and may be kept as
/// long as `Cache-Control` says; one that a limit of time or nodes cut short has `Cache-Control: no-store`. So that it is
/// the same each time, the answer says nothing of the work done, and has neither `stats` nor `limits`.
#[utoipa::path(
    get,
    path = "/count",
    tag = "Puzzles",
    params(PuzzleParameter, CountParameters, QuestionParameters),
    responses(
        (
            status = 200,
            description = "What was found out. As text: the verdict and the count, with a `+` where there may be more.",
            headers(
                ("etag" = String, description = "The tag of exactly this answer; not there where it is not to be kept."),
                ("cache-control" = String, description = "How long the answer may be kept, and by whom.")
            ),
            content((CountResult = "application/json"), (String = "text/plain"))
        ),
        NotModified,
        QueryRefusals,
    )
)]
pub(in crate::http) async fn count_by_query(
    State(answers): State<CachedDispatcher>,
    conditional: Conditional,
    QuestionQuery(query): QuestionQuery<CountRequest>,
) -> Result<Response, ApiError> {
    let QuestionBody { question, limits, notation } = query;
    let reply = answers.run(question, limits).await?;
    conditional.respond::<CountRequest>(&reply, notation)
}
