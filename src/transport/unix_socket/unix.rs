//! Unix sockets on Unix.

use std::fs::{self, Permissions};
use std::io;
use std::net::SocketAddr;
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::os::unix::net::UnixStream as StdUnixStream;
use std::path::{Path, PathBuf};

use socket2::{Domain, SockAddr, Socket, Type};
use tokio::net::{UnixListener, UnixStream};

use crate::transport::socket::{Accept, BACKLOG, duplex};

/// Listening Unix socket. Its file is removed with it.
#[derive(Debug)]
pub struct UnixSocket {
    listener: UnixListener,
    file: SocketFile,
}

/// File of a Unix socket, removed on drop.
#[derive(Debug)]
struct SocketFile(PathBuf);

impl UnixSocket {
    /// Listens at `path`, and replaces a stale socket file.
    pub(in crate::transport) fn listen(path: &Path, mode: Option<u32>) -> io::Result<Self> {
        remove_stale(path)?;
        let socket = Socket::new(Domain::UNIX, Type::STREAM, None)?;
        socket.bind(&SockAddr::unix(path)?)?;
        let file = SocketFile(path.to_owned());
        if let Some(mode) = mode {
            fs::set_permissions(path, Permissions::from_mode(mode))?;
        }
        socket.listen(BACKLOG)?;
        socket.set_nonblocking(true)?;
        Ok(Self { listener: UnixListener::from_std(socket.into())?, file })
    }

    /// Moves the socket to the runtime in which this is called.
    pub(in crate::transport) fn into_this_runtime(self) -> io::Result<Self> {
        let Self { listener, file } = self;
        Ok(Self { listener: UnixListener::from_std(listener.into_std()?)?, file })
    }

    /// Path of the file.
    pub(in crate::transport) fn path(&self) -> &Path {
        &self.file.0
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

impl Accept for UnixSocket {
    type Stream = UnixStream;

    async fn accept(&mut self) -> io::Result<(UnixStream, Option<SocketAddr>)> {
        let (stream, _) = self.listener.accept().await?;
        Ok((stream, None))
    }
}

// The kernel keeps no unsent bytes of a closed Unix socket.
duplex!(UnixStream, unix,);
