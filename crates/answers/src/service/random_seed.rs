//! Seeds for questions that name none.

/// Draws a seed of 52 bits, so that it and a million after it are at most 2^53 - 1.
///
/// # Errors
/// If the operating system has no random numbers.
pub fn random_seed() -> Result<u64, getrandom::Error> {
    Ok(getrandom::u64()? >> 12)
}
