//! Extractor of a body with one puzzle, in any of its formats.

use axum::extract::{FromRef, FromRequest, Request};
use http::Uri;

use super::body::{ReservedBody, UnreadBody};
use super::coding::Coding;
use super::media_type::{BodyType, QUESTION_TYPES};
use crate::http::clients::client_id;
use crate::http::deadline::{ClientDeadline, DeadlineSettings};
use crate::http::error::ApiError;
use crate::http::state::BodyBounds;
use crate::service::{ClientId, InputBudget};
use crate::wire::is_json;

/// Format of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BodyFormat {
    Json,
    Text,
    Form,
}

/// A complete body, and what the head says about it.
pub(super) struct WholeBody {
    pub(super) client: ClientId,
    pub(super) deadline: ClientDeadline,
    pub(super) format: BodyFormat,
    pub(super) bytes: ReservedBody,
    uri: Uri,
}

impl WholeBody {
    /// Returns the query of the request, which may have options.
    pub(super) fn query(&self) -> &str {
        self.uri.query().unwrap_or_default()
    }
}

impl<S> FromRequest<S> for WholeBody
where
    S: Send + Sync,
    BodyBounds: FromRef<S>,
    DeadlineSettings: FromRef<S>,
    InputBudget: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let deadline = ClientDeadline::of(request.headers(), &DeadlineSettings::from_ref(state))?;
        let body_type = BodyType::of(request.headers(), &QUESTION_TYPES)?;
        let coding = Coding::of(request.headers())?;
        let (parts, body) = request.into_parts();
        let budget = InputBudget::from_ref(state);
        let client = client_id(&parts.extensions)?;
        let unread = UnreadBody::reserve(body, coding, BodyBounds::from_ref(state), &budget, client).await?;
        let bytes = unread.read().await?;
        let format = match body_type {
            BodyType::Text | BodyType::Form if is_json(&bytes) => BodyFormat::Json,
            BodyType::Text => BodyFormat::Text,
            BodyType::Form => BodyFormat::Form,
            BodyType::Json | BodyType::Ndjson => BodyFormat::Json,
        };
        Ok(Self { client, deadline, format, bytes, uri: parts.uri })
    }
}
