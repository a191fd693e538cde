//! Listening Unix sockets.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub use unix::UnixSocket;
#[cfg(windows)]
pub use windows::UnixSocket;
