//! Timer of the next request head.
//!
//! The `header_read_timeout` of hyper counts from the response before, so that an idle connection would have no more time than a slow head.
//! This timer counts from the beginning of the head, and has a time of its own for idle connections.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::time::{Sleep, sleep};

use crate::time::Instant;

/// Timeouts of request heads.
#[derive(Clone, Copy, Debug)]
pub(super) struct HeadTimeouts {
    /// Maximum time from the accept to the end of the first head, and from the beginning of a later head to its end.
    pub(super) read: Duration,
    /// Maximum time from a response to the beginning of the next head.
    pub(super) idle: Duration,
}

/// Timer of the next head of a connection.
#[derive(Debug)]
pub(super) struct HeadTimer {
    timeouts: HeadTimeouts,
    has_begun: bool,
    sleep: Pin<Box<Sleep>>,
}

impl HeadTimer {
    /// Starts the time of the first head.
    pub(super) fn new(timeouts: HeadTimeouts) -> Self {
        Self { timeouts, has_begun: true, sleep: Box::pin(sleep(timeouts.read)) }
    }

    /// Starts the time of an idle connection, whose last response was sent.
    pub(super) fn wait_idle(&mut self) {
        self.has_begun = false;
        self.sleep.as_mut().reset(Instant::now() + self.timeouts.idle);
    }

    /// Starts the time of a head of which only a part has arrived, unless it has started. Most heads arrive in one piece.
    pub(super) fn begin_head(&mut self) {
        if !self.has_begun {
            self.has_begun = true;
            self.sleep.as_mut().reset(Instant::now() + self.timeouts.read);
        }
    }

    /// Completes when the head is overdue.
    pub(super) fn poll_overdue(&mut self, context: &mut Context<'_>) -> Poll<()> {
        self.sleep.as_mut().poll(context)
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use tokio::time::advance;

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    const TIMEOUTS: HeadTimeouts =
        HeadTimeouts { read: Duration::from_secs(10), idle: Duration::from_secs(60) };

    /// Returns the time until the head is overdue.
    async fn overdue(timer: &mut HeadTimer) -> Duration {
        let begun = Instant::now();
        poll_fn(|context| timer.poll_overdue(context)).await;
        begun.elapsed()
    }

    #[tokio::test(start_paused = true)]
    async fn first_head_is_overdue_from_the_accept() {
        let mut timer = HeadTimer::new(TIMEOUTS);
        advance(SECOND).await;
        timer.begin_head();
        assert_eq!(overdue(&mut timer).await, 9 * SECOND);
    }

    #[tokio::test(start_paused = true)]
    async fn idle_connection_is_overdue_from_its_last_response() {
        for (read, idle) in [(10, 60), (60, 10)] {
            let mut timer = HeadTimer::new(HeadTimeouts { read: read * SECOND, idle: idle * SECOND });
            for _ in 0..3 {
                advance(37 * SECOND).await;
                timer.wait_idle();
            }
            assert_eq!(overdue(&mut timer).await, idle * SECOND);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn later_head_is_overdue_from_its_beginning() {
        let mut timer = HeadTimer::new(TIMEOUTS);
        for _ in 0..2 {
            timer.wait_idle();
            advance(40 * SECOND).await;
            timer.begin_head();
            advance(9 * SECOND).await;
            timer.begin_head();
        }
        assert_eq!(overdue(&mut timer).await, SECOND);
    }
}
