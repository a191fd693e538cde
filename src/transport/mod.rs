//! Connections: where they are taken, how long they may be silent, and how they end.
//!
//! HTTP/1.1 alone. What is served over them is somebody else's: any service of requests and responses. HTTP/2 without
//! TLS (h2c) is left to the gateway, since a connection that never says which of both it speaks could not be timed out.

mod accept;
mod connection;
mod listener;
mod phase;
mod stream;

pub use accept::{Connections, serve};
pub use connection::{ConnectionBounds, HEAD_BYTES_MAX};
pub use listener::Listener;
pub use phase::{Phase, PhaseControl, PhaseWatch, phases};
