//! Files, sockets and limits that operating systems treat differently.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub(crate) use unix::{connect_socket, increase_descriptor_limit, make_files_private, stdin_file};
#[cfg(windows)]
pub(crate) use windows::{connect_socket, increase_descriptor_limit, make_files_private, stdin_file};
