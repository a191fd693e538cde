//! `POST /solve` and `GET /solve`

use axum::extract::State;
use axum::response::Response;

use crate::http::error::ApiError;
use crate::http::extract::{Conditional, QuestionBody, QuestionQuery, ResponseFormat};
use crate::http::openapi::{NotModified, QueryRefusals, QuestionRefusals};
use crate::service::CachedDispatcher;
use crate::wire::{
    PuzzleParameter, PuzzleText, QuestionParameters, SolveParameters, SolveRequest, SolveResponse,
    SolveResult,
};

/// Solve a puzzle
///
/// Returns a solution, or the proof that none exists. The search stops at the first solution: the verdict is `unique` if
/// no option is left to try, and `solvable` otherwise. With `limit` 2 it continues until it proves the solution unique or
/// finds a second one (`multiple`). A reached limit is an answer: `stopped_by` names it.
#[utoipa::path(
    post,
    path = "/solve",
    tag = "Puzzles",
    params(SolveParameters, QuestionParameters),
    request_body(
        description = "A puzzle as JSON, or as text: one symbol per cell; white space is ignored.",
        content((SolveRequest = "application/json"), (PuzzleText = "text/plain"))
    ),
    responses(
        (
            status = 200,
            description = "The answer. As text: the solution in one line (a 36x36: numbers separated by blanks), or else `none` or `unknown`.",
            content((SolveResponse = "application/json"), (String = "text/plain"))
        ),
        QuestionRefusals,
    )
)]
pub(in crate::http) async fn solve(
    State(answers): State<CachedDispatcher>,
    format: ResponseFormat,
    body: QuestionBody<SolveRequest>,
) -> Result<Response, ApiError> {
    let QuestionBody { question, limits, notation } = body;
    let reply = answers.run(question, limits).await?;
    Ok(format.respond::<SolveRequest>(&reply, notation))
}

/// Solve a puzzle given in the query
///
/// Like `POST /solve`, with a cacheable answer: a final answer has a strong `ETag` and the lifetime of `Cache-Control`;
/// an answer cut short by a time or node limit has `Cache-Control: no-store`. The answer omits `stats` and `limits`, so
/// that it is the same each time.
#[utoipa::path(
    get,
    path = "/solve",
    tag = "Puzzles",
    params(PuzzleParameter, SolveParameters, QuestionParameters),
    responses(
        (
            status = 200,
            description = "The answer. As text: the solution in one line, or else `none` or `unknown`.",
            headers(
                ("etag" = String, description = "Entity tag of this answer; absent if the answer is not cacheable."),
                ("cache-control" = String, description = "How long, and by which caches, the answer may be stored.")
            ),
            content((SolveResult = "application/json"), (String = "text/plain"))
        ),
        NotModified,
        QueryRefusals,
    )
)]
pub(in crate::http) async fn solve_by_query(
    State(answers): State<CachedDispatcher>,
    conditional: Conditional,
    QuestionQuery(query): QuestionQuery<SolveRequest>,
) -> Result<Response, ApiError> {
    let QuestionBody { question, limits, notation } = query;
    let reply = answers.run(question, limits).await?;
    conditional.respond::<SolveRequest>(&reply, notation)
}
