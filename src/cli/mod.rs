//! Command line: arguments, and all commands except `serve`.

mod api_key;
mod arguments;
mod batch;
mod config;
mod healthcheck;
mod input;
mod openapi;
mod progress;

pub use api_key::api_key;
pub use arguments::{Arguments, BatchArguments, Command, DocumentFormat, InputFormat, OutputFormat};
pub use batch::batch;
pub use config::config;
pub use healthcheck::healthcheck;
pub use openapi::openapi;
