//! Turns of a connection on the threads of the runtime.
//!
//! hyper answers several requests that have arrived together in one turn, if no answer has to wait. Beside connections that
//! never run out of requests, those of other clients would then wait for many requests of each.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use http::StatusCode;
use tokio::task::yield_now;
use tokio::time::sleep;

/// Time that a request waits which was sent before the refusal of an earlier one could be read.
pub(super) const PAUSE: Duration = Duration::from_millis(10);

/// Limits a connection to one request per turn, and to few that are refused. Only the task of the connection uses it.
#[derive(Debug, Default)]
pub(super) struct Turns {
    /// Whether a request has begun in this turn.
    is_used: AtomicBool,
    /// Whether the last response was a refusal, for which no request has waited yet.
    is_refused: AtomicBool,
}

impl Turns {
    /// Runs a connection. Each poll is a turn. Cancel-safe if the connection is.
    pub(super) async fn run<F: Future>(&self, connection: F) -> F::Output {
        let mut connection = pin!(connection);
        poll_fn(|context| {
            self.is_used.store(false, Ordering::Relaxed);
            connection.as_mut().poll(context)
        })
        .await
    }

    /// Waits for a turn in which no request has begun, and begins one.
    pub(super) async fn begin_request(&self) {
        let is_refused = self.is_refused.load(Ordering::Relaxed);
        self.is_refused.store(false, Ordering::Relaxed);
        while self.is_used.load(Ordering::Relaxed) {
            if is_refused {
                sleep(PAUSE).await;
            } else {
                yield_now().await;
            }
        }
        self.is_used.store(true, Ordering::Relaxed);
    }

    /// Ends a request with this status.
    pub(super) fn end_request(&self, status: StatusCode) {
        let is_refused = matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE);
        self.is_refused.store(is_refused, Ordering::Relaxed);
    }
}
