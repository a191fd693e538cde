//! Seeds for clients that name none.

use super::error::ApiError;

/// Draws a seed of 52 bits, so that it and a million after it are at most 2^53 - 1.
///
/// # Errors
/// If the operating system has no random numbers.
pub(super) fn random_seed() -> Result<u64, ApiError> {
    let bits = getrandom::u64().map_err(|error| {
        tracing::error!(%error, "failed to draw a seed");
        ApiError::internal()
    })?;
    Ok(bits >> 12)
}
