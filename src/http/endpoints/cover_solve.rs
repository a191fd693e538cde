//! `POST /exact-cover/solve`

use axum::extract::State;
use axum::response::Response;
use quadrille_answers::service::CachedDispatcher;
use quadrille_answers::wire::{
    CoverSolve, CoverSolveParameters, CoverSolveRequest, CoverSolveResponse, CoverText,
};

use crate::http::error::ApiError;
use crate::http::extract::{QuestionBody, ResponseFormat};
use crate::http::openapi::BodyRefusals;

/// Solve an exact cover problem
///
/// Chooses options that cover every primary item exactly once, and every secondary item at most once; options that give a
/// secondary item the same colour may share it. A solution lists its options by their numbers, from 1 in the order of the
/// request, with their items. By default the search goes on to a second solution, which proves the first one `unique` or not.
///
/// A problem has at most 16,384 items, 65,536 options and 262,144 entries, by default; the operator can change this. Every
/// option needs a primary item.
#[utoipa::path(
    post,
    path = "/exact-cover/solve",
    tag = "Exact cover",
    params(CoverSolveParameters),
    request_body(
        description = "A problem as JSON (`primary`, `secondary` and `options`, or `matrix`), or as text in Knuth's format.",
        content((CoverSolveRequest = "application/json"), (CoverText = "text/plain"))
    ),
    responses(
        (
            status = 200,
            description = "The answer. As text: the numbers of the options; then the verdict, unless it is `unique` and the query names no `limit`. Without a solution: the verdict.",
            headers(("quadrille-warnings" = String, description = "Names of the `warnings`, with commas between them, of an answer that is text; absent if there are none.")),
            content((CoverSolveResponse = "application/json"), (String = "text/plain"))
        ),
        BodyRefusals,
    )
)]
pub(in crate::http) async fn solve_cover(
    State(answers): State<CachedDispatcher>,
    format: ResponseFormat,
    body: QuestionBody<CoverSolve>,
) -> Result<Response, ApiError> {
    let QuestionBody { client, question, limits, style, held } = body;
    let reply = answers.run(client, question, limits).await?;
    held.reserve_answer(format.respond::<CoverSolve>(&reply, &style))
}
