//! Lingering close: discards, within bounds, the bytes that a client sends after its response.
//!
//! Many clients write their whole request before they read. A socket that is closed with unread bytes resets the
//! connection, and the reset can destroy the response before the client reads it. nginx calls this `lingering_close`.
//! If the response keeps the connection open, the rest of the body is discarded to reach the next request.
//!
//! Until its bytes are discarded, a connection counts for `http.connections_max` and for the share of its client.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use http_body_util::BodyExt;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::sync::oneshot::{self, error::TryRecvError};
use tokio::time::{sleep, timeout};

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

/// Flag of a connection whose request body was not read to its end.
#[derive(Clone, Debug, Default)]
pub(super) struct HasUnread(Arc<AtomicBool>);

impl HasUnread {
    pub(super) fn get(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    pub(super) fn set(&self, has_unread: bool) {
        self.0.store(has_unread, Ordering::Relaxed);
    }
}

/// Request body. On an early drop, it hands the unread part to [`UnreadRest`].
pub(super) struct RequestBody<B> {
    /// `None` after the end.
    body: Option<B>,
    was_polled: bool,
    rest: Option<oneshot::Sender<Rest<B>>>,
    has_unread: HasUnread,
}

/// Unread part of a request body.
pub(super) struct Rest<B> {
    body: B,
    /// hyper sends `100 Continue` at the first poll.
    pub(super) was_polled: bool,
}

/// Receives the unread part of a request body.
pub(super) struct UnreadRest<B> {
    rest: oneshot::Receiver<Rest<B>>,
}

impl<B: Body> Rest<B> {
    /// Whether the rest is known to be too long to be discarded, so that the connection must close.
    pub(super) fn exceeds_bound(&self) -> bool {
        self.body.size_hint().lower() > KEPT_BYTES_MAX
    }
}

impl<B: Body> RequestBody<B> {
    pub(super) fn new(body: B, has_unread: HasUnread) -> (Self, UnreadRest<B>) {
        let body = (!body.is_end_stream()).then_some(body);
        let (sender, rest) = oneshot::channel();
        (Self { body, was_polled: false, rest: Some(sender), has_unread }, UnreadRest { rest })
    }
}

impl<B: Body<Data = Bytes> + Unpin> Body for RequestBody<B> {
    type Data = Bytes;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, B::Error>>> {
        self.was_polled = true;
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
            self.has_unread.set(true);
            // Fails only if the connection closes, which drains its socket.
            let _ = rest.send(Rest { body, was_polled: self.was_polled });
        }
    }
}

impl<B: Body<Data = Bytes> + Unpin + Send + 'static> UnreadRest<B> {
    /// Returns the rest of the body if the service has dropped it.
    ///
    /// # Errors
    /// `Empty` if the service still reads the body, `Closed` if it was read to its end.
    pub(super) fn try_take(&mut self) -> Result<Rest<B>, TryRecvError> {
        self.rest.try_recv()
    }

    /// Discards the rest of the body in the background as soon as the service drops it, within bounds.
    ///
    /// If it ends within the bounds, the connection can serve the next request; otherwise hyper closes it.
    pub(super) fn drain(self, rest: Result<Rest<B>, TryRecvError>, has_unread: &HasUnread) {
        let has_unread = has_unread.clone();
        tokio::spawn(async move {
            let rest = match rest {
                Ok(rest) => rest,
                Err(_) => match self.rest.await {
                    Ok(rest) => rest,
                    Err(_) => return,
                },
            };
            let is_drained = timeout(KEPT_TIME_MAX, discard(rest.body)).await.unwrap_or(false);
            has_unread.set(!is_drained);
        });
    }
}

/// Returns whether the body ended within the bound.
async fn discard(mut body: impl Body<Data = Bytes> + Unpin) -> bool {
    let mut bytes = 0;
    while let Some(frame) = body.frame().await {
        let Ok(frame) = frame else { return false };
        bytes += frame.data_ref().map_or(0, Bytes::len) as u64;
        if bytes > KEPT_BYTES_MAX {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::future::pending;

    use http_body_util::StreamBody;
    use tokio::io::{AsyncWriteExt, DuplexStream, duplex, repeat};
    use tokio::sync::mpsc;

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
    async fn dropped_body_is_drained_up_to_the_bound() {
        let (sender, body) = body();
        let has_unread = HasUnread::default();
        let (body, mut remainder) = RequestBody::new(body, has_unread.clone());
        drop(body);
        let rest = remainder.try_take();
        assert!(rest.as_ref().is_ok_and(|rest| !rest.was_polled));
        remainder.drain(rest, &has_unread);
        let taken = send_all(sender).await;
        assert!((KEPT_BYTES_MAX..=2 * KEPT_BYTES_MAX).contains(&taken), "{taken}");
        assert!(has_unread.get());
    }

    #[tokio::test(start_paused = true)]
    async fn stalled_body_is_dropped_after_the_time_limit() {
        let (sender, body) = body();
        let has_unread = HasUnread::default();
        let (body, mut remainder) = RequestBody::new(body, has_unread.clone());
        drop(body);
        let rest = remainder.try_take();
        remainder.drain(rest, &has_unread);
        sender.send(Bytes::from_static(b".")).await.expect("the body is being drained");
        sender.closed().await;
    }

    #[tokio::test]
    async fn body_dropped_after_the_response_is_drained() {
        let (sender, body) = body();
        let has_unread = HasUnread::default();
        let (mut body, mut remainder) = RequestBody::new(body, has_unread.clone());
        let rest = remainder.try_take();
        assert!(matches!(rest, Err(TryRecvError::Empty)));
        remainder.drain(rest, &has_unread);
        sender.send(Bytes::from_static(b".")).await.expect("the body is open");
        body.frame().await.expect("a frame").expect("no error");
        drop(body);
        sender.send(Bytes::from_static(b".")).await.expect("the body is being drained");
        drop(sender);
        while has_unread.get() {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn body_read_to_its_end_leaves_nothing() {
        let (sender, body) = body();
        let has_unread = HasUnread::default();
        let (mut body, mut remainder) = RequestBody::new(body, has_unread.clone());
        drop(sender);
        assert!(body.frame().await.is_none());
        drop(body);
        assert!(matches!(remainder.try_take(), Err(TryRecvError::Closed)) && !has_unread.get());
    }
}
