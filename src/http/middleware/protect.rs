//! Authenticates and identifies clients, and limits their request rate.

use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Router};
use http::{HeaderName, HeaderValue};

use crate::http::clients::{AccessRejection, Allowance, ClientAccess, ClientIdentity};

/// Header with the remaining requests of the client (draft-ietf-httpapi-ratelimit-headers).
pub(super) const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");

/// Header with the rate limit of each client (draft-ietf-httpapi-ratelimit-headers).
pub(super) const RATE_LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");

/// Adds the id of the client to the requests for these routes; and authentication and rate limits, as far as configured.
pub(in crate::http) fn protect<S>(routes: Router<S>, access: &ClientAccess) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
{
    routes.route_layer(from_fn_with_state(access.clone(), admit))
}

/// Limits the rate of clients on these routes, which need no API key.
pub(in crate::http) fn limit_rate<S>(routes: Router<S>, access: &ClientAccess) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
{
    routes.route_layer(from_fn_with_state(access.clone(), admit_without_key))
}

async fn admit(
    State(access): State<ClientAccess>,
    Extension(client): Extension<ClientIdentity>,
    mut request: Request,
    next: Next,
) -> Response {
    match access.admit(&client, &request) {
        Ok((id, allowance)) => {
            request.extensions_mut().insert(id);
            with_allowance(next.run(request).await, allowance)
        }
        Err(rejection) => reject(rejection),
    }
}

async fn admit_without_key(
    State(access): State<ClientAccess>,
    Extension(client): Extension<ClientIdentity>,
    request: Request,
    next: Next,
) -> Response {
    match access.admit_without_key(&client) {
        Ok(allowance) => with_allowance(next.run(request).await, allowance),
        Err(rejection) => reject(rejection),
    }
}

fn reject(rejection: AccessRejection) -> Response {
    let allowance = match rejection {
        AccessRejection::RateLimited(allowance) => Some(allowance),
        AccessRejection::Unauthorized(_) => None,
    };
    with_allowance(rejection.into_response(), allowance)
}

/// Adds the headers of the rate limit, if there is one.
fn with_allowance(mut response: Response, allowance: Option<Allowance>) -> Response {
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
