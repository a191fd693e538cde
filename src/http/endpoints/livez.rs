//! `GET /livez`

/// Liveness
///
/// Succeeds as long as the process accepts connections. It never waits for a solver thread.
#[utoipa::path(
    get,
    path = "/livez",
    tag = "Operations",
    responses((status = 200, description = "The process is alive.", body = String, content_type = "text/plain", example = "ok\n"))
)]
pub(in crate::http) async fn livez() -> &'static str {
    "ok\n"
}
