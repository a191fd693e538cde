//! Extractors of a picture: from body and query, or from the query alone.

use axum::extract::{FromRef, FromRequest, FromRequestParts, Request};
use http::request::Parts;
use quadrille_answers::service::{Dispatcher, InputBudget};
use quadrille_answers::wire::{DrawnPuzzle, svg_from_form, svg_from_json, svg_from_query, svg_from_text};

use super::media_type::PUZZLE_TYPES;
use super::whole_body::{BodyFormat, WholeBody};
use crate::http::caller::client_id;
use crate::http::deadline::{ClientDeadline, DeadlineSettings};
use crate::http::error::ApiError;
use crate::http::held_memory::HeldMemory;
use crate::http::state::BodyBounds;

/// Picture of the puzzle in the body, as SVG, drawn on a solver thread.
pub(in crate::http) struct PictureBody {
    pub(in crate::http) drawn: DrawnPuzzle,
    pub(in crate::http) held: HeldMemory,
}

impl<S> FromRequest<S> for PictureBody
where
    S: Send + Sync,
    BodyBounds: FromRef<S>,
    DeadlineSettings: FromRef<S>,
    Dispatcher: FromRef<S>,
    InputBudget: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let body = WholeBody::read(request, state, &PUZZLE_TYPES).await?;
        let draw = |body: WholeBody| {
            let drawn = match body.format() {
                BodyFormat::Json => svg_from_json(&body.bytes, &body.query)?,
                BodyFormat::Text => svg_from_text(&body.bytes, &body.query)?,
                BodyFormat::Form => svg_from_form(&body.bytes, &body.query)?,
            };
            Ok(Self { drawn, held: HeldMemory::of_request(body.bytes.into_permit(), 0)? })
        };
        body.parse_in_turn(&Dispatcher::from_ref(state), draw).await
    }
}

/// Picture of the puzzle in the query, as SVG, drawn on a solver thread.
pub(in crate::http) struct PictureQuery(pub(in crate::http) PictureBody);

impl<S> FromRequestParts<S> for PictureQuery
where
    S: Sync,
    DeadlineSettings: FromRef<S>,
    Dispatcher: FromRef<S>,
    InputBudget: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        // Drawing has no time limit, but an invalid header is an error on every path of a question.
        ClientDeadline::of(&parts.headers, &DeadlineSettings::from_ref(state))?;
        let client = client_id(&parts.extensions)?;
        let query = parts.uri.query().unwrap_or_default().to_owned();
        let drawn = Dispatcher::from_ref(state).compute(client, move || svg_from_query(&query)).await??;
        let held = HeldMemory::of_request(InputBudget::from_ref(state).nothing(client), 0)?;
        Ok(Self(PictureBody { drawn, held }))
    }
}
