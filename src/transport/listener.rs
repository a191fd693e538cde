//! Listening sockets: TCP and Unix.
//!
//! tokio neither bounds unsent bytes nor replaces the socket file of a process that was killed.

use std::io;
use std::net::SocketAddr;
use std::path::Path;

use socket2::{Domain, Socket, Type};
use tokio::net::TcpListener;

use super::socket::BACKLOG;
use super::unix_socket::UnixSocket;

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
    /// Unix socket.
    Unix(UnixSocket),
}

impl Listener {
    /// Listens on an address; port 0 picks a free port. Must be called within a runtime.
    ///
    /// # Errors
    /// If the operating system refuses the socket.
    pub fn tcp(address: SocketAddr) -> io::Result<Self> {
        let socket = Socket::new(Domain::for_address(address), Type::STREAM, None)?;
        // Elsewhere, this would let other processes take the port.
        if cfg!(unix) {
            socket.set_reuse_address(true)?;
        }
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
    /// If the operating system refuses the socket, another process listens at `path`, the file there is not a socket, or the system has no
    /// Unix sockets.
    pub fn unix(path: &Path, mode: Option<u32>) -> io::Result<Self> {
        UnixSocket::listen(path, mode).map(Self::Unix)
    }

    /// Moves the listener to the runtime in which this is called.
    ///
    /// # Errors
    /// If the runtime cannot watch the socket.
    pub fn into_this_runtime(self) -> io::Result<Self> {
        Ok(match self {
            Self::Tcp(listener) => Self::Tcp(TcpListener::from_std(listener.into_std()?)?),
            Self::Unix(socket) => Self::Unix(socket.into_this_runtime()?),
        })
    }

    /// Returns the address for display: `http://127.0.0.1:8080` or `unix:/run/quadrille.sock`.
    pub fn url(&self) -> String {
        match self {
            Self::Tcp(listener) => match listener.local_addr() {
                Ok(address) => format!("http://{address}"),
                Err(_) => "http://?".to_owned(),
            },
            Self::Unix(socket) => format!("unix:{}", socket.path().display()),
        }
    }
}
