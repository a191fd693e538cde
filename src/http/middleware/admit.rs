//! Authenticates and identifies clients, and limits their request rate.

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::{HeaderName, HeaderValue};

use super::route_table::Admission;
use crate::http::caller::Caller;
use crate::http::clients::{AccessRejection, Allowance};

/// Header with the remaining requests of the client (draft-ietf-httpapi-ratelimit-headers).
pub(super) const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");

/// Header with the rate limit of each client (draft-ietf-httpapi-ratelimit-headers).
pub(super) const RATE_LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");

/// Rejects requests of clients that may not call now. With a rate limit, every response says what it still allows.
pub(super) async fn admit(request: Request, next: Next) -> Response {
    match count(&request) {
        Ok(allowance) => with_allowance(next.run(request).await, allowance),
        Err(rejection) => *rejection,
    }
}

/// Counts a request. Returns what the rate limit still allows, if there is one.
pub(super) fn count(request: &Request) -> Result<Option<Allowance>, Box<Response>> {
    let caller = Caller::from_extensions(request.extensions());
    let Caller { client, route, .. } = caller.map_err(|error| Box::new(error.into_response()))?;
    let admitted = match route.admission(request.method()) {
        Admission::Open => Ok(None),
        Admission::Rate => client.admit_without_key(),
        Admission::Client => client.admit(request),
    };
    admitted.map_err(|rejection| Box::new(reject(rejection)))
}

fn reject(rejection: AccessRejection) -> Response {
    let allowance = match rejection {
        AccessRejection::RateLimited(allowance) => Some(allowance),
        AccessRejection::Unauthorized(_) => None,
    };
    with_allowance(rejection.into_response(), allowance)
}

/// Adds the headers of the rate limit, if there is one.
pub(super) fn with_allowance(mut response: Response, allowance: Option<Allowance>) -> Response {
    let Some(allowance) = allowance else { return response };
    let Allowance { remaining, burst, .. } = allowance;
    let state = format!("\"default\";r={remaining};t={}", allowance.reset_s());
    let policy = format!("\"default\";q={burst};w={}", allowance.window_s());
    let fields = [(RATE_LIMIT, state), (RATE_LIMIT_POLICY, policy)];
    let valid =
        fields.into_iter().filter_map(|(name, value)| Some((name, HeaderValue::try_from(value).ok()?)));
    response.headers_mut().extend(valid);
    response
}
