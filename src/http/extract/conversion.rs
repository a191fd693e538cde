//! Extractor of a conversion, from body and query.

use axum::extract::{FromRef, FromRequest, Request};
use quadrille_answers::kinds::{Conversion, Convert};
use quadrille_answers::service::{Dispatcher, InputBudget};
use quadrille_answers::wire::ProblemBounds;

use super::media_type::PUZZLE_TYPES;
use super::whole_body::WholeBody;
use crate::http::deadline::DeadlineSettings;
use crate::http::error::ApiError;
use crate::http::state::BodyBounds;

/// Puzzle of the body in another format.
pub(in crate::http) struct ConversionBody(pub(in crate::http) Conversion);

impl<S> FromRequest<S> for ConversionBody
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
        let convert = |body: WholeBody| Ok(Self(body.request::<Convert>(ProblemBounds::MAX)?));
        body.parse(&Dispatcher::from_ref(state), convert).await
    }
}
