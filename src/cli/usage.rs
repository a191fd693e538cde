//! Faults of the arguments that the parser of the command line does not find.

use anyhow::Error;
use thiserror::Error;

/// Invalid arguments: the program exits with 2, as for arguments that the parser rejects.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub struct UsageError(String);

/// Returns the error of arguments that are wrong or do not belong together.
pub(super) fn usage(detail: impl Into<String>) -> Error {
    Error::new(UsageError(detail.into()))
}
