//! A question, from the body and the query.

use std::marker::PhantomData;

use axum::extract::{FromRef, FromRequest, Request};

use super::body::{BodyType, read_body};
use crate::http::error::ApiError;
use crate::http::state::BodyBounds;
use crate::service::{self, AskedLimits};
use crate::wire::{self, Asks, Notation, question_from_json, question_from_text};

/// A question to the dispatcher, and the notation in which its answer is to come.
pub(in crate::http) struct Asked<A> {
    pub(in crate::http) question: service::Question,
    pub(in crate::http) notation: Notation,
    asks: PhantomData<A>,
}

impl<S, A> FromRequest<S> for Asked<A>
where
    S: Send + Sync,
    A: Asks,
    BodyBounds: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let body_type = BodyType::of(request.headers())?;
        let (parts, body) = request.into_parts();
        let query = parts.uri.query().unwrap_or_default();
        let bytes = read_body(body, BodyBounds::from_ref(state)).await?;
        let question = match body_type {
            BodyType::Json => question_from_json::<A>(&bytes, query)?,
            BodyType::Text => question_from_text::<A>(&bytes, query)?,
        };
        Ok(question.into())
    }
}

impl<A> From<wire::Question> for Asked<A> {
    fn from(question: wire::Question) -> Self {
        let wire::Question { puzzle, notation, limit, time_ms, nodes, .. } = question;
        let limits = AskedLimits { time_ms, nodes };
        let question = service::Question { puzzle, solutions_max: limit, limits };
        Self { question, notation, asks: PhantomData }
    }
}
