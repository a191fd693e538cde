//! Errors of loading settings.

use thiserror::Error;

/// Reason why the settings cannot be used. Every message names the key or the file.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// A source cannot be read or parsed.
    #[error(transparent)]
    Unreadable(#[from] config::ConfigError),
    /// Unknown keys, a value of the wrong type, or invalid values: all of them, each with its source.
    #[error("{}", .0.join("\n"))]
    Invalid(Vec<String>),
}
