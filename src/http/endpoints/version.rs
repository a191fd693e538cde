//! `GET /version`

use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::extract::json;

/// Program and version.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(in crate::http) struct Version {
    /// Name of the program.
    #[schema(example = "quadrille")]
    name: &'static str,
    /// Version of the program (semantic versioning).
    #[schema(example = "0.1.0")]
    pub(super) version: &'static str,
}

impl Version {
    pub(super) const CURRENT: Self =
        Self { name: env!("CARGO_PKG_NAME"), version: env!("CARGO_PKG_VERSION") };
}

/// Version
#[utoipa::path(
    get,
    path = "/version",
    tag = "Operations",
    responses((status = 200, description = "Name and version of the program.", body = Version))
)]
pub(in crate::http) async fn version() -> Response {
    json(&Version::CURRENT)
}
