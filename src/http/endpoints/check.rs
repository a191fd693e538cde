//! `POST /check`

use axum::extract::State;
use axum::response::Response;
use quadrille_answers::service::CachedDispatcher;
use quadrille_answers::wire::{
    CheckEntries, CheckForm, CheckParameters, CheckRequest, CheckResponse, PuzzleBody,
};

use crate::http::error::ApiError;
use crate::http::extract::{QuestionBody, ResponseFormat};
use crate::http::openapi::BodyRefusals;

/// Check the entries of a player
///
/// Compares `entries` and pencil `marks` with the solutions of the puzzle. If the solution is unique, every entry that
/// differs from it is `wrong`. If there are several, an entry is wrong if no solution has it, and `contradicting` lists
/// entries that are possible one by one, but not together: as few of them as possible, in that none can be left out.
/// `conflicts` are digits that clues and entries repeat in a house. The answer does not contain the solution.
///
/// A reached limit is an answer: what it lists is proved, and `undecided` lists the other cells with entries or marks.
#[utoipa::path(
    post,
    path = "/check",
    tag = "Puzzles",
    params(CheckParameters),
    request_body(
        description = "A puzzle as JSON; as text: one symbol per cell, or a drawn grid; or as a form.",
        content(
            (CheckRequest = "application/json"),
            (PuzzleBody = "text/plain"),
            (CheckForm = "application/x-www-form-urlencoded")
        )
    ),
    responses(
        (
            status = 200,
            description = "The mistakes. As text, in one line: `solved`, `solvable`, `unsolvable` or `unknown`; `wrong`, `overwritten`, `wrong_marks` and `contradicting`, each with its cells, unless there are none; and a `+` if a limit stopped the search.",
            headers(("quadrille-warnings" = String, description = "Names of the `warnings`, with commas between them, of an answer that is text; absent if there are none.")),
            content((CheckResponse = "application/json"), (String = "text/plain"))
        ),
        BodyRefusals,
    )
)]
pub(in crate::http) async fn check_entries(
    State(answers): State<CachedDispatcher>,
    format: ResponseFormat,
    body: QuestionBody<CheckEntries>,
) -> Result<Response, ApiError> {
    let QuestionBody { client, question, limits, style, held } = body;
    let reply = answers.run(client, question, limits).await?;
    held.reserve_answer(format.respond::<CheckEntries>(&reply, &style))
}
