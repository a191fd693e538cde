//! `GET /docs/proofs`

use std::sync::LazyLock;

use axum::response::Response;
use bytes::Bytes;
use http::{HeaderMap, HeaderValue};

use crate::http::asset::Asset;
use crate::http::openapi::PageRefusals;

/// Text alone.
const POLICY: &str = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

static DOCUMENT: LazyLock<Asset> = LazyLock::new(|| {
    let text = Bytes::from_static(include_bytes!("../../../docs/proofs.md"));
    Asset::new(text, HeaderValue::from_static("text/markdown; charset=utf-8"))
});

/// Get the documentation of proofs
///
/// What proofs say, the formulas that they are about, and how to check them. `check` of an answer of `/prove` is its path.
#[utoipa::path(
    get,
    path = "/docs/proofs",
    tag = "Operations",
    responses(
        (
            status = 200,
            description = "The documentation.",
            body = String,
            content_type = "text/markdown",
            example = "# Proofs"
        ),
        PageRefusals,
    )
)]
pub(in crate::http) async fn get_proofs_document(headers: HeaderMap) -> Response {
    DOCUMENT.respond(&headers, POLICY, "public, max-age=3600")
}
