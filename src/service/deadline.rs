//! A moment by which somebody wants an answer.
#![expect(clippy::disallowed_types, reason = "this folder is the one that looks at a clock")]

use std::time::Duration;

use tokio::time::Instant;

/// A moment on the clock of the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadline(Instant);

impl Deadline {
    /// The moment after this time from now; `None` where the clock does not reach so far.
    pub fn after(time: Duration) -> Option<Self> {
        Instant::now().checked_add(time).map(Self)
    }

    /// How long it is until then; zero where it has passed.
    pub fn left(self) -> Duration {
        self.0.saturating_duration_since(Instant::now())
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_time_left_goes_down_to_zero() {
        let second = Duration::from_secs(1);
        let deadline = Deadline::after(2 * second).expect("near enough");
        assert_eq!(deadline.left(), 2 * second);
        advance(second).await;
        assert_eq!(deadline.left(), second);
        advance(3 * second).await;
        assert_eq!(deadline.left(), Duration::ZERO);
        assert_eq!(Deadline::after(Duration::MAX), None);
    }
}
