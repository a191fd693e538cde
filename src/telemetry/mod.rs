//! Process-wide logs, and spans exported over OTLP.

mod init;
mod logs;
mod otlp;

pub use init::{Telemetry, check, init};
pub use logs::subscriber;
