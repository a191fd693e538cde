//! Methods that a path does not support, and `OPTIONS`.

use axum::Extension;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::{Method, StatusCode, header};

use crate::http::error::ApiError;
use crate::http::middleware::links::service_links;
use crate::http::middleware::route_table::OtherMethod;
use crate::http::state::ServesDocs;

/// Responds to `OPTIONS` without a body, and to any other method with 405; to both with `Allow`.
pub(in crate::http) async fn other_method(
    State(ServesDocs(docs)): State<ServesDocs>,
    method: Method,
    Extension(OtherMethod { path, allow }): Extension<OtherMethod>,
) -> Response {
    if method != Method::OPTIONS {
        let error = ApiError::other_method(&method, &allow);
        return ([(header::ALLOW, allow)], error).into_response();
    }
    let allow = [(header::ALLOW, allow)];
    let links = [(header::LINK, service_links(&path, docs))];
    (StatusCode::NO_CONTENT, allow, links).into_response()
}
