//! `GET /openapi.yaml` and `GET /openapi.json`

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, header};

use crate::http::extract::accepts_gzip;
use crate::http::openapi::PageRefusals;
use crate::http::state::{Document, Documents};

/// Get the OpenAPI document as YAML
///
/// The description of this API.
#[utoipa::path(
    get,
    path = "/openapi.yaml",
    tag = "Operations",
    responses(
        (
            status = 200,
            description = "This document.",
            body = Object,
            content_type = "application/yaml",
            example = json!({"openapi": "3.1.0"})
        ),
        PageRefusals,
    )
)]
pub(in crate::http) async fn get_openapi_yaml(
    State(documents): State<Documents>,
    headers: HeaderMap,
) -> Response {
    respond(documents.yaml, "application/yaml", &headers)
}

/// Get the OpenAPI document as JSON
///
/// The description of this API.
#[utoipa::path(
    get,
    path = "/openapi.json",
    tag = "Operations",
    responses(
        (
            status = 200,
            description = "This document.",
            body = Object,
            content_type = "application/json",
            example = json!({"openapi": "3.1.0"})
        ),
        PageRefusals,
    )
)]
pub(in crate::http) async fn get_openapi_json(
    State(documents): State<Documents>,
    headers: HeaderMap,
) -> Response {
    respond(documents.json, "application/json", &headers)
}

fn respond(document: Document, content_type: &'static str, headers: &HeaderMap) -> Response {
    let common = [(header::CONTENT_TYPE, content_type), (header::VARY, "accept-encoding")];
    match accepts_gzip(headers) {
        true => (common, [(header::CONTENT_ENCODING, "gzip")], document.gzipped).into_response(),
        false => (common, document.plain).into_response(),
    }
}
