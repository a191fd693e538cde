//! How the run of a piece ends.

use quadrille_answers::faults::Refusal;
use quadrille_answers::service::DispatchError;
use quadrille_exact_cover::CountOverflow;
use quadrille_sudoku::cubes::CubeCountError;
use quadrille_sudoku::unstable::CubeError;

use crate::error::{FailureCode, JobError, JobFailure};
use crate::queue::PieceResult;

/// Why a piece has no result.
#[derive(Debug)]
pub(crate) enum PieceError {
    /// It was stopped.
    Stopped,
    /// Another attempt would fail, too.
    Invalid(JobFailure),
    /// Another attempt may succeed.
    Failed(String),
}

/// Result of a piece, or why it has none.
pub(super) type PieceOutcome = Result<PieceResult, PieceError>;

impl PieceError {
    /// The input of the job is invalid.
    pub(crate) fn invalid(detail: impl Into<String>) -> Self {
        Self::Invalid(JobFailure::new(FailureCode::InvalidInput, detail))
    }
}

impl From<JobError> for PieceError {
    /// Logs the cause: the failure of a job reaches its client.
    fn from(error: JobError) -> Self {
        match error {
            JobError::TooManyBytes(_) | JobError::StoreFull(_) => {
                Self::Invalid(JobFailure::new(FailureCode::StoredBytes, error.to_string()))
            }
            // The piece is given back, and claimed again when there is space.
            JobError::NoSpace(_) => Self::Stopped,
            error => {
                tracing::warn!(%error, "a call for a piece failed");
                Self::Failed(error.public_detail())
            }
        }
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

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[test]
    fn failure_of_a_piece_names_no_path_address_or_statement() {
        let secret = "/srv/secret 10.0.0.1 SELECT";
        for error in [
            JobError::System(io::Error::other(secret)),
            JobError::Store(object_store::Error::NotFound { path: secret.to_owned(), source: secret.into() }),
            JobError::Database(sqlx::Error::Protocol(secret.to_owned())),
            JobError::Unavailable(secret.to_owned()),
            JobError::NoDatabase(secret.to_owned()),
            JobError::OtherStore(secret.to_owned()),
        ] {
            let PieceError::Failed(detail) = error.into() else { panic!("another attempt may succeed") };
            assert!(!detail.contains("secret") && !detail.is_empty(), "{detail}");
        }
    }
}
