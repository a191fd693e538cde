//! `POST /hint`

use axum::extract::State;
use axum::response::Response;
use quadrille_answers::service::CachedDispatcher;
use quadrille_answers::wire::{FindHint, HintForm, HintParameters, HintRequest, HintResponse, PuzzleBody};

use crate::http::error::ApiError;
use crate::http::extract::{QuestionBody, ResponseFormat};
use crate::http::openapi::BodyRefusals;

/// Find the next step of a player
///
/// The first step of the easiest technique that has one, after the `entries` and pencil `marks` of the player. The marks of
/// a cell replace its candidates; cells without marks have all candidates that clues and entries leave.
///
/// `reveal` says how much of the step the answer shows: a `house`, the `technique` with its houses, or `all`. If the solution
/// is unique and an entry differs from it, or the marks of a cell lack its digit, the answer has these `mistakes` and no step.
#[utoipa::path(
    post,
    path = "/hint",
    tag = "Puzzles",
    params(HintParameters),
    request_body(
        description = "A puzzle as JSON; as text: one symbol per cell, or a drawn grid; or as a form.",
        content(
            (HintRequest = "application/json"),
            (PuzzleBody = "text/plain"),
            (HintForm = "application/x-www-form-urlencoded")
        )
    ),
    responses(
        (
            status = 200,
            description = "The step. As text, in one line: the sentence of the step, or as much as `reveal` shows; `mistakes` and their cells; or the verdict, if there is no step.",
            headers(("quadrille-warnings" = String, description = "Names of the `warnings`, with commas between them, of an answer that is text; absent if there are none.")),
            content((HintResponse = "application/json"), (String = "text/plain"))
        ),
        BodyRefusals,
    )
)]
pub(in crate::http) async fn find_hint(
    State(answers): State<CachedDispatcher>,
    format: ResponseFormat,
    body: QuestionBody<FindHint>,
) -> Result<Response, ApiError> {
    let QuestionBody { client, question, limits, style, held } = body;
    let reply = answers.run(client, question, limits).await?;
    held.reserve_answer(format.respond::<FindHint>(&reply, &style))
}
