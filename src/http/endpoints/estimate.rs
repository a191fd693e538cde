//! `POST /estimate`

use axum::extract::State;
use axum::response::Response;
use quadrille_answers::service::CachedDispatcher;
use quadrille_answers::wire::{
    EstimateForm, EstimateParameters, EstimateRequest, EstimateResponse, EstimateSolutions, PuzzleBody,
};

use crate::http::error::ApiError;
use crate::http::extract::{QuestionBody, ResponseFormat};
use crate::http::openapi::BodyRefusals;

/// Estimate the number of solutions of a puzzle
///
/// For puzzles with too many solutions to count. Applies the rules (singles, pointing and claiming), and estimates the
/// rest as `/exact-cover/estimate` does, by random probes: the mean is unbiased, and the same puzzle, `probes` and `seed`
/// give the same estimate. If the rules solve or refute the puzzle, the estimate is exact.
///
/// The standard error is too small if rare probes have most of the solutions and few or none was met: a mean of 0 does not
/// say that there are no solutions. If a limit is reached, there are fewer `probes`, the means are biased, and there are no
/// intervals: ask for fewer probes with another seed, or raise the limit.
#[utoipa::path(
    post,
    path = "/estimate",
    tag = "Puzzles",
    params(EstimateParameters),
    request_body(
        description = "A puzzle as JSON; as text: one symbol per cell, or a drawn grid; or as a form.",
        content(
            (EstimateRequest = "application/json"),
            (PuzzleBody = "text/plain"),
            (EstimateForm = "application/x-www-form-urlencoded")
        )
    ),
    responses(
        (
            status = 200,
            description = "The estimate. As text: solutions and nodes, each with half of its 95 % interval; `none found` if no probe found a solution.",
            headers(("quadrille-warnings" = String, description = "Names of the `warnings`, with commas between them, of an answer that is text; absent if there are none.")),
            content((EstimateResponse = "application/json"), (String = "text/plain"))
        ),
        BodyRefusals,
    )
)]
pub(in crate::http) async fn estimate_solutions(
    State(answers): State<CachedDispatcher>,
    format: ResponseFormat,
    body: QuestionBody<EstimateSolutions>,
) -> Result<Response, ApiError> {
    let QuestionBody { client, question, limits, style, held } = body;
    let reply = answers.run(client, question, limits).await?;
    held.reserve_answer(format.respond::<EstimateSolutions>(&reply, &style))
}
