//! Methods that a path does not support, and `OPTIONS`.

use axum::extract::{MatchedPath, State};
use axum::response::{IntoResponse, Response};
use http::{Method, StatusCode, header};

use crate::http::error::ApiError;
use crate::http::middleware::links::service_links;
use crate::http::state::ServesDocs;

/// Responds to `OPTIONS` without a body, and to any other method with 405. The router adds `Allow`.
pub(in crate::http) async fn other_method(
    State(ServesDocs(docs)): State<ServesDocs>,
    method: Method,
    path: Option<MatchedPath>,
) -> Response {
    if method != Method::OPTIONS {
        return ApiError::method_not_allowed().into_response();
    }
    let links = service_links(path.as_ref().map_or("/", MatchedPath::as_str), docs);
    (StatusCode::NO_CONTENT, [(header::LINK, links)]).into_response()
}
