//! Extractor that rejects pages of other origins.

use axum::extract::{FromRef, FromRequestParts};
use http::request::Parts;

use crate::http::error::ApiError;
use crate::http::origin::CorsOrigins;
use crate::http::origin::is_foreign_page;

/// Proof that no page of another origin has sent the request, unless `server.cors_origins` has its origin.
///
/// Requests with effects need it: a browser sends some of them, such as a `POST` of text, without asking the service before.
pub(in crate::http) struct OwnPage;

impl<S> FromRequestParts<S> for OwnPage
where
    S: Send + Sync,
    CorsOrigins: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let is_foreign = is_foreign_page(&parts.headers, &CorsOrigins::from_ref(state));
        if is_foreign { Err(ApiError::forbidden_origin()) } else { Ok(Self) }
    }
}
