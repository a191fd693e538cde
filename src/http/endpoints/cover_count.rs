//! `POST /exact-cover/count`

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use quadrille_answers::kinds::CoverCount;
use quadrille_answers::service::{CachedDispatcher, SubjectKind};
use quadrille_answers::wire::CountLines;

use crate::http::encode::encode;
use crate::http::error::ApiError;
use crate::http::extract::{CountFormat, QuestionBody};
use crate::http::openapi::BodyRefusals;
use crate::http::stream;
use crate::metrics::Metrics;

/// Count the solutions of an exact cover problem
///
/// Counts up to `limit`, by default 2: enough to tell whether there is exactly one. A higher `limit` counts further;
/// `witnesses` are the first two solutions. `complete` says whether `count` is the number of all solutions. It is false if
/// `limit` is reached, even if no further solution exists.
///
/// With `Accept: application/x-ndjson` the response is a stream of `CoverCountStreamLine`: a `ProgressLine` twice a second,
/// then the `CoverCountResultLine`. A client that disconnects ends the count.
#[utoipa::path(
    post,
    path = "/exact-cover/count",
    tag = "Exact cover",
    responses(
        (status = 200, description = "The answer. As text: the verdict and the count, with a `+` if there may be more, such as `unique 1` or `multiple 92`."),
        BodyRefusals,
    )
)]
pub(in crate::http) async fn count_covers(
    State(answers): State<CachedDispatcher>,
    State(metrics): State<Metrics>,
    format: CountFormat,
    body: QuestionBody<CoverCount>,
) -> Result<Response, ApiError> {
    let QuestionBody { client, question, limits, style, is_small, held } = body;
    match format {
        CountFormat::Answer(format) => {
            let reply = answers.run(client, question, limits).await?;
            let respond = move || format.respond::<CoverCount>(&reply, &style);
            held.reserve_answer(encode(answers.dispatcher(), client, is_small, respond).await?)
        }
        CountFormat::Progress => {
            let running = answers.start(client, question, limits);
            let lines = CountLines::<CoverCount>::new(style.notation);
            Ok(stream::count(running, metrics.stream(SubjectKind::ExactCover), lines, held)
                .await?
                .into_response())
        }
    }
}
