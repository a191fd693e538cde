//! The member `type` of lines.

use serde::Serialize;
use utoipa::ToSchema;

/// Type of a line with a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ResultType {
    /// A result.
    Result,
}

/// Type of a line with an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ErrorType {
    /// An error.
    Error,
}

/// Type of a line with progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProgressType {
    /// Progress.
    Progress,
}

/// Type of the last line of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SummaryType {
    /// A summary.
    Summary,
}
