//! `POST /conflicts`

use axum::extract::State;
use axum::response::Response;
use quadrille_answers::service::CachedDispatcher;
use quadrille_answers::wire::{
    ConflictsForm, ConflictsParameters, ConflictsRequest, ConflictsResponse, FindConflicts, PuzzleBody,
};

use crate::http::error::ApiError;
use crate::http::extract::{QuestionBody, ResponseFormat};
use crate::http::openapi::BodyRefusals;

/// Find clues of a puzzle that contradict each other
///
/// For a puzzle without a solution, returns a minimal set of clues without a common solution: the cause of the contradiction.
/// There may be other such sets. `candidates` of the request count as rules, not as clues: if they alone
/// have no solution, `clues` is empty.
///
/// A reached limit is an answer: the `clues` contradict each other, but some of them may not be needed.
#[utoipa::path(
    post,
    path = "/conflicts",
    tag = "Puzzles",
    params(ConflictsParameters),
    request_body(
        description = "A puzzle as JSON; as text: one symbol per cell, or a drawn grid; or as a form.",
        content(
            (ConflictsRequest = "application/json"),
            (PuzzleBody = "text/plain"),
            (ConflictsForm = "application/x-www-form-urlencoded")
        )
    ),
    responses(
        (
            status = 200,
            description = "The clues. As text, in one line: the verdict and the cells of the clues, such as `none r1c1 r2c3`, with a `+` if some of them may not be needed.",
            headers(("quadrille-warnings" = String, description = "Names of the `warnings`, with commas between them, of an answer that is text; absent if there are none.")),
            content((ConflictsResponse = "application/json"), (String = "text/plain"))
        ),
        BodyRefusals,
    )
)]
pub(in crate::http) async fn find_conflicts(
    State(answers): State<CachedDispatcher>,
    format: ResponseFormat,
    body: QuestionBody<FindConflicts>,
) -> Result<Response, ApiError> {
    let QuestionBody { client, question, limits, style, held } = body;
    let reply = answers.run(client, question, limits).await?;
    held.reserve_answer(format.respond::<FindConflicts>(&reply, &style))
}
