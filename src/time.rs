//! The clocks of the service. No other module of this crate reads one, so that a reader finds what depends on the time.
#![expect(clippy::disallowed_types, reason = "the one module that reads a clock")]

/// Instant of the monotonic clock, which tests can pause.
pub type Instant = tokio::time::Instant;

/// Time of the calendar, which may jump.
pub type SystemTime = std::time::SystemTime;
