//! `POST /minimal`

use axum::extract::State;
use axum::response::Response;
use quadrille_answers::service::CachedDispatcher;
use quadrille_answers::wire::{
    MinimalForm, MinimalParameters, MinimalRequest, MinimalResponse, PuzzleBody, TestMinimal,
};

use crate::http::error::ApiError;
use crate::http::extract::{QuestionBody, ResponseFormat};
use crate::http::openapi::BodyRefusals;

/// Find the redundant clues of a puzzle
///
/// A clue is redundant if the puzzle has the same solutions without it, be they one, several or none; a puzzle without
/// redundant clues is minimal. Without its clue, a cell allows all digits, also if `candidates` has a list for it.
/// With `reduce` the answer also has a minimal `puzzle` with the same solutions: redundant clues are removed one after the
/// other, as long as there are some, in an order that `seed` determines.
///
/// A reached limit is an answer: `redundant` clues are redundant, those in `undecided` may be, and no others are.
#[utoipa::path(
    post,
    path = "/minimal",
    tag = "Puzzles",
    params(MinimalParameters),
    request_body(
        description = "A puzzle as JSON; as text: one symbol per cell, or a drawn grid; or as a form.",
        content(
            (MinimalRequest = "application/json"),
            (PuzzleBody = "text/plain"),
            (MinimalForm = "application/x-www-form-urlencoded")
        )
    ),
    responses(
        (
            status = 200,
            description = "The redundant clues. As text, in one line: `minimal`, `unknown`, or `redundant` and the cells of the clues; with `reduce` the reduced puzzle. A `+` at the end if a limit stopped the search.",
            headers(("quadrille-warnings" = String, description = "Names of the `warnings`, with commas between them, of an answer that is text; absent if there are none.")),
            content((MinimalResponse = "application/json"), (String = "text/plain"))
        ),
        BodyRefusals,
    )
)]
pub(in crate::http) async fn test_minimal(
    State(answers): State<CachedDispatcher>,
    format: ResponseFormat,
    body: QuestionBody<TestMinimal>,
) -> Result<Response, ApiError> {
    let QuestionBody { client, question, limits, style, held } = body;
    let reply = answers.run(client, question, limits).await?;
    held.reserve_answer(format.respond::<TestMinimal>(&reply, &style))
}
