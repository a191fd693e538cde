//! A question, from the body and the query, or from the query alone.

use std::marker::PhantomData;

use axum::extract::{FromRef, FromRequest, FromRequestParts, Request};
use http::request::Parts;

use super::body::{BodyType, TakenTypes, read_body};
use crate::exchange::question_of;
use crate::http::deadline::{DeadlineSettings, Patience};
use crate::http::error::ApiError;
use crate::http::state::BodyBounds;
use crate::service::{self, Dispatcher};
use crate::wire::{self, Asks, Notation, question_from_json, question_from_query, question_from_text};

/// The types of body that hold a question.
const QUESTION_TYPES: TakenTypes =
    TakenTypes { types: &[BodyType::Json, BodyType::Text], names: "application/json, text/plain" };

/// A question to the dispatcher, and the notation in which its answer is to come.
pub(in crate::http) struct Asked<A> {
    pub(in crate::http) question: service::Question,
    /// How many solutions are passed over.
    pub(in crate::http) skip: u64,
    pub(in crate::http) notation: Notation,
    asks: PhantomData<A>,
}

impl<S, A> FromRequest<S> for Asked<A>
where
    S: Send + Sync,
    A: Asks,
    BodyBounds: FromRef<S>,
    DeadlineSettings: FromRef<S>,
    Dispatcher: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let patience = Patience::of(request.headers(), &DeadlineSettings::from_ref(state))?;
        let body_type = BodyType::of(request.headers(), &QUESTION_TYPES)?;
        let (parts, body) = request.into_parts();
        let query = parts.uri.query().unwrap_or_default();
        let bytes = read_body(body, BodyBounds::from_ref(state)).await?;
        let question = match body_type {
            BodyType::Text => question_from_text::<A>(&bytes, query)?,
            _ => question_from_json::<A>(&bytes, query)?,
        };
        Ok(Self::from(question).within(patience, &Dispatcher::from_ref(state)))
    }
}

/// A question that stands in the query: what `GET` asks.
pub(in crate::http) struct AskedInQuery<A>(pub(in crate::http) Asked<A>);

impl<S, A> FromRequestParts<S> for AskedInQuery<A>
where
    S: Send + Sync,
    A: Asks,
    DeadlineSettings: FromRef<S>,
    Dispatcher: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let patience = Patience::of(&parts.headers, &DeadlineSettings::from_ref(state))?;
        let question = question_from_query::<A>(parts.uri.query().unwrap_or_default())?;
        Ok(Self(Asked::from(question).within(patience, &Dispatcher::from_ref(state))))
    }
}

impl<A> Asked<A> {
    /// The question, to be answered while the client still waits.
    fn within(mut self, patience: Patience, dispatcher: &Dispatcher) -> Self {
        self.question.limits = patience.shorten(self.question.limits, dispatcher);
        self
    }
}

impl<A> From<wire::Question> for Asked<A> {
    fn from(question: wire::Question) -> Self {
        let skip = question.skip;
        let (question, notation) = question_of(question);
        Self { question, skip, notation, asks: PhantomData }
    }
}
