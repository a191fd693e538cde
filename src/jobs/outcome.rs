//! How the run of a piece ends.

use super::error::{FailureCode, JobError, JobFailure};
use super::queue::PieceResult;
use crate::exact_cover::CountOverflow;
use crate::service::DispatchError;
use crate::sudoku::cubes::{CubeCountError, CubeError};
use crate::wire::Refusal;

/// Why a piece has no result.
#[derive(Debug)]
pub(super) enum PieceError {
    /// It was stopped.
    Stopped,
    /// Another attempt would fail, too.
    Invalid(JobFailure),
    /// Another attempt may succeed.
    Failed(String),
}

/// Result of a piece, or why it has none.
pub(super) type Outcome = Result<PieceResult, PieceError>;

impl PieceError {
    /// The input of the job is invalid.
    pub(super) fn invalid(detail: impl Into<String>) -> Self {
        Self::Invalid(JobFailure::new(FailureCode::InvalidInput, detail))
    }
}

impl From<JobError> for PieceError {
    fn from(error: JobError) -> Self {
        Self::Failed(error.to_string())
    }
}

impl From<DispatchError> for PieceError {
    fn from(error: DispatchError) -> Self {
        Self::Failed(error.to_string())
    }
}

impl From<Refusal> for PieceError {
    fn from(refusal: Refusal) -> Self {
        Self::invalid(refusal.summary())
    }
}

impl From<CountOverflow> for PieceError {
    fn from(overflow: CountOverflow) -> Self {
        Self::Invalid(JobFailure::new(FailureCode::CountOverflow, overflow.to_string()))
    }
}

impl From<CubeError> for PieceError {
    fn from(error: CubeError) -> Self {
        match error {
            CubeError::Count(CubeCountError::Overflow(overflow)) => overflow.into(),
            error => Self::Failed(error.to_string()),
        }
    }
}
