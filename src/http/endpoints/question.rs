//! Questions whose endpoints do nothing but answer them, such as `POST /candidates`.

use axum::extract::State;
use axum::response::Response;
use axum::routing::post;
use quadrille_answers::kinds::{EndpointVisitor, visit_endpoints};
use quadrille_answers::service::CachedDispatcher;
use quadrille_answers::wire::{EndpointDoc, EndpointKind};
use utoipa::openapi::path::OperationBuilder;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

use crate::http::error::ApiError;
use crate::http::extract::{QuestionBody, ResponseFormat};
use crate::http::openapi::post_operation;
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

fn route<K: EndpointKind>() -> UtoipaMethodRouter<AppState> {
    let EndpointDoc { operation, title, description, answer } = K::DOC;
    let tag = if K::SUBJECT.is_puzzle() { "Puzzles" } else { "Exact cover" };
    let operation = OperationBuilder::new()
        .operation_id(Some(operation))
        .tag(tag)
        .summary(Some(title))
        .description(Some(description));
    (Vec::new(), post_operation(K::PATH, operation, answer), post(answer_question::<K>))
}

async fn answer_question<K: EndpointKind>(
    State(answers): State<CachedDispatcher>,
    format: ResponseFormat,
    body: QuestionBody<K>,
) -> Result<Response, ApiError> {
    let QuestionBody { client, question, limits, style, held } = body;
    let reply = answers.run(client, question, limits).await?;
    let held = held.reserve(K::response_bytes(&reply.answer))?;
    held.reserve_answer(format.respond::<K>(&reply, &style))
}
