//! Cross-origin requests from browsers.

use std::time::Duration;

use http::{Method, header};
use tower_http::cors::{AllowOrigin, CorsLayer};

use super::access_log::{TRACEPARENT, TRACESTATE};
use super::request_id::REQUEST_ID;
use crate::http::clients::API_KEY;
use crate::http::state::CorsOrigins;

/// How long a browser may cache the answer to a preflight request.
const MAX_AGE: Duration = Duration::from_secs(3600);

/// Returns the layer that allows `origins` to call the routes; none without origins.
pub(super) fn cors(origins: &CorsOrigins) -> Option<CorsLayer> {
    let origins = match origins {
        CorsOrigins::None => return None,
        CorsOrigins::Any => AllowOrigin::any(),
        CorsOrigins::Listed(origins) => AllowOrigin::list(origins.iter().cloned()),
    };
    let layer = CorsLayer::new()
        .allow_origin(origins)
        .allow_methods([Method::GET, Method::POST])
        .allow_headers([
            header::CONTENT_TYPE,
            header::ACCEPT,
            REQUEST_ID,
            TRACEPARENT,
            TRACESTATE,
            header::AUTHORIZATION,
            API_KEY,
        ])
        .expose_headers([REQUEST_ID, TRACEPARENT, header::RETRY_AFTER, header::ETAG])
        .max_age(MAX_AGE);
    Some(layer)
}
