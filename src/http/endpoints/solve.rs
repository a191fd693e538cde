//! `POST /solve` and `GET /solve`

use axum::extract::State;
use axum::response::Response;
use quadrille_answers::kinds::{RandomOrderQuestion, Solve};
use quadrille_answers::service::{CachedDispatcher, ClientId, Question, Reply, StartedLimits, random_seed};
use quadrille_answers::wire::{AnswerKind, SeedMember, SolutionOrder};

use crate::http::encode::encode;
use crate::http::error::ApiError;
use crate::http::extract::{Conditional, QuestionBody, QuestionQuery, ResponseFormat};
use crate::http::openapi::{BodyRefusals, NotModified, QueryRefusals};

/// Solve a puzzle
///
/// Returns a solution with its verdict: `unique` if it is the only one, `multiple` if there are others, `none` if there is
/// no solution. With `limit` 1 the search stops at the first solution; unless it is complete by then, the verdict is
/// `solvable`. A reached limit is an answer: `stopped_by` names it.
///
/// With `order` `random`, the solution is a random one, which `seed` determines; an empty grid gives a random full grid. Not all
/// solutions are equally likely: those in small branches of the search tree are more frequent.
#[utoipa::path(
    post,
    path = "/solve",
    tag = "Puzzles",
    responses(
        (status = 200, description = "The answer. As text, in one line: the solution, if it is unique and the client names no `limit`; otherwise the solution, a blank and the verdict; without a solution the verdict. A 36x36 is written as numbers separated by blanks."),
        BodyRefusals,
    )
)]
pub(in crate::http) async fn solve(
    State(answers): State<CachedDispatcher>,
    format: ResponseFormat,
    body: QuestionBody<Solve>,
) -> Result<Response, ApiError> {
    let QuestionBody { client, question, limits, style, is_small, held } = body;
    let Solved { reply, seed, .. } = answer(&answers, client, question, limits, style.order).await?;
    let respond = move || format.respond_with::<Solve>(&reply, &style, with_seed(seed));
    held.reserve_answer(encode(answers.dispatcher(), client, is_small, respond).await?)
}

/// Solve a puzzle given in the query
///
/// Like `POST /solve`, with a cacheable answer: a final answer has a strong `ETag` and the lifetime of `Cache-Control`;
/// an answer cut short by a time or node limit, or a random solution without `seed`, has `Cache-Control: no-store`. The answer omits `stats` and `limits`, so
/// that it is the same each time.
#[utoipa::path(
    get,
    path = "/solve",
    tag = "Puzzles",
    responses(
        (status = 200, description = "The answer. As text: as of `POST /solve`."),
        NotModified,
        QueryRefusals,
    )
)]
pub(in crate::http) async fn solve_by_query(
    State(answers): State<CachedDispatcher>,
    conditional: Conditional,
    QuestionQuery(query): QuestionQuery<Solve>,
) -> Result<Response, ApiError> {
    let QuestionBody { client, question, limits, style, is_small, .. } = query;
    let Solved { reply, seed, is_repeatable } =
        answer(&answers, client, question, limits, style.order).await?;
    let respond = move || conditional.respond_with::<Solve>(is_repeatable, &reply, &style, with_seed(seed));
    encode(answers.dispatcher(), client, is_small, respond).await?
}

/// Reply to a question, and the seed of its order.
struct Solved {
    reply: Reply,
    /// `None` for the fixed order.
    seed: Option<u64>,
    /// Whether the same request gets the same answer.
    is_repeatable: bool,
}

/// Adds the seed to a result.
fn with_seed(
    seed: Option<u64>,
) -> impl FnOnce(<Solve as AnswerKind>::Result) -> <Solve as AnswerKind>::Result {
    move |mut result| {
        result.first.rest = SeedMember { seed };
        result
    }
}

/// Answers a question, with the solutions in this order. One with a drawn seed is never asked again, so that its answer is
/// not stored.
async fn answer(
    answers: &CachedDispatcher,
    client: ClientId,
    question: Question,
    limits: StartedLimits,
    order: SolutionOrder,
) -> Result<Solved, ApiError> {
    let SolutionOrder::Random { seed: asked } = order else {
        let reply = answers.run(client, question, limits).await?;
        return Ok(Solved { reply, seed: None, is_repeatable: true });
    };
    let seed = asked.map_or_else(random_seed, Ok)?;
    let question = RandomOrderQuestion { question, seed };
    let reply = match asked {
        Some(_) => answers.run(client, question, limits).await?,
        None => answers.dispatcher().run(client, question, limits).await?,
    };
    Ok(Solved { reply, seed: Some(seed), is_repeatable: asked.is_some() })
}
