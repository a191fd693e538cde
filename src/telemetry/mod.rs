//! Logs, and spans for a collector: set up once, for the whole program.

mod init;
mod logs;
mod otlp;

pub use init::{Telemetry, init};
pub use logs::subscriber;
