//! Cross-origin requests from browsers.

use std::time::Duration;

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use http::{HeaderName, Method, header};
use tower::{Layer, ServiceExt};
use tower_http::cors::{AllowOrigin, CorsLayer};

use super::access_log::{TRACEPARENT, TRACESTATE};
use super::protect::{RATE_LIMIT, RATE_LIMIT_POLICY};
use super::request_id::REQUEST_ID;
use crate::http::clients::API_KEY;
use crate::http::state::CorsOrigins;

/// How long a browser may cache the answer to a preflight request.
const MAX_AGE: Duration = Duration::from_secs(3600);

/// Returns the layer that lets `origins` call the service with every request header that it reads; `None` without origins.
pub(in crate::http) fn cors(origins: &CorsOrigins, deadline: Option<&HeaderName>) -> Option<CorsLayer> {
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
        REQUEST_ID,
        TRACEPARENT,
        TRACESTATE,
    ];
    let layer = CorsLayer::new()
        .allow_origin(origins)
        .allow_methods([Method::GET, Method::HEAD, Method::POST])
        .allow_headers(headers.into_iter().chain(deadline.cloned()).collect::<Vec<_>>())
        .expose_headers([
            REQUEST_ID,
            TRACEPARENT,
            RATE_LIMIT,
            RATE_LIMIT_POLICY,
            header::RETRY_AFTER,
            header::ETAG,
            header::LINK,
            header::ALLOW,
        ])
        .max_age(MAX_AGE);
    Some(layer)
}

/// Calls the routes, with the layer unless the request is an `OPTIONS` request other than a preflight request: the layer
/// takes all of them for that.
pub(super) async fn run_with_cors(layer: Option<&CorsLayer>, request: Request, next: Next) -> Response {
    let is_plain_options = request.method() == Method::OPTIONS
        && !request.headers().contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
    let Some(layer) = layer.filter(|_| !is_plain_options) else { return next.run(request).await };
    let Ok(response) = layer.layer(next).oneshot(request).await;
    response
}
