//! The clock.

/// Point in time.
#[expect(clippy::disallowed_types, reason = "this module reads the clock")]
pub(crate) type Instant = std::time::Instant;
