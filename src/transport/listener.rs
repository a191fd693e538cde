//! The sockets that connections come from: TCP, or a file.

use std::fs;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::os::unix::fs::FileTypeExt;
use std::os::unix::net::UnixStream as StdUnixStream;
use std::path::{Path, PathBuf};

use socket2::{Domain, Socket, Type};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream, UnixListener, UnixStream};

/// How many connections the kernel holds that nobody has accepted yet.
const BACKLOG: i32 = 1024;

/// How many bytes the kernel takes on for a connection beyond those under way. It bounds what a client that reads nothing
/// ties up, and makes one that reads slowly be seen to read: the kernel reports progress when half of it is gone.
#[cfg(target_os = "linux")]
const UNSENT_BYTES_MAX: u32 = 128 << 10;

/// An open socket that takes connections.
#[derive(Debug)]
pub enum Listener {
    /// An address and port.
    Tcp(TcpListener),
    /// A file, removed with the listener.
    Unix(UnixListener, SocketFile),
}

/// The file of a Unix socket, removed when dropped.
#[derive(Debug)]
pub struct SocketFile(PathBuf);

/// Something that gives connections.
pub(super) trait Accept: Send + 'static {
    type Stream: Duplex;

    /// The next connection, and where it comes from if that is an address. Nothing is lost if the future is dropped.
    fn accept(&mut self) -> impl Future<Output = io::Result<(Self::Stream, Option<SocketAddr>)>> + Send;
}

/// The two directions of a connection.
pub(super) trait Duplex: AsyncRead + AsyncWrite + Unpin + Send + 'static {
    /// From now on, dropping it throws away what was not yet sent, rather than leave that to the kernel.
    fn forget_unsent(&self) {}
}

impl Listener {
    /// Listens on an address; port 0 takes a free one. Must be called within a runtime.
    ///
    /// # Errors
    /// Where the operating system refuses.
    pub fn tcp(address: SocketAddr) -> io::Result<Self> {
        let socket = Socket::new(Domain::for_address(address), Type::STREAM, None)?;
        socket.set_reuse_address(true)?;
        // What it accepts inherits this.
        #[cfg(target_os = "linux")]
        socket.set_tcp_notsent_lowat(UNSENT_BYTES_MAX)?;
        socket.bind(&address.into())?;
        socket.listen(BACKLOG)?;
        socket.set_nonblocking(true)?;
        TcpListener::from_std(socket.into()).map(Self::Tcp)
    }

    /// Listens on a socket file at `path`. A file left there by a process that is gone is replaced; one that somebody
    /// listens on, or that is no socket, is not. Must be called within a runtime.
    ///
    /// # Errors
    /// Where the operating system refuses, or the path is taken.
    pub fn unix(path: &Path) -> io::Result<Self> {
        remove_stale(path)?;
        let listener = UnixListener::bind(path)?;
        Ok(Self::Unix(listener, SocketFile(path.to_owned())))
    }

    /// Where it listens, as a client would be told: `http://127.0.0.1:8080`, `unix:/run/quadrille.sock`.
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
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, "what is there is no socket"));
    }
    match StdUnixStream::connect(path) {
        Ok(_) => Err(io::ErrorKind::AddrInUse.into()),
        Err(_) => fs::remove_file(path),
    }
}

impl Drop for SocketFile {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = fs::remove_file(&self.0);
    }
}

impl Accept for TcpListener {
    type Stream = TcpStream;

    async fn accept(&mut self) -> io::Result<(TcpStream, Option<SocketAddr>)> {
        let (stream, peer) = Self::accept(self).await?;
        // Answers are small: they must not wait to be joined by more.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "TCP_NODELAY could not be set");
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

impl Duplex for TcpStream {
    fn forget_unsent(&self) {
        if let Err(error) = self.set_zero_linger() {
            tracing::debug!(%error, "SO_LINGER could not be set");
        }
    }
}

// The kernel keeps nothing for a file socket that is closed.
impl Duplex for UnixStream {}
