//! Routes of the kinds of question, such as `POST /candidates`, `GET /candidates` and `POST /candidates/batch`.

use std::mem;

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use axum::routing::{MethodRouter, post};
use quadrille_answers::kinds::{KindVisitor, visit_kinds};
use quadrille_answers::service::{Answerable, CachedDispatcher, Dispatcher, Reply, Subject as _};
use quadrille_answers::wire::{
    AnswerOf, BatchKind, CountLines, EndpointDoc, EndpointKind, ListKind, NotationOf, QueryDoc, RequestKind,
    ResultStyle,
};
use utoipa::openapi::path::{OperationBuilder, Paths};
use utoipa_axum::router::OpenApiRouter;

use super::batch::batch;
use crate::http::error::ApiError;
use crate::http::extract::{
    Conditional, CountFormat, PreferredStream, QuestionBody, QuestionQuery, ResponseFormat,
};
use crate::http::openapi::{add_get_operation, post_operation};
use crate::http::runtime_work::SHORT_ANSWER;
use crate::http::state::AppState;
use crate::http::stream::{self, StreamResponse};
use crate::metrics::Metrics;

/// Routes of the kinds whose handlers are the same for several kinds.
#[derive(Default)]
pub(in crate::http) struct KindRoutes {
    /// Questions about puzzles, and those about exact cover problems that have a single answer.
    pub(in crate::http) questions: OpenApiRouter<AppState>,
    pub(in crate::http) batches: OpenApiRouter<AppState>,
    /// Counts and lists of the solutions of exact cover problems, which the document has at the end.
    pub(in crate::http) covers: OpenApiRouter<AppState>,
}

impl KindRoutes {
    /// Makes the routes of all kinds.
    pub(in crate::http) fn new() -> Self {
        let mut routes = Self::default();
        visit_kinds(&mut routes);
        routes
    }

    fn add<K: RequestKind>(&mut self, paths: Paths, route: MethodRouter<AppState>, may_stream: bool) {
        let is_last = may_stream && !K::SUBJECT.is_puzzle();
        let routes = if is_last { &mut self.covers } else { &mut self.questions };
        *routes = mem::take(routes).routes((Vec::new(), paths, route));
    }

    /// Adds `POST` with this handler, and `GET` if the kind is about a puzzle.
    fn add_endpoint<K: EndpointKind>(&mut self, route: MethodRouter<AppState>, may_stream: bool) {
        let mut paths = described::<K>(K::DOC);
        if !K::SUBJECT.is_puzzle() {
            return self.add::<K>(paths, route, may_stream);
        }
        let EndpointDoc { operation, title, .. } = K::DOC;
        let (title, description, answer) = match K::QUERY {
            Some(QueryDoc { title, description, answer }) => {
                (title.to_owned(), description.to_owned(), answer.to_owned())
            }
            None => {
                let description = format!("Like `POST {}`, with a cacheable answer {CACHEABLE}", K::PATH);
                (
                    format!("{title}, by query"),
                    description,
                    format!("The answer. As text: as of `POST {}`.", K::PATH),
                )
            }
        };
        let get = operation_of::<K>(format!("{operation}_by_query"), title, description);
        add_get_operation(&mut paths, K::PATH, get, answer);
        self.add::<K>(paths, route.get(answer_query::<K>), may_stream);
    }
}

impl KindVisitor for KindRoutes {
    fn answered<K: EndpointKind>(&mut self) {
        self.add_endpoint::<K>(post(answer_question::<K>), false);
    }

    fn counted<K: EndpointKind>(&mut self) {
        self.add_endpoint::<K>(post(count::<K>), true);
    }

    fn listed<K: ListKind>(&mut self) {
        self.add::<K>(described::<K>(K::DOC), post(list::<K>), true);
    }

    fn batch<K: BatchKind>(&mut self) {
        if let Some(doc) = K::BATCH {
            self.batches = mem::take(&mut self.batches).routes(batch::<K>(doc));
        }
    }
}

/// Describes `POST` of a kind.
fn described<K: RequestKind>(doc: EndpointDoc) -> Paths {
    let EndpointDoc { operation, title, description, answer } = doc;
    let operation = operation_of::<K>(operation.to_owned(), title.to_owned(), description.to_owned());
    post_operation(K::PATH, operation, answer)
}

fn operation_of<K: RequestKind>(id: String, title: String, description: String) -> OperationBuilder {
    OperationBuilder::new()
        .operation_id(Some(id))
        .tag(if K::SUBJECT.is_puzzle() { "Puzzles" } else { "Exact cover" })
        .summary(Some(title))
        .description(Some(description))
}

const CACHEABLE: &str = "that omits `stats` and `limits`, so that it is the same each time.";

async fn answer_question<K: EndpointKind>(
    State(answers): State<CachedDispatcher>,
    format: ResponseFormat,
    body: QuestionBody<K>,
) -> Result<Response, ApiError> {
    respond(&answers, body.answered_as(format), move |_, reply, style| Ok(format.respond::<K>(reply, style)))
        .await
}

async fn count<K: EndpointKind>(
    State(answers): State<CachedDispatcher>,
    State(metrics): State<Metrics>,
    format: CountFormat,
    body: QuestionBody<K>,
) -> Result<Response, ApiError> {
    match format {
        CountFormat::Answer(format) => answer_question(State(answers), format, body).await,
        CountFormat::Progress => {
            let QuestionBody { client, question, limits, style, held, .. } = body;
            let meter = metrics.stream(<K::Question as Answerable>::Subject::KIND);
            let running = answers.start(client, question, limits);
            let lines = CountLines::<K>::new(style.notation);
            Ok(stream::count(running, meter, lines, held).await?.into_response())
        }
    }
}

async fn list<K: ListKind>(
    State(dispatcher): State<Dispatcher>,
    State(metrics): State<Metrics>,
    PreferredStream(format): PreferredStream,
    body: QuestionBody<K>,
) -> Result<StreamResponse, ApiError> {
    Ok(stream::solutions(&dispatcher, metrics.stream(K::Subject::KIND), body, format)?)
}

async fn answer_query<K: EndpointKind>(
    State(answers): State<CachedDispatcher>,
    format: ResponseFormat,
    conditional: Conditional,
    QuestionQuery(query): QuestionQuery<K>,
) -> Result<Response, ApiError> {
    let encode_answer = move |is_repeatable, reply: &_, style: &_| {
        conditional.respond::<K>(format, is_repeatable, reply, style)
    };
    respond(&answers, query.answered_as(format), encode_answer).await
}

/// Answers a question. `encode_answer` learns whether the answer is the same each time. It runs at once if that is cheap for certain,
/// otherwise on a solver thread, in turn with streams.
async fn respond<K: EndpointKind>(
    answers: &CachedDispatcher,
    body: QuestionBody<K>,
    encode_answer: impl FnOnce(
        bool,
        &Reply<AnswerOf<K>>,
        &ResultStyle<NotationOf<K>>,
    ) -> Result<Response, ApiError>
    + Send
    + 'static,
) -> Result<Response, ApiError> {
    let QuestionBody { client, mut question, limits, mut style, is_small, held } = body;
    let is_repeatable = K::draw(&mut question, &mut style)?;
    let reply = answers.run_if(is_repeatable, client, question, limits).await?;
    let bytes = K::response_bytes(&reply.answer);
    let held = held.reserve(bytes)?;
    let respond = move || encode_answer(is_repeatable, &reply, &style);
    let response = if is_small && bytes <= SHORT_ANSWER {
        respond()?
    } else {
        Box::pin(answers.dispatcher().compute_part(client, respond)).await??
    };
    held.reserve_answer(response)
}
