//! Process-wide logs, and spans exported over OTLP.

mod init;
mod log_writer;
mod logs;
mod otlp;
mod test_sink;

pub use init::{Telemetry, check, init};
pub use log_writer::LostLines;
pub use logs::subscriber;
