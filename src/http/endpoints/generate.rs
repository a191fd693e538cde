//! `POST /generate` and `GET /generate`

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use quadrille_answers::kinds::{Generate, GenerateLines};
use quadrille_answers::service::CachedDispatcher;

use crate::http::error::ApiError;
use crate::http::extract::{
    Conditional, Generation, GenerationBody, GenerationQuery, PreferredStream, PuzzleCount, ResponseFormat,
    uncacheable,
};
use crate::http::openapi::{BodyRefusals, NotModified, OtherTypes, QueryRefusals};
use crate::http::request_id::RequestId;
use crate::http::stream::generated;
use crate::metrics::Metrics;

/// Generate a puzzle
///
/// Returns a random puzzle with exactly one solution, which the solver has proved. All options may be left out. The same
/// request and `seed` give the same puzzle on every machine, for one version of the service, and requests that differ in what they
/// ask have unrelated ones; without `seed`, a random one is drawn, and the answer names it.
///
/// A wish that cannot be met is an answer: `puzzle` is null, `attempts` and `fewest_clues` describe the search, and `relax`
/// names the options that made attempts fail, and the limit that was reached. A request that contradicts itself is an error.
///
/// With `count`, the puzzles are streamed, in the order of their seeds: puzzle `index` has the seed
/// `seed + index`, and asking for that seed alone gives the same puzzle. The limits apply to each puzzle, as in batches. The
/// `summary` at the end counts puzzles as `unique` and failures as `unknown`; a stream without it was cut. Text has no summary:
/// count its lines.
#[utoipa::path(
    post,
    path = "/generate",
    tag = "Puzzles",
    responses(
        (status = 200, description = "The puzzle. As text, in one line: the puzzle, one symbol per cell, then its solution, its score and its level if they are included, with blanks between them; `no puzzle in N attempts` if none was found. With `count`, one JSON document, `{\"results\": [...], \"summary\": {...}}`, streamed; with `Accept: application/x-ndjson` a line for each puzzle, then a summary; with `Accept: text/plain` the text of each puzzle, and no summary."),
        BodyRefusals,
        OtherTypes,
    )
)]
pub(in crate::http) async fn generate(
    State(answers): State<CachedDispatcher>,
    State(metrics): State<Metrics>,
    id: RequestId,
    format: Result<ResponseFormat, ApiError>,
    stream_format: Result<PreferredStream, ApiError>,
    GenerationBody(wish): GenerationBody,
) -> Result<Response, ApiError> {
    let has_seed = wish.has_seed();
    let Generation { client, question, style, amount } = wish;
    match amount {
        PuzzleCount::One(limits) => {
            let format = format?;
            let reply = answers.run_if(has_seed, client, question, limits).await?;
            Ok(format.respond::<Generate>(&reply, &style))
        }
        PuzzleCount::Many(count, limits) => {
            let PreferredStream(format) = stream_format?;
            let lines = GenerateLines::new(question, limits, style, format, id.to_string());
            Ok(generated(answers.dispatcher(), client, count, lines, &metrics)?.into_response())
        }
    }
}

/// Generate a puzzle, with options in the query
///
/// Like `POST /generate`, without `stats` and `limits`. With a `seed`, a final answer is cacheable: it has a strong `ETag`
/// and the lifetime of `Cache-Control`. All other answers have `Cache-Control: no-store`.
#[utoipa::path(
    get,
    path = "/generate",
    tag = "Puzzles",
    responses(
        (status = 200, description = "The puzzle, or a stream of puzzles, as of `POST /generate`."),
        NotModified,
        QueryRefusals,
        OtherTypes,
    )
)]
pub(in crate::http) async fn generate_by_query(
    State(answers): State<CachedDispatcher>,
    State(metrics): State<Metrics>,
    id: RequestId,
    conditional: Conditional,
    format: Result<ResponseFormat, ApiError>,
    stream_format: Result<PreferredStream, ApiError>,
    GenerationQuery(wish): GenerationQuery,
) -> Result<Response, ApiError> {
    let has_seed = wish.has_seed();
    let Generation { client, question, style, amount } = wish;
    match amount {
        PuzzleCount::One(limits) => {
            let format = format?;
            let reply = answers.run_if(has_seed, client, question, limits).await?;
            conditional.respond::<Generate>(format, has_seed, &reply, &style)
        }
        PuzzleCount::Many(count, limits) => {
            let PreferredStream(format) = stream_format?;
            let lines = GenerateLines::new(question, limits, style, format, id.to_string());
            let stream = generated(answers.dispatcher(), client, count, lines, &metrics)?;
            Ok(uncacheable(stream.into_response()))
        }
    }
}
