//! Listeners and connections: accept loop, timeouts and graceful shutdown.
//!
//! Serves any tower service over HTTP/1.1. HTTP/2 without TLS (h2c) is not supported: the protocol detection has no
//! timeout.

mod accept;
mod connection;
mod lingering_close;
mod listener;
mod phase;
mod stream;

pub use accept::{Connections, serve};
pub use connection::{ConnectionBounds, HEAD_BYTES_MAX};
pub use listener::Listener;
pub use phase::{Phase, PhaseControl, PhaseWatch, phases};
