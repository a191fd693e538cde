//! State that the stream of a connection shares with its requests and responses.
//!
//! hyper does not tell its stream whether it writes a response of the service, or a bare status to a head that it cannot parse, nor when a
//! response is sent to its last byte.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use http_body::Body;
use http_body_util::BodyExt;

/// State of a connection. Clones share it.
#[derive(Clone, Debug, Default)]
pub(super) struct ConnectionState(Arc<State>);

#[derive(Debug, Default)]
struct State {
    /// Requests passed to the service whose response bodies hyper has not dropped, which it does after the last byte.
    open: AtomicUsize,
    /// Whether a request was passed to the service whose response was not sent to its last byte.
    is_unsent: AtomicBool,
    /// Whether a request body was not read to its end.
    has_unread: AtomicBool,
    /// Number of bytes sent.
    written: AtomicU64,
}

/// Request that was passed to the service, until its response body is dropped.
#[derive(Debug)]
pub(super) struct OpenRequest(ConnectionState);

impl ConnectionState {
    pub(super) fn begin_request(&self) -> OpenRequest {
        self.0.open.fetch_add(1, Ordering::Relaxed);
        self.0.is_unsent.store(true, Ordering::Relaxed);
        OpenRequest(self.clone())
    }

    /// Returns whether bytes of a response may follow.
    pub(super) fn is_responding(&self) -> bool {
        self.0.is_unsent.load(Ordering::Relaxed)
    }

    /// Returns whether the responses were sent to their last byte. To be called when the write buffer of hyper is empty.
    pub(super) fn end_response(&self) -> bool {
        let is_unsent = self.0.open.load(Ordering::Relaxed) > 0;
        self.0.is_unsent.store(is_unsent, Ordering::Relaxed);
        !is_unsent
    }

    /// Returns whether the next bytes belong to the head of a request.
    pub(super) fn awaits_head(&self) -> bool {
        !self.is_responding() && !self.has_unread()
    }

    /// Returns whether a request body was not read to its end.
    pub(super) fn has_unread(&self) -> bool {
        self.0.has_unread.load(Ordering::Relaxed)
    }

    pub(super) fn set_has_unread(&self, has_unread: bool) {
        self.0.has_unread.store(has_unread, Ordering::Relaxed);
    }

    /// Returns the number of bytes sent.
    pub(super) fn written(&self) -> u64 {
        self.0.written.load(Ordering::Relaxed)
    }

    pub(super) fn add_written(&self, bytes: usize) {
        self.0.written.fetch_add(bytes as u64, Ordering::Relaxed);
    }
}

impl OpenRequest {
    /// Returns the response body, which ends the request when it is dropped.
    pub(super) fn until_end_of<B: Body>(self, body: B) -> impl Body<Data = B::Data, Error = B::Error> {
        body.map_err(move |error| {
            let _open = &self;
            error
        })
    }
}

impl Drop for OpenRequest {
    fn drop(&mut self) {
        self.0.0.open.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    #[test]
    fn response_is_sent_when_its_body_is_dropped_and_flushed() {
        let state = ConnectionState::default();
        assert!(!state.is_responding());
        let body = state.begin_request().until_end_of(Body::empty());
        assert!(!state.end_response() && state.is_responding());
        drop(body);
        assert!(state.is_responding());
        assert!(state.end_response() && !state.is_responding());
    }

    #[test]
    fn body_that_is_dropped_late_does_not_end_the_next_request() {
        let state = ConnectionState::default();
        let late = state.begin_request().until_end_of(Body::empty());
        let next = state.begin_request();
        drop(late);
        assert!(!state.end_response());
        drop(next);
        assert!(state.end_response());
    }
}
