//! Lingering close: discards, within bounds, the bytes that a client sends after its response.
//!
//! Many clients write their whole request before they read. A socket that is closed with unread bytes resets the
//! connection, and the reset can destroy the response before the client reads it. nginx calls this `lingering_close`.
//! If the response keeps the connection open, the rest of the body is discarded to reach the next request.
//!
//! Until its bytes are discarded, a connection counts for `http.connections_max` and for the share of its client.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use http_body_util::BodyExt;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::sync::oneshot;
use tokio::time::{sleep, timeout};

use super::state::ConnectionState;

/// Maximum number of bytes to discard so that the connection serves its next request.
const KEPT_BYTES_MAX: u64 = 4 << 20;

/// Maximum time for discarding them.
const KEPT_TIME_MAX: Duration = Duration::from_secs(1);

/// Maximum number of bytes to discard before a connection closes.
const CLOSED_BYTES_MAX: u64 = 64 << 20;

/// Maximum time for discarding them.
const CLOSED_TIME_MAX: Duration = Duration::from_secs(30);

/// Maximum time without a byte before a connection closes.
const PAUSE_MAX: Duration = Duration::from_secs(2);

/// Maximum time for discarding bytes while something else waits for the end of the connection.
const URGENT_TIME_MAX: Duration = Duration::from_secs(1);

/// Size of the buffer into which discarded bytes are read.
const BUFFER_BYTES: usize = 16 << 10;

/// Discards the input of a stream before its socket closes, until its end or a bound. `urgent` completes when the time becomes short.
pub(super) async fn drain(stream: &mut (impl AsyncRead + Unpin), urgent: impl Future<Output = ()>) {
    let mut unread = stream.take(CLOSED_BYTES_MAX);
    let mut buffer = vec![0; BUFFER_BYTES];
    let discarded = async { while let Ok(Ok(1..)) = timeout(PAUSE_MAX, unread.read(&mut buffer)).await {} };
    let hurried = async {
        urgent.await;
        sleep(URGENT_TIME_MAX).await;
    };
    tokio::select! {
        () = discarded => {}
        () = hurried => {}
        () = sleep(CLOSED_TIME_MAX) => {}
    }
}

/// Request body. On an early drop, it hands over the unread part.
pub(super) struct RequestBody<B> {
    /// `None` after the end.
    body: Option<B>,
    /// hyper sends `100 Continue` at the first poll.
    awaits_continue: bool,
    rest: Option<oneshot::Sender<UnreadRest<B>>>,
    state: ConnectionState,
}

/// Unread part of a request body.
pub(super) struct UnreadRest<B> {
    body: B,
    awaits_continue: bool,
}

impl<B: Body> RequestBody<B> {
    /// Returns the body, and the receiver of its unread part. `expects_continue` is whether the client waits for a `100 Continue`.
    pub(super) fn new(
        body: B,
        expects_continue: bool,
        state: ConnectionState,
    ) -> (Self, oneshot::Receiver<UnreadRest<B>>) {
        let body = (!body.is_end_stream()).then_some(body);
        let (sender, receiver) = oneshot::channel();
        (Self { body, awaits_continue: expects_continue, rest: Some(sender), state }, receiver)
    }
}

