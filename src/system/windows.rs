//! Windows.

use std::fs::File;
use std::os::windows::io::AsHandle;
use std::path::Path;
use std::{env, io};

use tokio::net::TcpStream;

/// Does nothing: new files have the permissions of their folder.
pub(crate) fn make_files_private() {}

/// Returns `wanted`: open files and sockets have no limit of the process.
pub(crate) fn increase_descriptor_limit(wanted: u64) -> u64 {
    wanted
}

/// Returns `None`: the free space is unknown.
pub(crate) fn free_bytes(_: &Path) -> io::Result<Option<u64>> {
    Ok(None)
}

/// Returns standard input as a file.
pub(crate) fn stdin_file() -> io::Result<File> {
    io::stdin().as_handle().try_clone_to_owned().map(File::from)
}

/// Returns the name of the machine; empty if it is unknown.
pub(crate) fn host_name() -> String {
    env::var("COMPUTERNAME").unwrap_or_default()
}

/// Returns an error: tokio has no Unix sockets on Windows.
pub(crate) async fn connect_socket(_: &Path) -> io::Result<TcpStream> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "there are no Unix sockets on Windows"))
}
