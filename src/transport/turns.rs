//! Turns of a connection on the threads of the runtime.
//!
//! hyper answers several requests that have arrived together in one turn, if no answer has to wait. Beside connections that
//! never run out of requests, the connections of other clients would then wait for many requests of each.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use http::StatusCode;
use tokio::task::yield_now;
use tokio::time::sleep;

/// Pause before the next pipelined request after a 429 or 503.
pub(super) const PAUSE: Duration = Duration::from_millis(10);

/// Limits a connection to one request per turn, and to few that are refused. Only the task of the connection uses it.
#[derive(Debug, Default)]
pub(super) struct RequestPacing {
    /// Whether a request has begun in this turn.
    request_begun: AtomicBool,
    /// Whether the last response was a refusal, for which no request has waited yet.
    last_was_refused: AtomicBool,
}

impl RequestPacing {
    /// Runs a connection. Each poll is a turn. Cancel-safe if the connection is.
    pub(super) async fn run<F: Future>(&self, connection: F) -> F::Output {
        let mut connection = pin!(connection);
        poll_fn(|context| {
            self.request_begun.store(false, Ordering::Relaxed);
            connection.as_mut().poll(context)
        })
        .await
    }

    /// Waits for a turn in which no request has begun, and begins one.
    pub(super) async fn begin_request(&self) {
        let last_was_refused = self.last_was_refused.load(Ordering::Relaxed);
        self.last_was_refused.store(false, Ordering::Relaxed);
        while self.request_begun.load(Ordering::Relaxed) {
            if last_was_refused {
                sleep(PAUSE).await;
            } else {
                yield_now().await;
            }
        }
        self.request_begun.store(true, Ordering::Relaxed);
    }

    /// Ends a request with this status.
    pub(super) fn end_request(&self, status: StatusCode) {
        let last_was_refused =
            matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE);
        self.last_was_refused.store(last_was_refused, Ordering::Relaxed);
    }
}
