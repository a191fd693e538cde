//! The clock. No other module reads one.
#![expect(clippy::disallowed_types, reason = "the one module of this crate that reads a clock")]

/// Instant of the clock of tokio, which tests can pause.
pub type Instant = tokio::time::Instant;
