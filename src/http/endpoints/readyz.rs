//! `GET /readyz`

use axum::extract::State;

use crate::http::error::ApiError;
use crate::http::openapi::NotReady;
use crate::service::Dispatcher;

/// Does the service want work?
///
/// Refused from the moment the process is asked to stop. Requests are still served for a while then, so that whoever
/// asks here can send new ones elsewhere before the port is closed.
#[utoipa::path(
    get,
    path = "/readyz",
    tag = "Operations",
    responses(
        (status = 200, description = "It does.", body = String, content_type = "text/plain", example = "ready\n"),
        NotReady,
    )
)]
pub(in crate::http) async fn readyz(State(dispatcher): State<Dispatcher>) -> Result<&'static str, ApiError> {
    if dispatcher.is_ready() { Ok("ready\n") } else { Err(ApiError::not_ready()) }
}
