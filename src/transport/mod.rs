//! Listeners and connections: accept loop, timeouts and graceful shutdown.
//!
//! Serves any tower service over HTTP/1.1. HTTP/2 without TLS (h2c) is not supported: the protocol detection has no
//! timeout.

mod accept;
mod connection;
mod disconnect;
#[cfg(any(test, not(target_os = "linux")))]
mod end_of_input;
mod head_timer;
mod lingering_close;
mod listener;
mod pacing;
mod phase;
mod refusal;
mod shares;
mod socket;
mod state;
mod stream;
mod unix_socket;

pub use accept::{AcceptPolicy, Connections, REFUSED_MAX, serve};
pub use connection::ConnectionBounds;
pub use listener::Listener;
pub use pacing::LoadShed;
pub use phase::{PhaseControl, PhaseWatch, ShutdownPhase, phases};
pub use refusal::{HEAD_BYTES_MAX, Refuse, TransportRefusal};
pub use shares::{ClientOf, ConnectionShares};
pub use unix_socket::UnixSocket;
