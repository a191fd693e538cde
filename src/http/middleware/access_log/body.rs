//! Response body that completes the record of its request.

use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::Body;
use bytes::Bytes;
use http_body::{Body as _, Frame, SizeHint};

use super::record::{BodyState, Record};

/// Response body with the record of its request. Dropping it ends the record.
pub(super) struct RecordedBody {
    body: Body,
    record: Box<Record>,
}

impl RecordedBody {
    pub(super) fn new(body: Body, mut record: Box<Record>) -> Self {
        if body.is_end_stream() {
            record.body_state = BodyState::Complete;
        }
        Self { body, record }
    }
}

impl http_body::Body for RecordedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let Self { body, record } = &mut *self;
        let mut body = Pin::new(body);
        // Nothing runs to make a frame that exists already.
        let polled = match body.size_hint().exact() {
            Some(_) => body.as_mut().poll_frame(context),
            None => record.span.in_scope(|| body.as_mut().poll_frame(context)),
        };
        match &polled {
            Poll::Ready(Some(Ok(frame))) => {
                record.bytes_out += frame.data_ref().map_or(0, Bytes::len) as u64;
                if body.is_end_stream() {
                    record.body_state = BodyState::Complete;
                }
            }
            Poll::Ready(Some(Err(_))) => record.body_state = BodyState::Failed,
            Poll::Ready(None) => record.body_state = BodyState::Complete,
            Poll::Pending => {}
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
