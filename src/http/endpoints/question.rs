//! Questions whose endpoints do nothing but answer them, such as `POST /candidates` and `GET /candidates`.

use axum::extract::State;
use axum::response::Response;
use axum::routing::post;
use quadrille_answers::kinds::{EndpointVisitor, visit_endpoints};
use quadrille_answers::service::CachedDispatcher;
use quadrille_answers::wire::{EndpointDoc, EndpointKind};
use utoipa::openapi::path::OperationBuilder;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

use crate::http::encode::encode;
use crate::http::error::ApiError;
use crate::http::extract::{Conditional, QuestionBody, QuestionQuery, ResponseFormat};
use crate::http::openapi::{add_get_operation, post_operation};
use crate::http::runtime_work::SHORT_ANSWER;
use crate::http::state::AppState;

/// Returns the routes of these questions.
pub(in crate::http) fn questions() -> OpenApiRouter<AppState> {
    let mut routes = QuestionRoutes(OpenApiRouter::new());
    visit_endpoints(&mut routes);
    routes.0
}

struct QuestionRoutes(OpenApiRouter<AppState>);

impl EndpointVisitor for QuestionRoutes {
    fn visit<K: EndpointKind>(&mut self) {
        self.0 = std::mem::take(&mut self.0).routes(route::<K>());
    }
}

/// Returns the route of a kind: `POST`, and, if it is about a puzzle, `GET`.
fn route<K: EndpointKind>() -> UtoipaMethodRouter<AppState> {
    let EndpointDoc { operation, title, description, answer } = K::DOC;
    let is_puzzle = K::SUBJECT.is_puzzle();
    let described = |id: String, title: String, description: String| {
        OperationBuilder::new()
            .operation_id(Some(id))
            .tag(if is_puzzle { "Puzzles" } else { "Exact cover" })
            .summary(Some(title))
            .description(Some(description))
    };
    let post_described = described(operation.to_owned(), title.to_owned(), description.to_owned());
    let mut paths = post_operation(K::PATH, post_described, answer);
    let mut route = post(answer_question::<K>);
    if is_puzzle {
        let description = format!("Like `POST {}`, with a cacheable answer: {CACHEABLE}", K::PATH);
        let get_described =
            described(format!("{operation}_by_query"), format!("{title}, by query"), description);
        add_get_operation(&mut paths, K::PATH, get_described, answer);
        route = route.get(answer_query::<K>);
    }
    (Vec::new(), paths, route)
}

const CACHEABLE: &str = "a final answer has a strong `ETag` and the lifetime of `Cache-Control`; an answer cut short by a time or node \
                         limit has `Cache-Control: no-store`. The answer omits `stats` and `limits`, so that it is the same each time.";

async fn answer_question<K: EndpointKind>(
    State(answers): State<CachedDispatcher>,
    format: ResponseFormat,
    body: QuestionBody<K>,
) -> Result<Response, ApiError> {
    let QuestionBody { client, question, limits, style, is_small, held } = body;
    let reply = answers.run(client, question, limits).await?;
    let bytes = K::response_bytes(&reply.answer);
    let held = held.reserve(bytes)?;
    let respond = move || format.respond::<K>(&reply, &style);
    let is_cheap = is_small && bytes <= SHORT_ANSWER;
    held.reserve_answer(encode(answers.dispatcher(), client, is_cheap, respond).await?)
}

async fn answer_query<K: EndpointKind>(
    State(answers): State<CachedDispatcher>,
    conditional: Conditional,
    QuestionQuery(query): QuestionQuery<K>,
) -> Result<Response, ApiError> {
    let QuestionBody { client, question, limits, style, is_small, held } = query;
    let reply = answers.run(client, question, limits).await?;
    let bytes = K::response_bytes(&reply.answer);
    let held = held.reserve(bytes)?;
    let respond = move || conditional.respond::<K>(&reply, &style);
    let is_cheap = is_small && bytes <= SHORT_ANSWER;
    held.reserve_answer(encode(answers.dispatcher(), client, is_cheap, respond).await??)
}
