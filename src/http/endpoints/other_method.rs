//! Methods that a path does not support, and `OPTIONS`.

use axum::extract::{MatchedPath, Request, State};
use axum::response::{IntoResponse, Response};
use http::{Method, StatusCode, header};

use crate::http::caller::Caller;
use crate::http::error::ApiError;
use crate::http::middleware::service_links;
use crate::http::state::ServesDocs;

/// Responds to `OPTIONS` without a body, and to any other method with 405; to both with `Allow`.
pub(in crate::http) async fn other_method(
    State(ServesDocs(docs)): State<ServesDocs>,
    path: MatchedPath,
    request: Request,
) -> Result<Response, ApiError> {
    let caller = Caller::from_extensions(request.extensions())?;
    let allow = caller.route.allow.clone().ok_or_else(ApiError::internal)?;
    if request.method() != Method::OPTIONS {
        return Err(ApiError::other_method(request.method(), &allow));
    }
    let allow = [(header::ALLOW, allow)];
    let links = [(header::LINK, service_links(path.as_str(), docs))];
    Ok((StatusCode::NO_CONTENT, allow, links).into_response())
}
