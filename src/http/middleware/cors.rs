//! Cross-origin requests from browsers.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http::{HeaderName, Method, StatusCode, header};
use tower::{Layer, ServiceExt};
use tower_http::cors::{AllowOrigin, CorsLayer};

use super::access_log::{TRACEPARENT, TRACESTATE};
use super::protect::{RATE_LIMIT, RATE_LIMIT_POLICY, count, with_allowance};
use crate::http::caller::Caller;
use crate::http::clients::API_KEY;
use crate::http::origin::CorsOrigins;
use crate::http::request_id::REQUEST_ID;

/// How long a browser may cache the answer to a preflight request.
const MAX_AGE: Duration = Duration::from_secs(3600);

/// Header of a response to a body whose content type is not supported.
const ACCEPT_POST: HeaderName = HeaderName::from_static("accept-post");

/// Header that makes a repeated request for a job harmless (draft-ietf-httpapi-idempotency-key-header).
pub(in crate::http) const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");

/// Header with the id of the last event that a client has received.
pub(in crate::http) const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

/// Header that says whether the results of a job are all: `complete` or `partial`.
pub(in crate::http) const RESULTS: HeaderName = HeaderName::from_static("quadrille-results");

/// Header with the warnings about the puzzle of a response that is text.
pub(in crate::http) const WARNINGS: HeaderName = HeaderName::from_static("quadrille-warnings");

/// Header with the parts of the puzzle of a response that is text that were not read, in words.
pub(in crate::http) const NOT_READ: HeaderName = HeaderName::from_static("quadrille-not-read");

/// Returns the layer that lets `origins` call the service with every request header that it reads. `None` if they are only its own origin.
pub(in crate::http) fn cors_layer(origins: &CorsOrigins, deadline: Option<&HeaderName>) -> Option<CorsLayer> {
    let allowed = match origins {
        CorsOrigins::None => return None,
        CorsOrigins::Any => AllowOrigin::any(),
        CorsOrigins::Listed(origins) => AllowOrigin::list(origins.iter().cloned()),
    };
    let headers = [
        header::CONTENT_TYPE,
        header::CONTENT_ENCODING,
        header::ACCEPT,
        header::IF_NONE_MATCH,
        header::AUTHORIZATION,
        API_KEY,
        IDEMPOTENCY_KEY,
        LAST_EVENT_ID,
        header::RANGE,
        REQUEST_ID,
        TRACEPARENT,
        TRACESTATE,
    ];
    let layer = CorsLayer::new()
        .allow_origin(allowed)
        .allow_methods([Method::GET, Method::HEAD, Method::POST, Method::DELETE])
        .allow_headers(headers.into_iter().chain(deadline.cloned()).collect::<Vec<_>>())
        .expose_headers([
            REQUEST_ID,
            TRACEPARENT,
            RATE_LIMIT,
            RATE_LIMIT_POLICY,
            WARNINGS,
            NOT_READ,
            RESULTS,
            header::LOCATION,
            header::ACCEPT_RANGES,
            header::CONTENT_RANGE,
            header::RETRY_AFTER,
            header::ETAG,
            header::LINK,
            header::ALLOW,
            header::WWW_AUTHENTICATE,
            ACCEPT_POST,
            header::ACCEPT_ENCODING,
        ])
        .max_age(MAX_AGE);
    Some(layer)
}

/// Adds the CORS headers. Answers preflight requests as other `OPTIONS` requests: 204 with `Allow`.
pub(super) async fn add_cors_headers(
    State(cors): State<Arc<CorsLayer>>,
    request: Request,
    next: Next,
) -> Result<Response, Infallible> {
    if request.method() != Method::OPTIONS {
        return cors.layer(next).oneshot(request).await;
    }
    if !request.headers().contains_key(header::ACCESS_CONTROL_REQUEST_METHOD) {
        // The layer would take the request for a preflight request.
        return Ok(next.run(request).await);
    }
    // The layer responds by itself, before the request reaches `protect`.
    let allowance = match count(&request) {
        Ok(allowance) => allowance,
        Err(rejection) => return Ok(*rejection),
    };
    let allow =
        Caller::from_extensions(request.extensions()).ok().and_then(|caller| caller.route.allow.clone());
    let mut response = cors.layer(next).oneshot(request).await?;
    *response.status_mut() = StatusCode::NO_CONTENT;
    response.headers_mut().extend(allow.map(|allow| (header::ALLOW, allow)));
    Ok(with_allowance(response, allowance))
}
