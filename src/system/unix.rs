//! Unix.

use std::fs::File;
use std::io;
use std::os::fd::AsFd;
use std::path::Path;

use rustix::fs::Mode;
use rustix::process::umask;
use tokio::net::UnixStream;

/// Creates all files with 0600 and all folders with 0700 from now on: files of jobs have names that are secrets.
///
/// Call this after the listeners are open: the permissions of a Unix socket follow the umask of the caller.
pub(crate) fn make_files_private() {
    umask(Mode::RWXG | Mode::RWXO);
}

/// Raises the limit on open files to `wanted` if possible, and returns the limit in effect.
pub(crate) fn increase_descriptor_limit(wanted: u64) -> u64 {
    rlimit::increase_nofile_limit(wanted).unwrap_or(wanted)
}

/// Returns standard input as a file.
pub(crate) fn stdin_file() -> io::Result<File> {
    io::stdin().as_fd().try_clone_to_owned().map(File::from)
}

/// Connects to a Unix socket.
pub(crate) async fn connect_socket(path: &Path) -> io::Result<UnixStream> {
    UnixStream::connect(path).await
}
