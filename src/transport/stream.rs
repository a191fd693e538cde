//! Stream of a connection, and detection of clients that have disconnected.

use std::future::pending;
use std::io::{self, IoSlice};
use std::net::Shutdown;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::sleep;

use super::exchange::Exchanges;
use super::lingering_close::HasUnread;
use super::listener::Duplex;
use super::refusal::HEAD_BYTES_MAX;

/// Time without a sent byte after which a client that closed its writing side counts as disconnected.
const GRACE: Duration = Duration::from_millis(25);

/// Capacity for a head that an idle connection keeps. Enough for most heads and small bodies.
const HEAD_KEPT: usize = 1024;

/// End of the input of a connection.
///
/// hyper drops a request at the end of the input, as if its client had disconnected. A client that only closed its
/// writing side, as `nc -N` does, still waits for the response. Nearly every response begins within [`GRACE`]. After a
/// real disconnect, a solver thread works at most for that time.
#[derive(Debug, Default)]
pub(super) struct InputEnd {
    /// Whether the grace is over: the stream returns the end.
    is_due: AtomicBool,
    /// Whether the stream has returned the end.
    is_read: AtomicBool,
    bytes_written: AtomicU64,
}

/// Stream that delays the end of its input, and discards bytes written between exchanges.
///
/// These are the bare statuses by which hyper answers a head that it cannot parse.
pub(super) struct ConnectionStream<'a, R, T> {
    reader: R,
    socket: &'a T,
    end: &'a InputEnd,
    exchanges: Exchanges,
    /// Whether the input is the rest of a refused body.
    has_unread: HasUnread,
    /// Input since the last response was sent, up to the maximum size of a head.
    head: Vec<u8>,
    has_discarded: bool,
}

impl InputEnd {
    /// Completes after the client disconnected. Needs no reads: notices it behind unread bytes, too.
    ///
    /// A client that closed its writing side counts as connected while it is sent bytes: after a real disconnect, its
    /// kernel resets the connection at the first of them.
    pub(super) async fn after_grace(&self, socket: &impl Duplex) {
        if socket.read_closed().await.is_err() {
            // The runtime is shutting down.
            return pending().await;
        }
        let mut written = None;
        while written != Some(self.bytes_written.load(Ordering::Relaxed)) {
            written = Some(self.bytes_written.load(Ordering::Relaxed));
            sleep(GRACE).await;
        }
        self.make_due();
    }

    /// Only the task of the connection writes.
    fn add_written(&self, bytes: usize) {
        let before = self.bytes_written.load(Ordering::Relaxed);
        self.bytes_written.store(before + bytes as u64, Ordering::Relaxed);
    }

    /// Makes the stream return the end of its input without delay.
    pub(super) fn make_due(&self) {
        self.is_due.store(true, Ordering::Relaxed);
    }

    /// Completes if the client may still send, because nothing has read the end of input. Pends forever after that.
    pub(super) async fn unread(&self) {
        if self.is_read.load(Ordering::Relaxed) {
            pending::<()>().await;
        }
    }
}

impl<'a, R, T: Duplex> ConnectionStream<'a, R, T> {
    pub(super) fn new(
        reader: R,
        socket: &'a T,
        end: &'a InputEnd,
        exchanges: Exchanges,
        has_unread: HasUnread,
    ) -> Self {
        Self { reader, socket, end, exchanges, has_unread, head: Vec::new(), has_discarded: false }
    }

    /// Whether the next bytes belong to the head of a request.
    fn awaits_head(&self) -> bool {
        self.exchanges.is_none_open() && !self.has_unread.get()
    }

    /// Returns the input since the last response was sent, up to the maximum size of a head.
    pub(super) fn head(&self) -> &[u8] {
        &self.head
    }
}

impl<R: AsyncRead + Unpin, T: Duplex> AsyncRead for ConnectionStream<'_, R, T> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let filled = buffer.filled().len();
        // hyper reads on if the bytes before are not a whole head.
        if !self.head.is_empty() && self.awaits_head() {
            self.exchanges.head_is_incomplete();
        }
        ready!(Pin::new(&mut self.reader).poll_read(context, buffer))?;
        if self.awaits_head() {
            let read = &buffer.filled()[filled..];
            let recorded = read.len().min(HEAD_BYTES_MAX - self.head.len());
            self.head.extend_from_slice(&read[..recorded]);
        }
        if buffer.filled().len() > filled || buffer.remaining() == 0 {
            return Poll::Ready(Ok(()));
        }
        if !self.end.is_due.load(Ordering::Relaxed) {
            // The task also waits for `after_grace`.
            return Poll::Pending;
        }
        self.end.is_read.store(true, Ordering::Relaxed);
        Poll::Ready(Ok(()))
    }
}

