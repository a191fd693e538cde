//! The command line: its arguments, and the commands other than serving.

mod arguments;
mod config;
mod healthcheck;
mod openapi;

pub use arguments::{Arguments, Command, DocumentFormat};
pub use config::config;
pub use healthcheck::healthcheck;
pub use openapi::openapi;
