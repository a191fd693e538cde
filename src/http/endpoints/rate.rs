//! `POST /rate`

use axum::extract::State;
use axum::response::Response;
use quadrille_answers::service::CachedDispatcher;
use quadrille_answers::wire::{PuzzleBody, Rate, RateForm, RateParameters, RateRequest, RateResponse};

use crate::http::error::ApiError;
use crate::http::extract::{QuestionBody, ResponseFormat};
use crate::http::openapi::BodyRefusals;

/// Rate the difficulty of a puzzle
///
/// Solves the puzzle as a person would: each step is the first one of the easiest technique that has one. The score is the
/// sum of the difficulties of all steps and a multiple of the hardest, on the scale that `scale` names.
///
/// Only a puzzle with a unique solution has a rating; for others, the members of the rating are null.
#[utoipa::path(
    post,
    path = "/rate",
    tag = "Puzzles",
    params(RateParameters),
    request_body(
        description = "A puzzle as JSON; as text: one symbol per cell, or a drawn grid; or as a form.",
        content(
            (RateRequest = "application/json"),
            (PuzzleBody = "text/plain"),
            (RateForm = "application/x-www-form-urlencoded")
        )
    ),
    responses(
        (
            status = 200,
            description = "The rating. As text, in one line: score, level and the name of the hardest technique; only the verdict without a rating, with a `+` if a limit stopped it.",
            headers(("quadrille-warnings" = String, description = "Names of the `warnings`, with commas between them, of an answer that is text; absent if there are none.")),
            content((RateResponse = "application/json"), (String = "text/plain"))
        ),
        BodyRefusals,
    )
)]
pub(in crate::http) async fn rate(
    State(answers): State<CachedDispatcher>,
    format: ResponseFormat,
    body: QuestionBody<Rate>,
) -> Result<Response, ApiError> {
    let QuestionBody { client, question, limits, style, held } = body;
    let reply = answers.run(client, question, limits).await?;
    held.reserve_answer(format.respond::<Rate>(&reply, &style))
}
