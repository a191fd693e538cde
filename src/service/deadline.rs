//! A deadline that does not depend on a question.
#![expect(clippy::disallowed_types, reason = "service is the one module that reads the clock")]

use std::time::Duration;

use tokio::time::Instant;

/// Point in time by which a client expects its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadline(Instant);

impl Deadline {
    /// Returns the deadline `time` from now; `None` if the clock cannot represent it.
    pub fn after(time: Duration) -> Option<Self> {
        Instant::now().checked_add(time).map(Self)
    }

    /// Returns the remaining time; zero after the deadline.
    pub fn remaining(self) -> Duration {
        self.0.saturating_duration_since(Instant::now())
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn remaining_time_decreases_to_zero() {
        let second = Duration::from_secs(1);
        let deadline = Deadline::after(2 * second).expect("a representable time");
        assert_eq!(deadline.remaining(), 2 * second);
        advance(second).await;
        assert_eq!(deadline.remaining(), second);
        advance(3 * second).await;
        assert_eq!(deadline.remaining(), Duration::ZERO);
        assert_eq!(Deadline::after(Duration::MAX), None);
    }
}
