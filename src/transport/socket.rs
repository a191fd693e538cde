//! Sockets, as the accept loop and the connections use them.
//!
//! The sockets of tokio have no common trait.

use std::future::Future;
use std::io::{self, IoSlice};
use std::net::SocketAddr;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};

/// Maximum number of connections in the kernel's accept queue.
pub(super) const BACKLOG: i32 = 1024;

/// Source of connections.
pub(super) trait Accept: Send + 'static {
    type Stream;

    /// Returns the next connection, with the address of its peer if it has one. Cancel-safe.
    fn accept(&mut self) -> impl Future<Output = io::Result<(Self::Stream, Option<SocketAddr>)>> + Send;
}

/// Socket of a connection.
pub(super) trait Duplex: Send + Sync + 'static {
    /// Borrowed reading half.
    type Reader<'a>: AsyncRead + Unpin + Send;
    /// Borrowed writing half, which also gives access to the socket.
    type Writer<'a>: AsyncWrite + AsRef<Self> + Unpin + Send + Sync;

    fn split(&mut self) -> (Self::Reader<'_>, Self::Writer<'_>);

    fn poll_write_ready(&self, context: &mut Context<'_>) -> Poll<io::Result<()>>;

    fn try_write_vectored(&self, bytes: &[IoSlice<'_>]) -> io::Result<usize>;

    /// Closes the writing side.
    fn close_writing(&self) -> io::Result<()>;

    /// Completes when the peer has closed its writing side or reset the connection, even if bytes are unread.
    fn read_closed(&self) -> impl Future<Output = io::Result<()>> + Send;

    /// Makes a drop discard unsent bytes, which the kernel would otherwise keep.
    fn abort_on_drop(&self) {}
}

/// Implements [`Duplex`] by the methods that tokio's sockets have in common.
macro_rules! duplex {
    ($Socket:ty, $module:ident, $($method:item)?) => {
        impl $crate::transport::socket::Duplex for $Socket {
            type Reader<'a> = tokio::net::$module::ReadHalf<'a>;
            type Writer<'a> = tokio::net::$module::WriteHalf<'a>;

            fn split(&mut self) -> (Self::Reader<'_>, Self::Writer<'_>) {
                <$Socket>::split(self)
            }

            fn poll_write_ready(&self, context: &mut std::task::Context<'_>) -> std::task::Poll<std::io::Result<()>> {
                <$Socket>::poll_write_ready(self, context)
            }

            fn try_write_vectored(&self, bytes: &[std::io::IoSlice<'_>]) -> std::io::Result<usize> {
                <$Socket>::try_write_vectored(self, bytes)
            }

            fn close_writing(&self) -> std::io::Result<()> {
                socket2::SockRef::from(self).shutdown(std::net::Shutdown::Write)
            }

            #[cfg(target_os = "linux")]
            async fn read_closed(&self) -> std::io::Result<()> {
                // Wakes for the end of the input alone: priority data is not registered. `READABLE` would complete as
                // long as bytes are unread.
                self.ready(tokio::io::Interest::PRIORITY).await.map(|_| ())
            }

            #[cfg(not(target_os = "linux"))]
            async fn read_closed(&self) -> std::io::Result<()> {
                $crate::transport::end_of_input::end_of_input(|| self.ready(tokio::io::Interest::READABLE)).await
            }

            $($method)?
        }
    };
}
#[cfg(unix)]
pub(super) use duplex;

duplex!(
    TcpStream,
    tcp,
    fn abort_on_drop(&self) {
        if let Err(error) = self.set_zero_linger() {
            tracing::debug!(%error, "setting SO_LINGER failed");
        }
    }
);

impl Accept for TcpListener {
    type Stream = TcpStream;

    async fn accept(&mut self) -> io::Result<(TcpStream, Option<SocketAddr>)> {
        let (stream, peer) = Self::accept(self).await?;
        // Responses are small: do not delay them to fill a segment.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "setting TCP_NODELAY failed");
        }
        Ok((stream, Some(peer)))
    }
}
