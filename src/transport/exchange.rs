//! Requests of a connection and their responses, counted.
//!
//! hyper answers a head that it cannot parse without calling the service. The counts tell such an answer from a response. They also
//! tell since when the connection is idle, or the rest of a head is awaited.
#![expect(clippy::disallowed_types, reason = "measures the time of a head")]

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use http_body::{Body, Frame, SizeHint};
use tokio::sync::Notify;
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
    /// Nanoseconds from `accepted` to the time at which a head was found incomplete; counts if it is after `sent_ns`.
    incomplete_ns: AtomicU64,
    /// Notified when a head was found incomplete.
    incomplete: Notify,
}

/// Timeouts of request heads.
#[derive(Clone, Copy, Debug)]
pub(super) struct HeadTimeouts {
    /// Maximum time from the accept to the end of the first head, and from the beginning of a later head to its end.
    pub(super) read: Duration,
    /// Maximum time from a response to the beginning of the next head.
    pub(super) idle: Duration,
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
        let [begun, ended, sent, sent_ns, incomplete_ns] = [const { AtomicU64::new(0) }; 5];
        let incomplete = Notify::new();
        Self(Arc::new(Counts { begun, ended, sent, accepted, sent_ns, incomplete_ns, incomplete }))
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
            counts.sent_ns.store(self.now_ns(), Ordering::Relaxed);
        }
    }

    /// Starts the time of a head of which only a part has arrived, unless it has started. Most heads arrive in one piece.
    pub(super) fn head_is_incomplete(&self) {
        let counts = &*self.0;
        let sent_ns = counts.sent_ns.load(Ordering::Relaxed);
        if counts.incomplete_ns.load(Ordering::Relaxed) <= sent_ns {
            counts.incomplete_ns.store(self.now_ns().max(sent_ns + 1), Ordering::Relaxed);
            counts.incomplete.notify_one();
        }
    }

    /// Nanoseconds since the accept. A `u64` of them lasts 584 years.
    fn now_ns(&self) -> u64 {
        self.0.accepted.elapsed().as_nanos() as u64
    }

    /// Completes when the next head is overdue.
    ///
    /// Replaces hyper's timer, which is set again for each head. This one reads the time of the last response when it is due.
    pub(super) async fn head_overdue(&self, timeouts: HeadTimeouts) {
        loop {
            if !self.is_none_open() {
                sleep(timeouts.read.min(timeouts.idle)).await;
                continue;
            }
            let deadline = self.head_deadline(timeouts);
            if Instant::now() >= deadline {
                return;
            }
            tokio::select! {
                () = sleep_until(deadline) => {}
                () = self.0.incomplete.notified() => {}
            }
        }
    }

    /// Returns the time at which the next head is overdue. Every response must have been sent.
    fn head_deadline(&self, HeadTimeouts { read, idle }: HeadTimeouts) -> Instant {
        let counts = &*self.0;
        let sent_ns = counts.sent_ns.load(Ordering::Relaxed);
        let incomplete_ns = counts.incomplete_ns.load(Ordering::Relaxed);
        let (since_ns, time_max) = if counts.sent.load(Ordering::Relaxed) == 0 {
            (0, read)
        } else if incomplete_ns > sent_ns {
            (incomplete_ns, read)
        } else {
            (sent_ns, idle)
        };
        counts.accepted + Duration::from_nanos(since_ns) + time_max
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

    const TIMEOUTS: HeadTimeouts =
        HeadTimeouts { read: Duration::from_secs(10), idle: Duration::from_secs(60) };

    /// Begins a request, and sends its response after 30 s.
    async fn exchange(exchanges: &Exchanges) {
        exchanges.begin();
        advance(30 * SECOND).await;
        drop(exchanges.ended_by(()));
        assert!(!exchanges.is_none_open());
        exchanges.flushed();
        assert!(exchanges.is_none_open());
    }

    #[tokio::test(start_paused = true)]
    async fn first_head_is_overdue_from_the_accept() {
        for is_incomplete in [false, true] {
            let exchanges = Exchanges::new();
            advance(SECOND).await;
            if is_incomplete {
                exchanges.head_is_incomplete();
            }
            timeout(8 * SECOND, exchanges.head_overdue(TIMEOUTS)).await.expect_err("before the deadline");
            timeout(SECOND, exchanges.head_overdue(TIMEOUTS)).await.expect("at the deadline");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn idle_connection_is_overdue_from_its_last_response() {
        for (read, idle) in [(10, 60), (60, 10)] {
            let timeouts = HeadTimeouts { read: read * SECOND, idle: idle * SECOND };
            let exchanges = Exchanges::new();
            let accepted = Instant::now();
            let answers = async {
                for _ in 0..3 {
                    advance(7 * SECOND).await;
                    exchange(&exchanges).await;
                }
            };
            tokio::join!(exchanges.head_overdue(timeouts), answers);
            assert_eq!(accepted.elapsed(), 3 * 37 * SECOND + idle * SECOND);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn later_head_is_overdue_from_its_beginning() {
        let exchanges = Exchanges::new();
        let accepted = Instant::now();
        let heads = async {
            for _ in 0..2 {
                exchange(&exchanges).await;
                sleep(40 * SECOND).await;
                exchanges.head_is_incomplete();
                sleep(9 * SECOND).await;
                exchanges.head_is_incomplete();
            }
        };
        tokio::join!(exchanges.head_overdue(TIMEOUTS), heads);
        assert_eq!(accepted.elapsed(), 2 * 79 * SECOND + SECOND);
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
