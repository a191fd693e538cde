//! `POST /path`

use axum::extract::State;
use axum::response::Response;
use quadrille_answers::service::CachedDispatcher;
use quadrille_answers::wire::{FindPath, PathForm, PathParameters, PathRequest, PathResponse, PuzzleBody};

use crate::http::error::ApiError;
use crate::http::extract::{QuestionBody, ResponseFormat};
use crate::http::openapi::BodyRefusals;

/// Find the steps from a puzzle to its solution
///
/// Each step is the first one of the easiest technique that has one, on the board that the steps before it have left. It has
/// the cells, houses and links of its pattern, its effect, and a sentence in English.
///
/// Techniques that rest on uniqueness, and a trial as the last resort, are used only if the solution is unique. A puzzle with
/// several solutions has steps as far as they hold for all of them.
#[utoipa::path(
    post,
    path = "/path",
    tag = "Puzzles",
    params(PathParameters),
    request_body(
        description = "A puzzle as JSON; as text: one symbol per cell, or a drawn grid; or as a form.",
        content(
            (PathRequest = "application/json"),
            (PuzzleBody = "text/plain"),
            (PathForm = "application/x-www-form-urlencoded")
        )
    ),
    responses(
        (
            status = 200,
            description = "The steps. As text, in one line: their sentences, with a `+` if a limit stopped them; only the verdict without a step.",
            headers(("quadrille-warnings" = String, description = "Names of the `warnings`, with commas between them, of an answer that is text; absent if there are none.")),
            content((PathResponse = "application/json"), (String = "text/plain"))
        ),
        BodyRefusals,
    )
)]
pub(in crate::http) async fn find_path(
    State(answers): State<CachedDispatcher>,
    format: ResponseFormat,
    body: QuestionBody<FindPath>,
) -> Result<Response, ApiError> {
    let QuestionBody { client, question, limits, style, held } = body;
    let reply = answers.run(client, question, limits).await?;
    // The path of a large puzzle may take megabytes.
    let held = held.reserve(FindPath::response_bytes(&reply.answer))?;
    held.reserve_answer(format.respond::<FindPath>(&reply, &style))
}
