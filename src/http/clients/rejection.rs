//! Error responses to clients that may not call.

use axum::response::{IntoResponse, Response};
use http::{HeaderValue, header};
use quadrille_answers::faults::ProblemCode;

use super::api_key::AuthError;
use super::rate::Allowance;
use crate::http::error::ApiError;

/// Reason why a client is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::http) enum AccessRejection {
    /// No valid API key.
    Unauthorized(AuthError),
    /// Too many requests; the client may retry after the reset.
    RateLimited(Allowance),
}

impl AccessRejection {
    /// Returns the error of the response.
    pub(in crate::http) fn error(self) -> ApiError {
        match self {
            Self::Unauthorized(error) => ApiError::new(ProblemCode::Unauthorized, auth_detail(error)),
            Self::RateLimited(allowance) => ApiError::rate_limited(allowance.reset),
        }
    }
}

impl IntoResponse for AccessRejection {
    fn into_response(self) -> Response {
        let mut response = self.error().into_response();
        if let Self::Unauthorized(error) = self {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, challenge(error));
        }
        response
    }
}

/// Returns the detail of the problem.
fn auth_detail(error: AuthError) -> &'static str {
    match error {
        AuthError::Missing => {
            "an API key is required: send it as `Authorization: Bearer KEY` or `X-Api-Key: KEY`"
        }
        AuthError::Several => {
            "the request has more than one API key or `Authorization` header; send exactly one key, in one header"
        }
        AuthError::Unknown => "the API key is invalid",
        AuthError::Expired => "the API key has expired",
    }
}

/// Returns the `WWW-Authenticate` challenge (RFC 6750 section 3).
fn challenge(error: AuthError) -> HeaderValue {
    HeaderValue::from_static(match error {
        AuthError::Missing => r#"Bearer realm="quadrille""#,
        AuthError::Several => r#"Bearer realm="quadrille", error="invalid_request""#,
        AuthError::Unknown | AuthError::Expired => r#"Bearer realm="quadrille", error="invalid_token""#,
    })
}
