//! `GET /version`

use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::extract::json;
use crate::http::openapi::PageRefusals;
use crate::version::{COMMIT, VERSION};

/// Program and version.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(in crate::http) struct Version {
    /// Name of the program.
    #[schema(example = "quadrille")]
    name: &'static str,
    /// Version of the program (semantic versioning).
    #[schema(example = "0.1.0")]
    version: &'static str,
    /// First twelve digits of the commit of its source; `null` if the build did not know it.
    #[schema(required, example = "3dbf1c0e6b2f")]
    commit: Option<&'static str>,
}

/// Get the version
///
/// The version of the program that serves this API.
#[utoipa::path(
    get,
    path = "/version",
    tag = "Operations",
    responses((status = 200, description = "Name, version and commit of the program.", body = Version), PageRefusals)
)]
pub(in crate::http) async fn get_version() -> Response {
    json(&Version { name: env!("CARGO_PKG_NAME"), version: VERSION, commit: COMMIT })
}
