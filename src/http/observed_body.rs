//! Bodies that are watched on their way.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};

use axum::body::Body;
use bytes::Bytes;
use http_body::{Body as _, Frame, SizeHint};

use super::record::{Ending, Record};

/// The body of a request whose bytes are counted as they are read.
pub(super) struct CountedBody {
    body: Body,
    bytes: Arc<AtomicU64>,
}

impl CountedBody {
    /// The body itself where there is nothing to count.
    pub(super) fn around(body: Body, bytes: Arc<AtomicU64>) -> Body {
        if body.is_end_stream() { body } else { Body::new(Self { body, bytes }) }
    }
}

impl http_body::Body for CountedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(context);
        self.bytes.fetch_add(length(&polled), Ordering::Relaxed);
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// The body of a response. The request has ended when it is dropped.
pub(super) struct ObservedBody {
    body: Body,
    record: Record,
}

impl ObservedBody {
    pub(super) fn new(body: Body, mut record: Record) -> Self {
        if body.is_end_stream() {
            record.ending = Ending::Complete;
        }
        Self { body, record }
    }
}

impl http_body::Body for ObservedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let Self { body, record } = &mut *self;
        let polled = record.span.in_scope(|| Pin::new(&mut *body).poll_frame(context));
        record.bytes_out += length(&polled);
        match &polled {
            Poll::Ready(Some(Err(_))) => record.ending = Ending::Broken,
            Poll::Ready(_) if body.is_end_stream() => record.ending = Ending::Complete,
            Poll::Ready(None) => record.ending = Ending::Complete,
            Poll::Ready(Some(Ok(_))) | Poll::Pending => {}
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// How many bytes arrived.
fn length(polled: &Poll<Option<Result<Frame<Bytes>, axum::Error>>>) -> u64 {
    match polled {
        Poll::Ready(Some(Ok(frame))) => frame.data_ref().map_or(0, Bytes::len) as u64,
        _ => 0,
    }
}