impl<B: Body<Data = Bytes> + Unpin> Body for RequestBody<B> {
    type Data = Bytes;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, B::Error>>> {
        self.awaits_continue = false;
        let Some(body) = &mut self.body else { return Poll::Ready(None) };
        let polled = Pin::new(&mut *body).poll_frame(context);
        let has_ended = match &polled {
            Poll::Ready(Some(Ok(_))) => body.is_end_stream(),
            Poll::Ready(None | Some(Err(_))) => true,
            Poll::Pending => false,
        };
        if has_ended {
            self.body = None;
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(B::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body.as_ref().map_or(SizeHint::with_exact(0), B::size_hint)
    }
}

impl<B> Drop for RequestBody<B> {
    fn drop(&mut self) {
        if let (Some(body), Some(rest)) = (self.body.take(), self.rest.take()) {
            self.state.set_has_unread(true);
            // Fails only if the connection closes, which drains its socket.
            let _ = rest.send(UnreadRest { body, awaits_continue: self.awaits_continue });
        }
    }
}

impl<B: Body<Data = Bytes> + Unpin> UnreadRest<B> {
    /// Whether the next request cannot be reached, so that the connection must close.
    pub(super) fn must_close(&self) -> bool {
        // A client that gets no `100 Continue` may omit the body: the start of the next request is unknown.
        self.awaits_continue || self.body.size_hint().lower() > KEPT_BYTES_MAX
    }

    /// Discards the rest within bounds. If it ends, the connection can serve the next request; otherwise hyper closes it.
    pub(super) async fn discard(mut self, state: ConnectionState) {
        let discarded = async {
            let mut bytes = 0;
            while let Some(frame) = self.body.frame().await {
                bytes += frame.ok()?.data_ref().map_or(0, Bytes::len) as u64;
                if bytes > KEPT_BYTES_MAX {
                    return None;
                }
            }
            Some(())
        };
        let has_ended = matches!(timeout(KEPT_TIME_MAX, discarded).await, Ok(Some(())));
        state.set_has_unread(!has_ended);
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::future::pending;

    use http_body_util::StreamBody;
    use tokio::io::{AsyncWriteExt, DuplexStream, duplex, repeat};
    use tokio::sync::mpsc;
    use tokio::sync::oneshot::error::TryRecvError;

    use super::*;

    type Pieces = mpsc::Sender<Bytes>;

    /// Returns a body of the pieces that are sent to it.
    fn body() -> (Pieces, impl Body<Data = Bytes, Error = Infallible> + Unpin + Send) {
        let (sender, receiver) = mpsc::channel::<Bytes>(1);
        let frames = futures_util::stream::unfold(receiver, async |mut receiver| {
            let piece = receiver.recv().await?;
            Some((Ok(Frame::data(piece)), receiver))
        });
        (sender, StreamBody::new(Box::pin(frames)))
    }

    /// Sends pieces until the body is dropped. Returns the number of bytes sent.
    async fn send_all(sender: Pieces) -> u64 {
        let piece = Bytes::from_static(&[b'.'; 1 << 16]);
        let mut bytes = 0;
        while sender.send(piece.clone()).await.is_ok() {
            bytes += piece.len() as u64;
        }
        bytes
    }

    #[tokio::test]
    async fn closing_connection_is_drained_up_to_its_bound() {
        let mut endless = repeat(b'.').take(2 * CLOSED_BYTES_MAX);
        drain(&mut endless, pending()).await;
        assert_eq!(endless.limit(), CLOSED_BYTES_MAX);
    }

    /// Returns a stream whose client sends a byte after each pause, and never ends.
    fn trickle(pause: Duration) -> DuplexStream {
        let (stream, mut client) = duplex(1);
        tokio::spawn(async move {
            while client.write_all(b".").await.is_ok() {
                sleep(pause).await;
            }
        });
        stream
    }

    #[tokio::test(start_paused = true)]
    async fn closing_connection_is_drained_for_a_bounded_time() {
        let moment = Duration::from_millis(10);
        for (pause, is_urgent, expected) in [
            (PAUSE_MAX / 2, false, CLOSED_TIME_MAX),
            (PAUSE_MAX * 2, false, PAUSE_MAX),
            (moment, true, URGENT_TIME_MAX),
        ] {
            for (limit, has_ended) in [(expected - moment, false), (expected + moment, true)] {
                let mut stream = trickle(pause);
                let urgent = async {
                    if !is_urgent {
                        pending::<()>().await;
                    }
                };
                let drained = timeout(limit, drain(&mut stream, urgent)).await;
                assert_eq!(drained.is_ok(), has_ended, "a byte every {pause:?}, {limit:?}");
            }
        }
    }

    #[tokio::test]
    async fn dropped_body_is_discarded_up_to_the_bound() {
        let (sender, body) = body();
        let state = ConnectionState::default();
        let (body, mut unread) = RequestBody::new(body, true, state.clone());
        drop(body);
        let rest = unread.try_recv().expect("the unread part");
        assert!(rest.must_close() && state.has_unread());
        tokio::spawn(rest.discard(state.clone()));
        let taken = send_all(sender).await;
        assert!((KEPT_BYTES_MAX..=2 * KEPT_BYTES_MAX).contains(&taken), "{taken}");
        assert!(state.has_unread());
    }

    #[tokio::test(start_paused = true)]
    async fn stalled_body_is_dropped_after_the_time_limit() {
        let (sender, body) = body();
        let state = ConnectionState::default();
        let (body, mut unread) = RequestBody::new(body, false, state.clone());
        drop(body);
        tokio::spawn(unread.try_recv().expect("the unread part").discard(state.clone()));
        sender.send(Bytes::from_static(b".")).await.expect("the body is being discarded");
        sender.closed().await;
        assert!(state.has_unread());
    }

    #[tokio::test]
    async fn body_dropped_after_its_beginning_is_discarded_to_its_end() {
        let (sender, body) = body();
        let state = ConnectionState::default();
        let (mut body, mut unread) = RequestBody::new(body, true, state.clone());
        assert!(unread.try_recv().is_err());
        sender.send(Bytes::from_static(b".")).await.expect("the body is open");
        body.frame().await.expect("a frame").expect("no error");
        drop(body);
        let rest = unread.await.expect("the unread part");
        assert!(!rest.must_close());
        let discarded = tokio::spawn(rest.discard(state.clone()));
        sender.send(Bytes::from_static(b".")).await.expect("the body is being discarded");
        drop(sender);
        discarded.await.expect("no panic");
        assert!(!state.has_unread());
    }

    #[tokio::test]
    async fn body_read_to_its_end_leaves_nothing() {
        let (sender, body) = body();
        let state = ConnectionState::default();
        let (mut body, mut unread) = RequestBody::new(body, false, state.clone());
        drop(sender);
        assert!(body.frame().await.is_none());
        drop(body);
        assert!(matches!(unread.try_recv(), Err(TryRecvError::Closed)) && !state.has_unread());
    }
}
