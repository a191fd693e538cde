//! Requests of a connection and their responses, counted.
//!
//! hyper answers a head that it cannot parse without calling the service. The counts tell such an answer from a response.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};

use axum::body::Body;
use bytes::Bytes;
use http_body::{Frame, SizeHint};

/// Numbers of requests passed to the service and of their ended responses. Clones share them.
#[derive(Clone, Debug, Default)]
pub(super) struct Exchanges(Arc<Counts>);

#[derive(Debug, Default)]
struct Counts {
    begun: AtomicU64,
    ended: AtomicU64,
}

/// Response body that counts as ended when hyper drops it, after it has buffered the last byte.
pub(super) struct ResponseBody {
    body: Body,
    exchanges: Exchanges,
}

impl Exchanges {
    pub(super) fn begin(&self) {
        self.0.begun.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn begun(&self) -> u64 {
        self.0.begun.load(Ordering::Relaxed)
    }

    /// Returns whether every response has ended.
    pub(super) fn is_none_active(&self) -> bool {
        self.begun() == self.0.ended.load(Ordering::Relaxed)
    }

    /// Returns a response body whose drop ends the exchange.
    pub(super) fn ended_by(&self, body: Body) -> ResponseBody {
        ResponseBody { body, exchanges: self.clone() }
    }
}

impl http_body::Body for ResponseBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for ResponseBody {
    fn drop(&mut self) {
        self.exchanges.0.ended.fetch_add(1, Ordering::Relaxed);
    }
}
