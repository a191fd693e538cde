//! Error responses to requests that do not reach the router.

use bytes::Bytes;
use http::{HeaderValue, Response, StatusCode, header};
use quadrille_answers::faults::ProblemCode;

use super::error::ApiError;
use super::request_id::{REQUEST_ID, RequestId};
use crate::metrics::Metrics;

/// Returns a counted problem response. A status other than 413, 429 and 431 becomes 400.
pub fn early_problem(status: StatusCode, detail: &str, metrics: &Metrics) -> Response<Bytes> {
    let code = match status {
        StatusCode::PAYLOAD_TOO_LARGE => ProblemCode::BodyTooLarge,
        StatusCode::TOO_MANY_REQUESTS => ProblemCode::ShareExceeded,
        StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE => ProblemCode::HeadTooLarge,
        _ => ProblemCode::BadRequest,
    };
    metrics.requests().refused(code);
    let id = RequestId::generate();
    let error = ApiError::new(code, detail);
    let (status, retry) = (error.status(), error.header());
    // Serializing a problem cannot fail; an empty body would still have its status.
    let body = serde_json::to_vec(&error.into_problem(status, id.as_str())).unwrap_or_default();
    let mut response = Response::new(Bytes::from(body));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.extend(retry);
    headers.insert(REQUEST_ID, id.into_header());
    response
}
