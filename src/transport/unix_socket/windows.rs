//! Stand-in on Windows, where tokio has no Unix sockets.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::path::Path;

use tokio::net::TcpStream;

use crate::transport::socket::Accept;

/// Listening Unix socket. It has no values.
#[derive(Debug)]
pub struct UnixSocket(Infallible);

impl UnixSocket {
    /// Returns an error.
    pub(in crate::transport) fn listen(_: &Path, _: Option<u32>) -> io::Result<Self> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "there are no Unix sockets on Windows"))
    }

    pub(in crate::transport) fn into_this_runtime(self) -> io::Result<Self> {
        match self.0 {}
    }

    pub(in crate::transport) fn path(&self) -> &Path {
        match self.0 {}
    }
}

impl Accept for UnixSocket {
    type Stream = TcpStream;

    async fn accept(&mut self) -> io::Result<(TcpStream, Option<SocketAddr>)> {
        match self.0 {}
    }
}
