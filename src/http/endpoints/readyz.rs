//! `GET /readyz`

use axum::extract::State;
use quadrille_answers::service::Dispatcher;

use crate::http::error::ApiError;
use crate::http::openapi::{NotReady, ProbeRefusals};

/// Check readiness
///
/// Fails after the process has received a stop signal. The service still serves requests for a while, so that a load
/// balancer can route new ones elsewhere before the port closes.
#[utoipa::path(
    get,
    path = "/readyz",
    tag = "Operations",
    responses(
        (status = 200, description = "The service accepts requests.", body = String, content_type = "text/plain", example = "ready\n"),
        NotReady,
        ProbeRefusals,
    )
)]
pub(in crate::http) async fn check_readiness(
    State(dispatcher): State<Dispatcher>,
) -> Result<&'static str, ApiError> {
    if dispatcher.is_ready() { Ok("ready\n") } else { Err(ApiError::not_ready()) }
}
