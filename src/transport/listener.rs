//! Listening sockets: TCP and Unix.
//!
//! The sockets of tokio have no common trait, and tokio neither bounds unsent bytes nor replaces the socket file of a process that was killed.

use std::fs::{self, Permissions};
use std::future::Future;
use std::io::{self, IoSlice};
use std::net::SocketAddr;
use std::os::fd::AsFd;
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::os::unix::net::UnixStream as StdUnixStream;
use std::path::{Path, PathBuf};
use std::task::{Context, Poll};

use socket2::{Domain, SockAddr, Socket, Type};
use tokio::io::{AsyncRead, AsyncWrite, Interest};
use tokio::net::{TcpListener, TcpStream, UnixListener, UnixStream};

/// Maximum number of connections in the kernel's accept queue.
const BACKLOG: i32 = 1024;

/// Maximum number of unsent bytes that the kernel buffers for a connection (`TCP_NOTSENT_LOWAT`).
///
/// Bounds the memory of a client that reads nothing. It also makes a slow reader's progress visible: the kernel reports
/// the socket as writable when half of the buffer is free.
#[cfg(target_os = "linux")]
const UNSENT_BYTES_MAX: u32 = 128 << 10;

/// Socket that accepts connections.
#[derive(Debug)]
pub enum Listener {
    /// TCP socket.
    Tcp(TcpListener),
    /// Unix socket. Its file is removed with the listener.
    Unix(UnixListener, SocketFile),
}

/// File of a Unix socket, removed on drop.
#[derive(Debug)]
pub struct SocketFile(PathBuf);

/// Source of connections.
pub(super) trait Accept: Send + 'static {
    type Stream;

    /// Returns the next connection, with the address of its peer if it has one. Cancel-safe.
    fn accept(&mut self) -> impl Future<Output = io::Result<(Self::Stream, Option<SocketAddr>)>> + Send;
}

/// Socket of a connection.
pub(super) trait Duplex: AsFd + Send + Sync + 'static {
    /// Borrowed reading half.
    type Reader<'a>: AsyncRead + Unpin + Send;
    /// Borrowed writing half, which also gives access to the socket.
    type Writer<'a>: AsyncWrite + AsRef<Self> + Unpin + Send + Sync;

    fn split(&mut self) -> (Self::Reader<'_>, Self::Writer<'_>);

    fn poll_write_ready(&self, context: &mut Context<'_>) -> Poll<io::Result<()>>;

    fn try_write_vectored(&self, bytes: &[IoSlice<'_>]) -> io::Result<usize>;

    /// Completes when the peer has closed its writing side or reset the connection, even if bytes are unread.
    fn read_closed(&self) -> impl Future<Output = io::Result<()>> + Send;

    /// Makes a drop discard unsent bytes, which the kernel would otherwise keep.
    fn abort_on_drop(&self) {}
}

impl Listener {
    /// Listens on an address; port 0 picks a free port. Must be called within a runtime.
    ///
    /// # Errors
    /// If the operating system refuses the socket.
    pub fn tcp(address: SocketAddr) -> io::Result<Self> {
        let socket = Socket::new(Domain::for_address(address), Type::STREAM, None)?;
        socket.set_reuse_address(true)?;
        // Accepted sockets inherit this option.
        #[cfg(target_os = "linux")]
        socket.set_tcp_notsent_lowat(UNSENT_BYTES_MAX)?;
        socket.bind(&address.into())?;
        socket.listen(BACKLOG)?;
        socket.set_nonblocking(true)?;
        TcpListener::from_std(socket.into()).map(Self::Tcp)
    }

    /// Listens on a Unix socket at `path`, replacing a stale socket file. Must be called within a runtime.
    ///
    /// Sets the permissions of the file to `mode`, if given, before it accepts connections.
    ///
    /// # Errors
    /// If the operating system refuses the socket, another process listens at `path`, or the file there is not a socket.
    pub fn unix(path: &Path, mode: Option<u32>) -> io::Result<Self> {
        remove_stale(path)?;
        let socket = Socket::new(Domain::UNIX, Type::STREAM, None)?;
        socket.bind(&SockAddr::unix(path)?)?;
        let file = SocketFile(path.to_owned());
        if let Some(mode) = mode {
            fs::set_permissions(path, Permissions::from_mode(mode))?;
        }
        socket.listen(BACKLOG)?;
        socket.set_nonblocking(true)?;
        UnixListener::from_std(socket.into()).map(|listener| Self::Unix(listener, file))
    }

    /// Moves the listener to the runtime in which this is called.
    ///
    /// # Errors
    /// If the runtime cannot watch the socket.
    pub fn into_this_runtime(self) -> io::Result<Self> {
        Ok(match self {
            Self::Tcp(listener) => Self::Tcp(TcpListener::from_std(listener.into_std()?)?),
            Self::Unix(listener, file) => Self::Unix(UnixListener::from_std(listener.into_std()?)?, file),
        })
    }

    /// Returns the address for display: `http://127.0.0.1:8080` or `unix:/run/quadrille.sock`.
    pub fn url(&self) -> String {
        match self {
            Self::Tcp(listener) => match listener.local_addr() {
                Ok(address) => format!("http://{address}"),
                Err(_) => "http://?".to_owned(),
            },
            Self::Unix(_, SocketFile(path)) => format!("unix:{}", path.display()),
        }
    }
}

fn remove_stale(path: &Path) -> io::Result<()> {
    let found = match fs::symlink_metadata(path) {
        Ok(found) => found,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    if !found.file_type().is_socket() {
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, "the file exists and is not a socket"));
    }
    match StdUnixStream::connect(path) {
        Ok(_) => Err(io::ErrorKind::AddrInUse.into()),
        Err(_) => fs::remove_file(path),
    }
}

impl Drop for SocketFile {
    fn drop(&mut self) {
        // The file may be gone already.
        let _ = fs::remove_file(&self.0);
    }
}

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

impl Accept for (UnixListener, SocketFile) {
    type Stream = UnixStream;

    async fn accept(&mut self) -> io::Result<(UnixStream, Option<SocketAddr>)> {
        let (stream, _) = self.0.accept().await?;
        Ok((stream, None))
    }
}

/// Implements [`Duplex`] by the methods that tokio's sockets have in common.
macro_rules! duplex {
    ($Socket:ty, $module:ident, $($method:item)?) => {
        impl Duplex for $Socket {
            type Reader<'a> = tokio::net::$module::ReadHalf<'a>;
            type Writer<'a> = tokio::net::$module::WriteHalf<'a>;

            fn split(&mut self) -> (Self::Reader<'_>, Self::Writer<'_>) {
                <$Socket>::split(self)
            }

            fn poll_write_ready(&self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
                <$Socket>::poll_write_ready(self, context)
            }

            fn try_write_vectored(&self, bytes: &[IoSlice<'_>]) -> io::Result<usize> {
                <$Socket>::try_write_vectored(self, bytes)
            }

            async fn read_closed(&self) -> io::Result<()> {
                // Wakes for the end of the input alone: priority data is not registered. `READABLE` would complete as
                // long as bytes are unread.
                self.ready(Interest::PRIORITY).await.map(|_| ())
            }

            $($method)?
        }
    };
}

duplex!(
    TcpStream,
    tcp,
    fn abort_on_drop(&self) {
        if let Err(error) = self.set_zero_linger() {
            tracing::debug!(%error, "setting SO_LINGER failed");
        }
    }
);

// The kernel keeps no unsent bytes of a closed Unix socket.
duplex!(UnixStream, unix,);
