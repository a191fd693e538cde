//! Extractors of a picture: from body and query, or from the query alone.

use axum::extract::{FromRef, FromRequest, FromRequestParts, Request};
use http::request::Parts;
use quadrille_answers::kinds::{DrawnPuzzle, Render};
use quadrille_answers::service::{Dispatcher, InputBudget};
use quadrille_answers::wire::{ProblemBounds, read_parameters};

use super::media_type::PUZZLE_TYPES;
use super::whole_body::WholeBody;
use crate::http::caller::client_id;
use crate::http::deadline::{ClientDeadline, DeadlineSettings};
use crate::http::error::ApiError;
use crate::http::memory_reservation::MemoryReservation;
use crate::http::state::AppState;

/// Picture of the puzzle in the body, as SVG, drawn on a solver thread.
pub(in crate::http) struct PictureBody {
    pub(in crate::http) drawn: DrawnPuzzle,
    pub(in crate::http) held: MemoryReservation,
}

impl FromRequest<AppState> for PictureBody {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &AppState) -> Result<Self, ApiError> {
        let body = WholeBody::read(request, state, &PUZZLE_TYPES).await?;
        let draw = |body: WholeBody| {
            let drawn = body.request::<Render>(ProblemBounds::MAX)?;
            Ok(Self { drawn, held: MemoryReservation::of_request(body.bytes.into_permit(), 0)? })
        };
        body.parse_in_turn(&Dispatcher::from_ref(state), draw).await
    }
}

/// Picture of the puzzle in the query, as SVG, drawn on a solver thread.
pub(in crate::http) struct PictureQuery(pub(in crate::http) PictureBody);

impl FromRequestParts<AppState> for PictureQuery {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        // Drawing has no time limit, but an invalid header is an error on every path of a question.
        ClientDeadline::from_headers(&parts.headers, &DeadlineSettings::from_ref(state))?;
        let client = client_id(&parts.extensions)?;
        let query = parts.uri.query().unwrap_or_default().to_owned();
        let drawn = Dispatcher::from_ref(state)
            .compute(client, move || read_parameters::<Render>(&query, ProblemBounds::MAX))
            .await??;
        let held = MemoryReservation::of_request(InputBudget::from_ref(state).nothing(client), 0)?;
        Ok(Self(PictureBody { drawn, held }))
    }
}
