//! Extractors of a question: from body and query, or from the query alone.

use axum::extract::{FromRef, FromRequest, FromRequestParts, Request};
use http::Method;
use http::header::CONTENT_LENGTH;
use http::request::Parts;
use quadrille_answers::faults::{Fault, FaultCode, Refusal};
use quadrille_answers::service::{ClientId, Dispatcher, InputBudget, LimitsPolicy, Policies, StartedLimits};
use quadrille_answers::wire::{
    AnswerKind, AnswerNotation as _, Language, NotationOf, QuestionKind, QuestionRequest, RequestOf,
    ResultStyle, is_small_request, read_parameters,
};

use super::accept_language::preferred_language;
use super::form::ResponseFormat;
use super::media_type::{PROBLEM_TYPES, PUZZLE_TYPES};
use super::whole_body::WholeBody;
use crate::http::caller::client_id;
use crate::http::deadline::{ClientDeadline, DeadlineSettings};
use crate::http::error::ApiError;
use crate::http::memory_reservation::MemoryReservation;
use crate::http::state::{AppState, BodyBounds};

/// A question from the body, with options from the body or the query.
pub(in crate::http) struct QuestionBody<K: QuestionKind> {
    pub(in crate::http) client: ClientId,
    pub(in crate::http) question: K::Question,
    pub(in crate::http) limits: StartedLimits,
    pub(in crate::http) style: ResultStyle<NotationOf<K>>,
    /// Whether the question was cheap to read for certain.
    pub(in crate::http) is_small: bool,
    pub(in crate::http) held: MemoryReservation,
}

impl<K: QuestionKind<Question: Send> + 'static> FromRequest<AppState> for QuestionBody<K> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &AppState) -> Result<Self, ApiError> {
        let accepted = if K::SUBJECT.is_puzzle() { &PUZZLE_TYPES } else { &PROBLEM_TYPES };
        let (bounds, policy) = (BodyBounds::from_ref(state).problem, Policies::from_ref(state).single);
        let language = preferred_language(request.headers());
        let start = move |body: WholeBody| {
            let (request, is_small) = (in_language::<K>(body.request::<K>(bounds)?, language), body.is_small);
            let held = MemoryReservation::of_request(
                body.bytes.into_permit(),
                request.style.notation.request_bytes(),
            )?;
            Ok(Self::start(body.client, request, body.deadline, policy, (is_small, held)))
        };
        let body = WholeBody::read(request, state, accepted).await?;
        body.parse(&Dispatcher::from_ref(state), start).await
    }
}

/// A question from the query.
pub(in crate::http) struct QuestionQuery<K: QuestionKind>(pub(in crate::http) QuestionBody<K>);

impl<K: QuestionKind<Question: Send> + 'static> FromRequestParts<AppState> for QuestionQuery<K> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let deadline = ClientDeadline::from_headers(&parts.headers, &DeadlineSettings::from_ref(state))?;
        let bounds = BodyBounds::from_ref(state).problem;
        let client = client_id(&parts.extensions)?;
        let query = parts.uri.query().unwrap_or_default();
        if query.is_empty() && has_unread_body(parts) {
            return Err(unread_body().into());
        }
        let is_small = is_small_request(b"", query);
        let request = if is_small {
            read_parameters::<K>(query, bounds)?
        } else {
            let query = query.to_owned();
            let parse = move || read_parameters::<K>(&query, bounds);
            Dispatcher::from_ref(state).compute(client, parse).await??
        };
        let request = in_language::<K>(request, preferred_language(&parts.headers));
        let policy = Policies::from_ref(state).single;
        let held = MemoryReservation::of_request(InputBudget::from_ref(state).nothing(client), 0)?;
        Ok(Self(QuestionBody::start(client, request, deadline, policy, (is_small, held))))
    }
}

/// Whether a request has a body that its method does not read.
fn has_unread_body(parts: &Parts) -> bool {
    let has_length = || parts.headers.get(CONTENT_LENGTH).is_some_and(|length| length != "0");
    parts.method == Method::GET && has_length()
}

/// The refusal of a question in the body of `GET`.
fn unread_body() -> Refusal {
    let detail = "the body of GET is not read: send it by POST, or the puzzle in the query, such as `?puzzle=1.....3..4.....2`";
    Fault::new(FaultCode::MissingParameter, detail).into()
}

/// Sets the language of a question that names none.
fn in_language<K: QuestionKind>(mut request: RequestOf<K>, language: Option<Language>) -> RequestOf<K> {
    if let (Some(named), Some(language)) = (K::LANGUAGE, language) {
        named(&mut request.question).get_or_insert(language);
    }
    request
}

impl<K: AnswerKind> QuestionBody<K> {
    /// Removes from the question what an answer in this format does not have.
    pub(in crate::http) fn answered_as(mut self, format: ResponseFormat) -> Self {
        if format == ResponseFormat::Text {
            K::reduce_for_text(&mut self.question);
        }
        self
    }
}

impl<K: QuestionKind> QuestionBody<K> {
    /// Resolves the limits and starts their time.
    fn start(
        client: ClientId,
        request: RequestOf<K>,
        deadline: ClientDeadline,
        policy: LimitsPolicy,
        (is_small, held): (bool, MemoryReservation),
    ) -> Self {
        let QuestionRequest { question, limits, style } = request;
        let limits = deadline.shorten(policy.resolve(limits)).start();
        Self { client, question, limits, style, is_small, held }
    }
}
