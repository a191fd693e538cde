//! Extractor of a conversion, from body and query.

use axum::extract::{FromRef, FromRequest, Request};
use quadrille_answers::kinds::{Conversion, Convert};
use quadrille_answers::service::Dispatcher;
use quadrille_answers::wire::ProblemBounds;

use super::media_type::PUZZLE_TYPES;
use super::whole_body::WholeBody;
use crate::http::error::ApiError;
use crate::http::state::AppState;

/// Puzzle of the body in another format, converted on a solver thread.
pub(in crate::http) struct ConversionBody(pub(in crate::http) Conversion);

impl FromRequest<AppState> for ConversionBody {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &AppState) -> Result<Self, ApiError> {
        let body = WholeBody::read(request, state, &PUZZLE_TYPES).await?;
        let convert = |body: WholeBody| Ok(Self(body.request::<Convert>(ProblemBounds::MAX)?));
        body.parse_in_turn(&Dispatcher::from_ref(state), convert).await
    }
}
