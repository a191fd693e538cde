//! `GET /page/{file}`: files of the page at `/`.

use axum::Router;
use axum::extract::Path;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use http::{HeaderMap, HeaderValue};

use crate::http::error::ApiError;
use crate::http::page::{POLICY, WORKER, file};

/// Files change with the program, and import each other: browsers ask each time whether they have the current ones.
pub(super) const CACHE_CONTROL: &str = "no-cache";

/// Path of the files.
pub(in crate::http) const PATH: &str = "/page/{file}";

/// Returns the route of the files.
pub(in crate::http) fn page<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new().route(PATH, get(respond))
}

async fn respond(Path(name): Path<String>, headers: HeaderMap) -> Response {
    let Some(asset) = file(&name) else { return ApiError::not_found().into_response() };
    let mut response = asset.respond(&headers, POLICY, CACHE_CONTROL);
    if name == WORKER {
        // The page is a folder above its files. Relative, to work behind a gateway that adds a prefix.
        response.headers_mut().insert("service-worker-allowed", HeaderValue::from_static("../"));
    }
    response
}
