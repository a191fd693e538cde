//! `POST /count` and `GET /count`

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use quadrille_answers::kinds::Count;
use quadrille_answers::service::{CachedDispatcher, SubjectKind};
use quadrille_answers::wire::CountLines;

use crate::http::encode::encode;
use crate::http::error::ApiError;
use crate::http::extract::{Conditional, CountFormat, QuestionBody, QuestionQuery};
use crate::http::openapi::{BodyRefusals, NotModified, QueryRefusals};
use crate::http::stream;
use crate::metrics::Metrics;

/// Count the solutions of a puzzle
///
/// Counts up to `limit`. The default, 2, decides whether a puzzle is proper: `unique`, `none` or `multiple`. If it has
/// several solutions, two of them are `witnesses`, with the cells in which they differ. `complete` says whether `count`
/// is the number of all solutions. It is false if `limit` is reached, even if no further solution exists.
///
/// With `Accept: application/x-ndjson` the response is a stream with a JSON value per line, a `CountStreamLine`: a
/// `ProgressLine` twice a second, then a `CountResultLine`. A client that disconnects ends the count.
#[utoipa::path(
    post,
    path = "/count",
    tag = "Puzzles",
    responses(
        (status = 200, description = "The answer. As text: the verdict and the count, with a `+` if there may be more, such as `unique 1`, `none 0`, `multiple 2+`."),
        BodyRefusals,
    )
)]
pub(in crate::http) async fn count(
    State(answers): State<CachedDispatcher>,
    State(metrics): State<Metrics>,
    format: CountFormat,
    body: QuestionBody<Count>,
) -> Result<Response, ApiError> {
    let QuestionBody { client, question, limits, style, is_small, held } = body;
    match format {
        CountFormat::Answer(format) => {
            let reply = answers.run(client, question, limits).await?;
            let respond = move || format.respond::<Count>(&reply, &style);
            held.reserve_answer(encode(answers.dispatcher(), client, is_small, respond).await?)
        }
        CountFormat::Progress => {
            let running = answers.start(client, question, limits);
            let lines = CountLines::<Count>::new(style.notation);
            Ok(stream::count(running, metrics.stream(SubjectKind::Puzzle), lines, held)
                .await?
                .into_response())
        }
    }
}

/// Count the solutions of a puzzle given in the query
///
/// Like `POST /count`, with a cacheable answer: a final answer has a strong `ETag` and the lifetime of `Cache-Control`;
/// an answer cut short by a time or node limit has `Cache-Control: no-store`. The answer omits `stats` and `limits`, so
/// that it is the same each time.
#[utoipa::path(
    get,
    path = "/count",
    tag = "Puzzles",
    responses(
        (status = 200, description = "The answer. As text: the verdict and the count, with a `+` if there may be more."),
        NotModified,
        QueryRefusals,
    )
)]
pub(in crate::http) async fn count_by_query(
    State(answers): State<CachedDispatcher>,
    conditional: Conditional,
    QuestionQuery(query): QuestionQuery<Count>,
) -> Result<Response, ApiError> {
    let QuestionBody { client, question, limits, style, is_small, .. } = query;
    let reply = answers.run(client, question, limits).await?;
    let respond = move || conditional.respond::<Count>(&reply, &style);
    encode(answers.dispatcher(), client, is_small, respond).await?
}
