//! Pace of pipelined requests.
//!
//! hyper answers up to 16 requests that have arrived together in one poll of their connection, if no answer has to wait, and cannot be told
//! to answer fewer. Beside connections that never run out of requests, the connections of other clients would then wait for many requests
//! of each.

use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use http::Response;
use tokio::task::yield_now;
use tokio::time::sleep;

/// Pause before the next pipelined request after a refusal.
pub(super) const PAUSE: Duration = Duration::from_millis(10);

/// Marks, as an extension, a response that refuses its request because of load or limits.
#[derive(Clone, Copy, Debug)]
pub struct LoadShed;

/// Limits a connection to one request per poll, and to few that are refused. Only the task of the connection uses it.
#[derive(Debug, Default)]
pub(super) struct RequestPacing {
    /// Whether a request has begun in this poll.
    request_begun: AtomicBool,
    /// Whether the last response was a refusal, for which no request has waited yet.
    last_was_refused: AtomicBool,
}

impl RequestPacing {
    /// Polls a connection. Each poll may begin one request.
    pub(super) fn poll<F: Future>(
        &self,
        connection: Pin<&mut F>,
        context: &mut Context<'_>,
    ) -> Poll<F::Output> {
        self.request_begun.store(false, Ordering::Relaxed);
        connection.poll(context)
    }

    /// Waits for a poll in which no request has begun, and begins one.
    pub(super) async fn begin_request(&self) {
        let last_was_refused = self.last_was_refused.swap(false, Ordering::Relaxed);
        while self.request_begun.load(Ordering::Relaxed) {
            if last_was_refused {
                sleep(PAUSE).await;
            } else {
                yield_now().await;
            }
        }
        self.request_begun.store(true, Ordering::Relaxed);
    }

    /// Ends a request with this response.
    pub(super) fn end_request<B>(&self, response: &Response<B>) {
        let is_refused = response.extensions().get::<LoadShed>().is_some();
        self.last_was_refused.store(is_refused, Ordering::Relaxed);
    }
}
