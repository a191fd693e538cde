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
/// Gives a solution, or the proof that there is none. The search stops at the first solution, so that the
/// verdict is `solvable`; with `limit` 2 it goes on until the solution is proved the only one (`unique`) or a
/// second one is found (`multiple`). A limit that is reached is an answer: `stopped_by` names it.
#[utoipa::path(
    post,
    path = "/solve",
    tag = "Puzzles",
    params(SolveParameters, QuestionParameters),
    request_body(
        description = "A puzzle as JSON, or as text: one symbol a cell, white space ignored.",
        content((SolveRequest = "application/json"), (PuzzleText = "text/plain"))
    ),
    responses(
        (
            status = 200,
            description = "What was found out. As text: the solved line (of a 36x36, numbers between blanks), else `none` or `unknown`.",
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

/// Solve a puzzle that stands in the query
///
/// As `POST /solve` does, for those who want to keep the answer: a final one has a strong `ETag` and may be kept as
/// long as `Cache-Control` says; one that a limit of time or nodes cut short has `Cache-Control: no-store`. So that it is
/// the same each time, the answer says nothing of the work done, and has neither `stats` nor `limits`.
#[utoipa::path(
    get,
    path = "/solve",
    tag = "Puzzles",
    params(PuzzleParameter, SolveParameters, QuestionParameters),
    responses(
        (
            status = 200,
            description = "What was found out. As text: the solved line, else `none` or `unknown`.",
            headers(
                ("etag" = String, description = "The tag of exactly this answer; not there where it is not to be kept."),
                ("cache-control" = String, description = "How long the answer may be kept, and by whom.")
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