impl<R: Unpin, T: Duplex> AsyncWrite for ConnectionStream<'_, R, T> {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.poll_write_vectored(context, &[IoSlice::new(bytes)])
    }

    /// hyper flushes after all that it has buffered is written.
    fn poll_flush(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        if !self.exchanges.is_none_open() {
            self.head.clear();
            self.head.shrink_to(HEAD_KEPT);
            self.exchanges.flushed();
        }
        Poll::Ready(Ok(()))
    }

    /// Closes the writing side, unless a response that replaces the discarded one follows.
    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.has_discarded && self.exchanges.is_none_open() {
            return Poll::Ready(Ok(()));
        }
        Poll::Ready(SockRef::from(self.socket).shutdown(Shutdown::Write))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        if self.exchanges.is_none_open() {
            self.has_discarded = true;
            return Poll::Ready(Ok(bytes.iter().map(|slice| slice.len()).sum()));
        }
        loop {
            ready!(self.socket.poll_write_ready(context))?;
            match self.socket.try_write_vectored(bytes) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Ok(bytes) => {
                    self.end.add_written(bytes);
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
mod tests {
    use std::pin::pin;

    use axum::body::Body;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::UnixStream;
    use tokio::time::timeout;

    use super::*;

    /// Time that passes only on the paused clock.
    const LONG: Duration = Duration::from_secs(3600);

    #[tokio::test(start_paused = true)]
    async fn disconnect_is_noticed_behind_unread_bytes() {
        let (mut socket, mut peer) = UnixStream::pair().expect("a pair");
        let (reader, writer) = Duplex::split(&mut socket);
        let end = InputEnd::default();
        let mut stream =
            ConnectionStream::new(reader, writer.as_ref(), &end, Exchanges::new(), HasUnread::default());
        let mut after_grace = pin!(end.after_grace(writer.as_ref()));
        peer.write_all(b"unread").await.expect("the bytes are written");
        timeout(LONG, &mut after_grace).await.expect_err("the client is connected");
        drop(peer);
        timeout(GRACE - Duration::from_millis(1), &mut after_grace).await.expect_err("the grace is not over");
        timeout(LONG, &mut after_grace).await.expect("the client has disconnected");
        let mut unread = Vec::new();
        stream.read_to_end(&mut unread).await.expect("the end is due");
        assert_eq!(unread, b"unread");
    }

    #[tokio::test(start_paused = true)]
    async fn end_is_hidden_until_it_is_due() {
        let (mut socket, peer) = UnixStream::pair().expect("a pair");
        let (reader, writer) = Duplex::split(&mut socket);
        let end = InputEnd::default();
        let mut stream =
            ConnectionStream::new(reader, writer.as_ref(), &end, Exchanges::new(), HasUnread::default());
        drop(peer);
        timeout(LONG, stream.read_u8()).await.expect_err("the end is hidden");
        end.unread().await;
        end.make_due();
        let error = stream.read_u8().await.expect_err("the end is due");
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
        timeout(LONG, end.unread()).await.expect_err("the end is read");
    }

    #[tokio::test]
    async fn rest_of_a_refused_body_is_no_head() {
        let (mut socket, mut peer) = UnixStream::pair().expect("a pair");
        let (reader, writer) = Duplex::split(&mut socket);
        let (end, has_unread) = (InputEnd::default(), HasUnread::default());
        let mut stream =
            ConnectionStream::new(reader, writer.as_ref(), &end, Exchanges::new(), has_unread.clone());
        peer.write_all(b"bodyhead").await.expect("the bytes are written");
        has_unread.set(true);
        stream.read_exact(&mut [0; 4]).await.expect("the body");
        assert_eq!(stream.head(), b"");
        has_unread.set(false);
        stream.read_exact(&mut [0; 4]).await.expect("the head");
        assert_eq!(stream.head(), b"head");
    }

    #[tokio::test(start_paused = true)]
    async fn sent_bytes_extend_the_grace() {
        let (mut socket, mut peer) = UnixStream::pair().expect("a pair");
        let (reader, writer) = Duplex::split(&mut socket);
        let end = InputEnd::default();
        let exchanges = Exchanges::new();
        let mut stream =
            ConnectionStream::new(reader, writer.as_ref(), &end, exchanges.clone(), HasUnread::default());
        exchanges.begin();
        peer.shutdown().await.expect("the writing side closes");
        let mut after_grace = pin!(end.after_grace(writer.as_ref()));
        for _ in 0..10 {
            stream.write_all(b".").await.expect("the client is connected");
            timeout(GRACE / 2, &mut after_grace).await.expect_err("the client gets bytes");
        }
        timeout(2 * GRACE, &mut after_grace).await.expect("the grace is over");
    }

    #[tokio::test]
    async fn bytes_between_exchanges_are_discarded() {
        let (mut socket, mut peer) = UnixStream::pair().expect("a pair");
        let (reader, writer) = Duplex::split(&mut socket);
        let (end, exchanges) = (InputEnd::default(), Exchanges::new());
        let mut stream =
            ConnectionStream::new(reader, writer.as_ref(), &end, exchanges.clone(), HasUnread::default());
        exchanges.begin();
        let body = exchanges.ended_by(Body::empty());
        stream.write_all(b"1").await.expect("the response is written");
        drop(body);
        stream.write_all(b"2").await.expect("the response was not flushed before");
        stream.flush().await.expect("the response is written");
        stream.write_all(b"bare").await.expect("the bytes are discarded");
        stream.shutdown().await.expect("the writing side stays open");
        exchanges.begin();
        stream.write_all(b"3").await.expect("the response is written");
        stream.shutdown().await.expect("the writing side is closed");
        let mut sent = String::new();
        peer.read_to_string(&mut sent).await.expect("text");
        assert_eq!(sent, "123");
    }
}
