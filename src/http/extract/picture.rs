//! Extractors of a picture: from body and query, or from the query alone.

use axum::extract::{FromRef, FromRequest, FromRequestParts, Request};
use http::request::Parts;

use super::media_type::PUZZLE_TYPES;
use super::whole_body::{BodyFormat, WholeBody};
use crate::http::deadline::{ClientDeadline, DeadlineSettings};
use crate::http::error::ApiError;
use crate::http::state::BodyBounds;
use crate::service::InputBudget;
use crate::wire::{DrawnPuzzle, svg_from_form, svg_from_json, svg_from_query, svg_from_text};

/// Picture of the puzzle in the body, as SVG.
pub(in crate::http) struct PictureBody(pub(in crate::http) DrawnPuzzle);

impl<S> FromRequest<S> for PictureBody
where
    S: Send + Sync,
    BodyBounds: FromRef<S>,
    DeadlineSettings: FromRef<S>,
    InputBudget: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let body = WholeBody::read(request, state, &PUZZLE_TYPES).await?;
        Ok(Self(match body.format {
            BodyFormat::Json => svg_from_json(&body.bytes, &body.query)?,
            BodyFormat::Text => svg_from_text(&body.bytes, &body.query)?,
            BodyFormat::Form => svg_from_form(&body.bytes, &body.query)?,
        }))
    }
}

/// Picture of the puzzle in the query, as SVG.
pub(in crate::http) struct PictureQuery(pub(in crate::http) DrawnPuzzle);

impl<S> FromRequestParts<S> for PictureQuery
where
    S: Sync,
    DeadlineSettings: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        // Drawing has no time limit, but an invalid header is an error on every path of a question.
        ClientDeadline::of(&parts.headers, &DeadlineSettings::from_ref(state))?;
        Ok(Self(svg_from_query(parts.uri.query().unwrap_or_default())?))
    }
}
