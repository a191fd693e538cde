//! Windows.

use std::fs::File;
use std::io;
use std::os::windows::io::AsHandle;
use std::path::Path;

use tokio::net::TcpStream;

/// Does nothing: new files have the permissions of their folder.
pub(crate) fn make_files_private() {}

/// Returns `wanted`: open files and sockets have no limit of the process.
pub(crate) fn increase_descriptor_limit(wanted: u64) -> u64 {
    wanted
}

/// Returns standard input as a file.
pub(crate) fn stdin_file() -> io::Result<File> {
    io::stdin().as_handle().try_clone_to_owned().map(File::from)
}

/// Returns an error: tokio has no Unix sockets on Windows.
pub(crate) async fn connect_socket(_: &Path) -> io::Result<TcpStream> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "there are no Unix sockets on Windows"))
}
