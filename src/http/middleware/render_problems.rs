//! Renders the body of every error response as problem+json (RFC 9457).

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use http::{HeaderValue, Method, StatusCode, header};

use crate::http::caller::Caller;
use crate::http::error::ApiError;
use crate::http::request_id::RequestId;

/// Renders the body of an error response from its [`ApiError`], or from its status if it has none. For a method that the path does not
/// have, the response names the others, as axum would without `OPTIONS`. An error of JSON-RPC, which alone has a body of JSON, stays.
pub(super) fn render_problem(response: Response, method: &Method, caller: &Caller) -> Response {
    if response.headers().get(header::CONTENT_TYPE).is_some_and(|value| value == "application/json") {
        return response;
    }
    let status = response.status();
    let mut response = render(response, status, &caller.id);
    response
        .headers_mut()
        .extend(caller.route.others_allowed(method).map(|allow| (header::ALLOW, allow.clone())));
    response
}

fn render(response: Response, status: StatusCode, id: &RequestId) -> Response {
    let (mut parts, _) = response.into_parts();
    let error = parts.extensions.remove::<ApiError>().unwrap_or_else(|| ApiError::from_status(status));
    parts.extensions.insert(error.code);
    let Ok(body) = serde_json::to_vec(&error.into_problem(status, id.as_str())) else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
    parts.headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Response::from_parts(parts, Body::from(body))
}
