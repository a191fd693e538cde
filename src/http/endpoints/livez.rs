//! `GET /livez`

use crate::http::openapi::ProbeRefusals;

/// Check liveness
///
/// Succeeds as long as the process accepts connections. It never waits for a solver thread.
#[utoipa::path(
    get,
    path = "/livez",
    tag = "Operations",
    responses(
        (status = 200, description = "The process is alive.", body = String, content_type = "text/plain", example = "ok\n"),
        ProbeRefusals,
    )
)]
pub(in crate::http) async fn check_liveness() -> &'static str {
    "ok\n"
}
