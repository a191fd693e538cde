//! Errors of loading settings.

use thiserror::Error;

/// Reason why the settings cannot be used. Every message names the key or the file.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// A source cannot be read or parsed.
    #[error(transparent)]
    Unreadable(#[from] config::ConfigError),
    /// A value has the wrong type.
    #[error("{key}: {reason}")]
    Type {
        /// The key, as `section.key`.
        key: String,
        /// The type found and the type expected.
        reason: String,
    },
    /// Unknown keys or invalid values, all of them.
    #[error("{}", .0.join("\n"))]
    Invalid(Vec<String>),
}
