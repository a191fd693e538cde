//! `GET /openapi.yaml` and `GET /openapi.json`

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header;

use crate::http::state::Documents;

/// OpenAPI document as YAML
#[utoipa::path(
    get,
    path = "/openapi.yaml",
    tag = "Operations",
    responses((
        status = 200,
        description = "This document.",
        body = Object,
        content_type = "application/yaml",
        example = json!({"openapi": "3.1.0"})
    ))
)]
pub(in crate::http) async fn yaml(State(documents): State<Documents>) -> Response {
    ([(header::CONTENT_TYPE, "application/yaml")], documents.yaml).into_response()
}

/// OpenAPI document as JSON
#[utoipa::path(
    get,
    path = "/openapi.json",
    tag = "Operations",
    responses((
        status = 200,
        description = "This document.",
        body = Object,
        content_type = "application/json",
        example = json!({"openapi": "3.1.0"})
    ))
)]
pub(in crate::http) async fn json(State(documents): State<Documents>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], documents.json).into_response()
}
