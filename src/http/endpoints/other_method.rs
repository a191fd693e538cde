//! Methods that a path does not support, and `OPTIONS`.

use axum::extract::{MatchedPath, State};
use axum::response::{IntoResponse, Response};
use http::{Method, StatusCode, header};

use crate::http::allowed_methods::AllowedMethods;
use crate::http::error::ApiError;
use crate::http::middleware::access_log::VERSION_PATH;
use crate::http::middleware::links::service_links;
use crate::http::state::ServesDocs;

/// Responds to `OPTIONS` without a body, and to any other method with 405; to both with `Allow`.
pub(in crate::http) async fn other_method(
    State(ServesDocs(docs)): State<ServesDocs>,
    State(allowed_methods): State<AllowedMethods>,
    method: Method,
    path: Option<MatchedPath>,
) -> Response {
    let path = path.as_ref().map_or("/", MatchedPath::as_str);
    let allow = [(header::ALLOW, allowed_methods.at(path.strip_prefix(VERSION_PATH).unwrap_or(path)))];
    if method != Method::OPTIONS {
        return (allow, ApiError::method_not_allowed()).into_response();
    }
    let links = [(header::LINK, service_links(path, docs))];
    (StatusCode::NO_CONTENT, allow, links).into_response()
}
