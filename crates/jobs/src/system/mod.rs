//! Names and free space that operating systems treat differently.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub(crate) use unix::{free_bytes, host_name};
#[cfg(windows)]
pub(crate) use windows::{free_bytes, host_name};
