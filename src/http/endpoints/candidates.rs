//! `POST /candidates`

use axum::extract::State;
use axum::response::Response;
use quadrille_answers::service::CachedDispatcher;
use quadrille_answers::wire::{
    CandidatesForm, CandidatesParameters, CandidatesRequest, CandidatesResponse, FindCandidates, PuzzleBody,
};

use crate::http::error::ApiError;
use crate::http::extract::{QuestionBody, ResponseFormat};
use crate::http::openapi::BodyRefusals;

/// Find the candidates of a puzzle that occur in solutions
///
/// Returns, for each cell, exactly the digits that occur in some solution: each is proved by a solution, each other digit by
/// a search without one. A puzzle with a unique solution has one digit per cell, a puzzle without a solution none.
/// With `counts` the answer has the number of solutions with each of these digits, up to that number.
///
/// A reached limit is an answer: digits in `candidates` occur in solutions, those in `undecided` may, and no others do.
#[utoipa::path(
    post,
    path = "/candidates",
    tag = "Puzzles",
    params(CandidatesParameters),
    request_body(
        description = "A puzzle as JSON; as text: one symbol per cell, or a drawn grid; or as a form.",
        content(
            (CandidatesRequest = "application/json"),
            (PuzzleBody = "text/plain"),
            (CandidatesForm = "application/x-www-form-urlencoded")
        )
    ),
    responses(
        (
            status = 200,
            description = "The candidates. As text, in one line: the digits of each cell, with blanks between the cells, and a `+` at the end if a limit stopped the search; only the verdict if no solution was found. Digits of a 36x36 are numbers separated by commas.",
            headers(("quadrille-warnings" = String, description = "Names of the `warnings`, with commas between them, of an answer that is text; absent if there are none.")),
            content((CandidatesResponse = "application/json"), (String = "text/plain"))
        ),
        BodyRefusals,
    )
)]
pub(in crate::http) async fn find_candidates(
    State(answers): State<CachedDispatcher>,
    format: ResponseFormat,
    body: QuestionBody<FindCandidates>,
) -> Result<Response, ApiError> {
    let QuestionBody { client, question, limits, style, held } = body;
    let reply = answers.run(client, question, limits).await?;
    held.reserve_answer(format.respond::<FindCandidates>(&reply, &style))
}
