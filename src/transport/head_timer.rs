//! Timer for the heads of the requests of a connection.
#![expect(clippy::disallowed_types, reason = "hyper measures the time of a head")]

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use hyper::rt::{Sleep, Timer};
use parking_lot::Mutex;
use tokio::time;

/// Timer that hyper sets for each head of one connection, one after the other.
///
/// `hyper_util::rt::TokioTimer` registers and cancels a timer of the runtime for each head, under locks that all threads share. This one
/// moves the same timer on. If it is due while no head is awaited, it wakes the connection for nothing.
#[derive(Clone, Debug)]
pub(super) struct HeadTimer(Arc<Mutex<Pin<Box<time::Sleep>>>>);

impl HeadTimer {
    /// Creates the timer of a connection whose first head may take this time.
    pub(super) fn new(time: Duration) -> Self {
        Self(Arc::new(Mutex::new(Box::pin(time::sleep(time)))))
    }
}

impl Timer for HeadTimer {
    fn sleep(&self, duration: Duration) -> Pin<Box<dyn Sleep>> {
        self.sleep_until(self.now() + duration)
    }

    fn sleep_until(&self, deadline: Instant) -> Pin<Box<dyn Sleep>> {
        self.0.lock().as_mut().reset(deadline.into());
        Box::pin(self.clone())
    }

    fn now(&self) -> Instant {
        time::Instant::now().into()
    }
}

impl Future for HeadTimer {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        self.0.lock().as_mut().poll(context)
    }
}

impl Sleep for HeadTimer {}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[tokio::test(start_paused = true)]
    async fn each_head_has_its_own_deadline() {
        let timer = HeadTimer::new(SECOND);
        let begun = time::Instant::now();
        let mut first = timer.sleep(10 * SECOND);
        time::timeout(SECOND, &mut first).await.expect_err("before the deadline");
        drop(first);
        timer.sleep(20 * SECOND).await;
        assert_eq!(begun.elapsed().as_secs(), 21);
        let mut later = timer.sleep_until(timer.now() + 30 * SECOND);
        time::timeout(SECOND, &mut later).await.expect_err("before the deadline");
        timer.sleep(SECOND).await;
        assert_eq!(begun.elapsed().as_secs(), 23);
    }
}
