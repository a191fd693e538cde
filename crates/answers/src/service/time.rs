//! The clock. No other module reads one.
#![expect(clippy::disallowed_types, reason = "the one module of this crate that reads a clock")]

/// Instant of the clock of tokio, which tests can pause.
#[cfg(feature = "runtime")]
pub type Instant = tokio::time::Instant;

/// Instant of the clock.
#[cfg(not(feature = "runtime"))]
pub type Instant = std::time::Instant;
