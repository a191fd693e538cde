//! Requests of a connection and their responses, counted.
//!
//! hyper answers a head that it cannot parse without calling the service. The counts tell such an answer from a response. They also
//! tell since when the next head is awaited.
#![expect(clippy::disallowed_types, reason = "measures the time of a head")]

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use http_body::{Body, Frame, SizeHint};
use tokio::time::{Instant, sleep, sleep_until};

/// Numbers of requests passed to the service and of their responses. Clones share them.
#[derive(Clone, Debug)]
pub(super) struct Exchanges(Arc<Counts>);

/// Only the task of the connection changes them, so that it needs no read-modify-write operations.
#[derive(Debug)]
struct Counts {
    begun: AtomicU64,
    ended: AtomicU64,
    /// Responses sent to their last byte.
    sent: AtomicU64,
    accepted: Instant,
    /// Nanoseconds from `accepted` to the last change of `sent`.
    sent_ns: AtomicU64,
}

/// Response body that counts as ended when hyper drops it, after it has buffered the last byte.
pub(super) struct ResponseBody<B> {
    body: B,
    exchanges: Exchanges,
}

impl Exchanges {
    /// Creates the counts of a connection that was accepted now.
    pub(super) fn new() -> Self {
        let accepted = Instant::now();
        let [begun, ended, sent, sent_ns] = [const { AtomicU64::new(0) }; 4];
        Self(Arc::new(Counts { begun, ended, sent, accepted, sent_ns }))
    }

    pub(super) fn begin(&self) {
        increment(&self.0.begun);
    }

    /// Returns whether every response was sent, and no request has begun since.
    pub(super) fn is_none_open(&self) -> bool {
        self.0.begun.load(Ordering::Relaxed) == self.0.sent.load(Ordering::Relaxed)
    }

    /// Counts all responses as sent if all have ended. To be called when the write buffer of hyper is empty.
    pub(super) fn flushed(&self) {
        let counts = &*self.0;
        let begun = counts.begun.load(Ordering::Relaxed);
        if begun == counts.ended.load(Ordering::Relaxed) {
            counts.sent.store(begun, Ordering::Relaxed);
            // Enough for 584 years.
            counts.sent_ns.store(counts.accepted.elapsed().as_nanos() as u64, Ordering::Relaxed);
        }
    }

    /// Completes when a head has been awaited for this time.
    ///
    /// Replaces hyper's timer, which is set again for each head. This one reads the time of the last response when it is due.
    pub(super) async fn head_overdue(&self, time_max: Duration) {
        loop {
            if !self.is_none_open() {
                sleep(time_max).await;
                continue;
            }
            let sent = Duration::from_nanos(self.0.sent_ns.load(Ordering::Relaxed));
            let deadline = self.0.accepted + sent + time_max;
            if Instant::now() >= deadline {
                return;
            }
            sleep_until(deadline).await;
        }
    }

    /// Returns a response body whose drop ends the exchange.
    pub(super) fn ended_by<B>(&self, body: B) -> ResponseBody<B> {
        ResponseBody { body, exchanges: self.clone() }
    }
}

impl<B: Body + Unpin> Body for ResponseBody<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<B::Data>, B::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl<B> Drop for ResponseBody<B> {
    fn drop(&mut self) {
        increment(&self.exchanges.0.ended);
    }
}

/// Adds 1 to a number that one task changes.
fn increment(number: &AtomicU64) {
    number.store(number.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
}

#[cfg(test)]
mod tests {
    use tokio::time::{advance, timeout};

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[tokio::test(start_paused = true)]
    async fn first_head_is_overdue_from_the_accept() {
        let exchanges = Exchanges::new();
        advance(SECOND).await;
        timeout(8 * SECOND, exchanges.head_overdue(10 * SECOND)).await.expect_err("before the deadline");
        timeout(SECOND, exchanges.head_overdue(10 * SECOND)).await.expect("at the deadline");
    }

    #[tokio::test(start_paused = true)]
    async fn later_head_is_overdue_from_the_response_before() {
        let exchanges = Exchanges::new();
        let accepted = Instant::now();
        let answers = async {
            for _ in 0..3 {
                advance(7 * SECOND).await;
                exchanges.begin();
                advance(30 * SECOND).await;
                drop(exchanges.ended_by(()));
                assert!(!exchanges.is_none_open());
                exchanges.flushed();
                assert!(exchanges.is_none_open());
            }
        };
        tokio::join!(exchanges.head_overdue(10 * SECOND), answers);
        assert_eq!(accepted.elapsed(), 3 * 37 * SECOND + 10 * SECOND);
    }

    #[test]
    fn response_that_has_not_ended_is_not_sent() {
        let exchanges = Exchanges::new();
        exchanges.begin();
        let body = exchanges.ended_by(());
        exchanges.flushed();
        assert!(!exchanges.is_none_open());
        drop(body);
        exchanges.flushed();
        assert!(exchanges.is_none_open());
    }
}
