//! Extractor of a conversion, from body and query.

use axum::extract::{FromRef, FromRequest, Request};

use super::body::UnreadBody;
use super::coding::Coding;
use super::media_type::{BodyType, QUESTION_TYPES};
use crate::http::clients::client_id;
use crate::http::deadline::{ClientDeadline, DeadlineSettings};
use crate::http::error::ApiError;
use crate::http::state::BodyBounds;
use crate::service::InputBudget;
use crate::wire::{Conversion, conversion_from_form, conversion_from_json, conversion_from_text, is_json};

/// Puzzle of the body in another format.
pub(in crate::http) struct ConversionBody(pub(in crate::http) Conversion);

impl<S> FromRequest<S> for ConversionBody
where
    S: Send + Sync,
    BodyBounds: FromRef<S>,
    DeadlineSettings: FromRef<S>,
    InputBudget: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        // Converting has no time limit, but an invalid header is an error on every path of a question.
        ClientDeadline::of(request.headers(), &DeadlineSettings::from_ref(state))?;
        let body_type = BodyType::of(request.headers(), &QUESTION_TYPES)?;
        let coding = Coding::of(request.headers())?;
        let (parts, body) = request.into_parts();
        let query = parts.uri.query().unwrap_or_default();
        let budget = InputBudget::from_ref(state);
        let client = client_id(&parts.extensions)?;
        let unread = UnreadBody::reserve(body, coding, BodyBounds::from_ref(state), &budget, client).await?;
        let bytes = unread.read().await?;
        Ok(Self(match body_type {
            BodyType::Text | BodyType::Form if is_json(&bytes) => conversion_from_json(&bytes, query)?,
            BodyType::Text => conversion_from_text(&bytes, query)?,
            BodyType::Form => conversion_from_form(&bytes, query)?,
            BodyType::Json | BodyType::Ndjson => conversion_from_json(&bytes, query)?,
        }))
    }
}
