//! Extractors of a picture: from body and query, or from the query alone.

use axum::extract::{FromRef, FromRequest, FromRequestParts, Request};
use http::request::Parts;

use super::body::UnreadBody;
use super::coding::Coding;
use super::media_type::{BodyType, QUESTION_TYPES};
use crate::http::clients::client_id;
use crate::http::deadline::{ClientDeadline, DeadlineSettings};
use crate::http::error::ApiError;
use crate::http::state::BodyBounds;
use crate::service::InputBudget;
use crate::wire::{is_json, svg_from_form, svg_from_json, svg_from_query, svg_from_text};

/// Picture of the puzzle in the body, as SVG.
pub(in crate::http) struct PictureBody(pub(in crate::http) String);

impl<S> FromRequest<S> for PictureBody
where
    S: Send + Sync,
    BodyBounds: FromRef<S>,
    DeadlineSettings: FromRef<S>,
    InputBudget: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        // Drawing has no time limit, but an invalid header is an error on every path of a question.
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
            BodyType::Text | BodyType::Form if is_json(&bytes) => svg_from_json(&bytes, query)?,
            BodyType::Text => svg_from_text(&bytes, query)?,
            BodyType::Form => svg_from_form(&bytes, query)?,
            BodyType::Json | BodyType::Ndjson => svg_from_json(&bytes, query)?,
        }))
    }
}

/// Picture of the puzzle in the query, as SVG.
pub(in crate::http) struct PictureQuery(pub(in crate::http) String);

impl<S> FromRequestParts<S> for PictureQuery
where
    S: Sync,
    DeadlineSettings: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        ClientDeadline::of(&parts.headers, &DeadlineSettings::from_ref(state))?;
        Ok(Self(svg_from_query(parts.uri.query().unwrap_or_default())?))
    }
}
