//! Cross-origin requests from browsers.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use parking_lot::Mutex;
use tower::{Layer, ServiceExt};
use tower_http::cors::{AllowOrigin, CorsLayer};

use super::access_log::{TRACEPARENT, TRACESTATE};
use super::admit::{RATE_LIMIT, RATE_LIMIT_POLICY, count, with_allowance};
use crate::http::caller::Caller;
use crate::http::clients::API_KEY;
use crate::http::origin::is_own;
use crate::http::request_id::REQUEST_ID;
use crate::http::state::CorsOrigins;

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

/// Cross-origin requests: which are allowed, and the origin of the last one that was not.
pub(in crate::http) struct Cors {
    origins: CorsOrigins,
    /// `None` without origins.
    layer: Option<CorsLayer>,
    last_refused: Mutex<Option<HeaderValue>>,
}

impl Cors {
    /// Lets `origins` call the service with every request header that it reads.
    pub(in crate::http) fn new(origins: CorsOrigins, deadline: Option<&HeaderName>) -> Self {
        let layer = layer(&origins, deadline);
        Self { origins, layer, last_refused: Mutex::default() }
    }

    /// Logs the origin of a request whose answer its browser hides from the page, unless the last such request had the same origin.
    fn log_refused(&self, headers: &HeaderMap) {
        let Some(origin) = headers.get(header::ORIGIN) else { return };
        if self.origins.has(origin) || is_own(origin, headers) {
            return;
        }
        let mut last = self.last_refused.lock();
        if last.as_ref() != Some(origin) {
            tracing::warn!(
                ?origin,
                "a page of another origin is refused: server.cors_origins (--cors) does not list it"
            );
            *last = Some(origin.clone());
        }
    }
}

/// Adds the CORS headers. Answers preflight requests as other `OPTIONS` requests: 204 with `Allow`.
pub(super) async fn add_cors_headers(
    State(cors): State<Arc<Cors>>,
    request: Request,
    next: Next,
) -> Result<Response, Infallible> {
    cors.log_refused(request.headers());
    let is_preflight = is_preflight(&request);
    let Some(layer) = cors.layer.as_ref().filter(|_| is_preflight || request.method() != Method::OPTIONS)
    else {
        // The layer would take the request for a preflight request.
        return Ok(next.run(request).await);
    };
    if !is_preflight {
        return layer.layer(next).oneshot(request).await;
    }
    // The layer responds by itself, before the request reaches the layer that counts it.
    let allowance = match count(&request) {
        Ok(allowance) => allowance,
        Err(rejection) => return Ok(*rejection),
    };
    let allow =
        Caller::from_extensions(request.extensions()).ok().and_then(|caller| caller.route.allow.clone());
    let mut response = layer.layer(next).oneshot(request).await?;
    *response.status_mut() = StatusCode::NO_CONTENT;
    response.headers_mut().extend(allow.map(|allow| (header::ALLOW, allow)));
    Ok(with_allowance(response, allowance))
}

fn layer(origins: &CorsOrigins, deadline: Option<&HeaderName>) -> Option<CorsLayer> {
    let origins = match origins {
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
        .allow_origin(origins)
        .allow_methods([Method::GET, Method::HEAD, Method::POST, Method::DELETE])
        .allow_headers(headers.into_iter().chain(deadline.cloned()).collect::<Vec<_>>())
        .expose_headers([
            REQUEST_ID,
            TRACEPARENT,
            RATE_LIMIT,
            RATE_LIMIT_POLICY,
            WARNINGS,
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

/// Returns whether a browser asks with this request what the next one may do.
fn is_preflight(request: &Request) -> bool {
    request.method() == Method::OPTIONS
        && request.headers().contains_key(header::ACCESS_CONTROL_REQUEST_METHOD)
}
