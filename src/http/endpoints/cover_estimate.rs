//! `POST /exact-cover/estimate`

use axum::extract::State;
use axum::response::Response;
use quadrille_answers::service::CachedDispatcher;
use quadrille_answers::wire::{
    CoverEstimate, CoverEstimateParameters, CoverEstimateRequest, CoverEstimateResponse, CoverText,
};

use crate::http::error::ApiError;
use crate::http::extract::{QuestionBody, ResponseFormat};
use crate::http::openapi::BodyRefusals;

/// Estimate the size of an exact cover problem
///
/// Estimates the number of solutions, and of the search tree nodes that a count would visit, by random probes (Knuth 1975):
/// each walks from the root to a leaf, takes a random option at each level, and multiplies the numbers of options. Both
/// means are unbiased. The standard error is too small if rare probes have most of the solutions and few or none was met:
/// a mean of 0 does not say that there are no solutions.
///
/// Problem, `probes` and `seed` determine the estimate. If a limit is reached, there are fewer `probes`, the means are biased,
/// and there are no intervals: ask for fewer probes with another seed, or raise the limit.
#[utoipa::path(
    post,
    path = "/exact-cover/estimate",
    tag = "Exact cover",
    params(CoverEstimateParameters),
    request_body(
        description = "A problem as JSON (`primary`, `secondary` and `options`, or `matrix`), or as text in Knuth's format.",
        content((CoverEstimateRequest = "application/json"), (CoverText = "text/plain"))
    ),
    responses(
        (
            status = 200,
            description = "The estimate. As text: solutions and nodes, each with half of its 95 % interval; `none found` if no probe found a solution.",
            headers(("quadrille-warnings" = String, description = "Names of the `warnings`, with commas between them, of an answer that is text; absent if there are none.")),
            content((CoverEstimateResponse = "application/json"), (String = "text/plain"))
        ),
        BodyRefusals,
    )
)]
pub(in crate::http) async fn estimate_cover(
    State(answers): State<CachedDispatcher>,
    format: ResponseFormat,
    body: QuestionBody<CoverEstimate>,
) -> Result<Response, ApiError> {
    let QuestionBody { client, question, limits, style, held } = body;
    let reply = answers.run(client, question, limits).await?;
    held.reserve_answer(format.respond::<CoverEstimate>(&reply, &style))
}
