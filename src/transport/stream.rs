//! Delayed end of stream, so that half-closed clients get their response.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// Delay of the end of the stream.
const EOF_DELAY: Duration = Duration::from_millis(25);

/// Stream that reports the end of its input after a delay.
///
/// hyper drops a request at the end of the input, as if its client had disconnected. A client that only closed its
/// writing side, as `nc -N` does, still waits for the response. Nearly every response is ready within the delay. After a
/// real disconnect, a solver thread works at most for the delay.
pub(super) struct DelayedEof<S> {
    stream: S,
    end: Option<Pin<Box<Sleep>>>,
}

impl<S> DelayedEof<S> {
    pub(super) fn new(stream: S) -> Self {
        Self { stream, end: None }
    }

    pub(super) fn get_ref(&self) -> &S {
        &self.stream
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for DelayedEof<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        if this.end.is_none() {
            let filled = buffer.filled().len();
            ready!(Pin::new(&mut this.stream).poll_read(context, buffer))?;
            if buffer.filled().len() > filled || buffer.remaining() == 0 {
                return Poll::Ready(Ok(()));
            }
        }
        let end = this.end.get_or_insert_with(|| Box::pin(sleep(EOF_DELAY)));
        end.as_mut().poll(context).map(Ok)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for DelayedEof<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, bytes)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
