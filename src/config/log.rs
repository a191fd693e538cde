//! Section `log`.

use serde::{Deserialize, Serialize};

/// Log output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Log {
    /// Format of a log line.
    pub format: LogFormat,
    /// Filter directives of `tracing_subscriber::EnvFilter`.
    pub filter: String,
}

/// Format of a log line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogFormat {
    /// Text for people.
    Text,
    /// One JSON object per line.
    Json,
}
