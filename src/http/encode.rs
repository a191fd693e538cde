//! Encodes answers.

use quadrille_answers::service::{ClientId, DispatchError, Dispatcher};

/// Encodes an answer: at once if that is cheap for certain, otherwise on a solver thread, in turn with streams.
///
/// # Errors
/// [`DispatchError::WorkLost`] if it panicked.
pub(super) async fn encode<T: Send + 'static>(
    dispatcher: &Dispatcher,
    client: ClientId,
    is_cheap: bool,
    respond: impl FnOnce() -> T + Send + 'static,
) -> Result<T, DispatchError> {
    if is_cheap {
        return Ok(respond());
    }
    Box::pin(dispatcher.compute_part(client, respond)).await
}
