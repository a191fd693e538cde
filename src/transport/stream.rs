//! Stream of a connection.
//!
//! It discards the bare status by which hyper answers a head that it cannot parse, so that a problem body can replace it. It ends the input
//! if the next head is overdue.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::head_timer::{HeadTimeouts, HeadTimer};
use super::refusal::HEAD_BYTES_MAX;
use super::socket::Duplex;
use super::state::ConnectionState;

/// Capacity for a head that an idle connection keeps. Enough for most heads and small bodies.
const HEAD_KEPT: usize = 1024;

/// Stream of a connection. Only the task of the connection uses it.
pub(super) struct ConnectionStream<'a, R, T> {
    reader: R,
    socket: &'a T,
    state: ConnectionState,
    timer: HeadTimer,
    /// Input since the last response was sent, up to the maximum size of a head.
    head: Vec<u8>,
    has_discarded: bool,
}

impl<'a, R, T: Duplex> ConnectionStream<'a, R, T> {
    pub(super) fn new(reader: R, socket: &'a T, state: ConnectionState, timeouts: HeadTimeouts) -> Self {
        let (timer, head) = (HeadTimer::new(timeouts), Vec::new());
        Self { reader, socket, state, timer, head, has_discarded: false }
    }

    /// Returns the input since the last response was sent, up to the maximum size of a head.
    pub(super) fn head(&self) -> &[u8] {
        &self.head
    }
}

impl<R: AsyncRead + Unpin, T: Duplex> AsyncRead for ConnectionStream<'_, R, T> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let filled = buffer.filled().len();
        let read = Pin::new(&mut this.reader).poll_read(context, buffer);
        if !this.state.awaits_head() {
            return read;
        }
        if read.is_pending() {
            if !this.head.is_empty() {
                this.timer.begin_head();
            }
            return this.timer.poll_overdue(context).map(Ok);
        }
        let bytes = &buffer.filled()[filled..];
        let recorded = bytes.len().min(HEAD_BYTES_MAX - this.head.len());
        this.head.extend_from_slice(&bytes[..recorded]);
        read
    }
}

impl<R: Unpin, T: Duplex> AsyncWrite for ConnectionStream<'_, R, T> {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.poll_write_vectored(context, &[IoSlice::new(bytes)])
    }

    /// hyper flushes after all that it has buffered is written.
    fn poll_flush(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.state.is_responding() {
            self.head.clear();
            self.head.shrink_to(HEAD_KEPT);
            if self.state.end_response() {
                self.timer.wait_idle();
            }
        }
        Poll::Ready(Ok(()))
    }

    /// Closes the writing side, unless a response that replaces the discarded one follows.
    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.has_discarded && !self.state.is_responding() {
            return Poll::Ready(Ok(()));
        }
        Poll::Ready(self.socket.close_writing())
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        if !self.state.is_responding() {
            self.has_discarded = true;
            return Poll::Ready(Ok(bytes.iter().map(|slice| slice.len()).sum()));
        }
        loop {
            ready!(self.socket.poll_write_ready(context))?;
            match self.socket.try_write_vectored(bytes) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Ok(bytes) => {
                    self.state.add_written(bytes);
                    return Poll::Ready(Ok(bytes));
                }
                failed => return Poll::Ready(failed),
            }
        }
    }

    fn is_write_vectored(&self) -> bool {
        true
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::time::Duration;

    use axum::body::Body;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::UnixStream;
    use tokio::time::timeout;

    use super::*;

    const MOMENT: Duration = Duration::from_millis(1);

    const TIMEOUTS: HeadTimeouts =
        HeadTimeouts { read: Duration::from_secs(10), idle: Duration::from_secs(60) };

    #[tokio::test]
    async fn rest_of_a_refused_body_is_no_head() {
        let (mut socket, mut peer) = UnixStream::pair().expect("a pair");
        let (reader, writer) = Duplex::split(&mut socket);
        let state = ConnectionState::default();
        let mut stream = ConnectionStream::new(reader, writer.as_ref(), state.clone(), TIMEOUTS);
        peer.write_all(b"bodyhead").await.expect("the bytes are written");
        state.set_has_unread(true);
        stream.read_exact(&mut [0; 4]).await.expect("the body");
        assert_eq!(stream.head(), b"");
        state.set_has_unread(false);
        stream.read_exact(&mut [0; 4]).await.expect("the head");
        assert_eq!(stream.head(), b"head");
    }

    #[tokio::test(start_paused = true)]
    async fn overdue_head_ends_the_input() {
        let (mut socket, mut peer) = UnixStream::pair().expect("a pair");
        let (reader, writer) = Duplex::split(&mut socket);
        let state = ConnectionState::default();
        let mut stream = ConnectionStream::new(reader, writer.as_ref(), state.clone(), TIMEOUTS);
        let request = state.begin_request();
        timeout(2 * TIMEOUTS.read, stream.read_u8()).await.expect_err("no head is awaited");
        drop(request);
        stream.flush().await.expect("the response is sent");
        timeout(TIMEOUTS.idle - MOMENT, stream.read_u8()).await.expect_err("the connection may be idle");
        peer.write_all(b"h").await.expect("a part of a head is written");
        stream.read_u8().await.expect("a part of a head");
        timeout(TIMEOUTS.read - MOMENT, stream.read_u8()).await.expect_err("the head is not overdue");
        let ended = timeout(2 * MOMENT, stream.read_u8()).await.expect("the head is overdue");
        assert_eq!(ended.expect_err("no input").kind(), io::ErrorKind::UnexpectedEof);
    }

    #[tokio::test]
    async fn bytes_between_responses_are_discarded() {
        let (mut socket, mut peer) = UnixStream::pair().expect("a pair");
        let (reader, writer) = Duplex::split(&mut socket);
        let state = ConnectionState::default();
        let mut stream = ConnectionStream::new(reader, writer.as_ref(), state.clone(), TIMEOUTS);
        let body = state.begin_request().until_end_of(Body::empty());
        stream.write_all(b"1").await.expect("the response is written");
        drop(body);
        stream.write_all(b"2").await.expect("the response was not flushed before");
        stream.flush().await.expect("the response is written");
        stream.write_all(b"bare").await.expect("the bytes are discarded");
        stream.shutdown().await.expect("the writing side stays open");
        let _request = state.begin_request();
        stream.write_all(b"3").await.expect("the response is written");
        stream.shutdown().await.expect("the writing side is closed");
        let mut sent = String::new();
        peer.read_to_string(&mut sent).await.expect("text");
        assert_eq!((sent.as_str(), state.written()), ("123", 3));
    }
}
