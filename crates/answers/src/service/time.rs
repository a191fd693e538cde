//! The clock. No other module reads one.
#![expect(clippy::disallowed_types, reason = "service is the one module that reads the clock")]

/// Instant of the clock of tokio, which tests can pause.
pub(super) type Instant = tokio::time::Instant;
