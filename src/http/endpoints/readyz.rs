//! `GET /readyz`

use axum::extract::State;

use crate::http::error::ApiError;
use crate::http::refusals::NotReady;
use crate::service::Dispatcher;
use crate::wire::ProblemCode;

/// Does the service want work?
///
/// Refused from the moment the process is asked to stop, so that it is taken out of rotation while it finishes
/// what it has.
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
    if dispatcher.is_ready() {
        Ok("ready\n")
    } else {
        Err(ApiError::new(
            ProblemCode::ShuttingDown,
            "the service finishes what it has and takes nothing new",
        ))
    }
}
