//! `GET /livez`

/// Is the process alive?
///
/// Answers as long as the process takes connections. It never waits behind solving.
#[utoipa::path(
    get,
    path = "/livez",
    tag = "Operations",
    responses((status = 200, description = "It is.", body = String, content_type = "text/plain", example = "ok\n"))
)]
pub(in crate::http) async fn livez() -> &'static str {
    "ok\n"
}
