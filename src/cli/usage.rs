//! Faults of the arguments that the parser of the command line does not find.

use anyhow::Error;
use thiserror::Error;

/// Fault of the arguments: the program ends with 2, as for those that the parser finds.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub struct UsageError(String);

/// Returns the error of arguments that are wrong or do not belong together.
pub(super) fn usage(detail: impl Into<String>) -> Error {
    Error::new(UsageError(detail.into()))
}
