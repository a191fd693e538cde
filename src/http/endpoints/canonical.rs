//! `POST /canonical`

use axum::extract::State;
use axum::response::Response;
use quadrille_answers::service::CachedDispatcher;
use quadrille_answers::wire::{
    CanonicalForm, CanonicalParameters, CanonicalRequest, CanonicalResponse, FindCanonical, PuzzleBody,
};

use crate::http::error::ApiError;
use crate::http::extract::{QuestionBody, ResponseFormat};
use crate::http::openapi::BodyRefusals;

/// Find the canonical form of a puzzle
///
/// Two puzzles with the same boxes are the same under a symmetry if and only if their canonical forms, `puzzle`, are equal.
/// Symmetries exchange digits, bands, rows of a band, stacks, columns of a stack, and, if the boxes are squares, rows and
/// columns. `solution` is the canonical form of the unique solution: two solutions with the same one are the same grid.
/// The form is the smallest line of all, with empty cells before digits (minlex). Boxes of one row or column are ignored.
///
/// For grids of up to 9x9. A reached limit is an answer: `puzzle` or `solution` is null, and `stopped_by` names the limit.
#[utoipa::path(
    post,
    path = "/canonical",
    tag = "Puzzles",
    params(CanonicalParameters),
    request_body(
        description = "A puzzle as JSON; as text: one symbol per cell, or a drawn grid; or as a form.",
        content(
            (CanonicalRequest = "application/json"),
            (PuzzleBody = "text/plain"),
            (CanonicalForm = "application/x-www-form-urlencoded")
        )
    ),
    responses(
        (
            status = 200,
            description = "The canonical forms. As text, in one line: that of the puzzle and that of the solution, with a blank between them; the verdict instead of a form that is unknown or does not exist.",
            headers(("quadrille-warnings" = String, description = "Names of the `warnings`, with commas between them, of an answer that is text; absent if there are none.")),
            content((CanonicalResponse = "application/json"), (String = "text/plain"))
        ),
        BodyRefusals,
    )
)]
pub(in crate::http) async fn find_canonical(
    State(answers): State<CachedDispatcher>,
    format: ResponseFormat,
    body: QuestionBody<FindCanonical>,
) -> Result<Response, ApiError> {
    let QuestionBody { client, question, limits, style, held } = body;
    let reply = answers.run(client, question, limits).await?;
    held.reserve_answer(format.respond::<FindCanonical>(&reply, &style))
}
