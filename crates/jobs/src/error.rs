//! Errors of jobs.

use std::io;

use thiserror::Error;

/// Why a call about jobs failed.
#[derive(Debug, Error)]
pub enum JobError {
    /// There is no such job or upload, or it belongs to another client.
    #[error("no such job")]
    NotFound,
    /// Jobs are off, because no database is configured.
    #[error("jobs are off")]
    Off,
    /// The database or the store cannot be opened.
    #[error("jobs are unavailable: {0}")]
    Unavailable(String),
    /// The file of the database cannot be created or opened.
    #[error("jobs cannot be stored: {0}")]
    NoDatabase(String),
    /// The idempotency key belongs to a job of another request.
    #[error("the idempotency key was used for another request")]
    ReusedKey,
    /// The job has not failed, or has no failed pieces that this program can run.
    #[error("{0}")]
    NotRetryable(String),
    /// The client has the maximum number of jobs.
    #[error("the client has {0} jobs, the maximum")]
    TooManyJobs(u64),
    /// The client has the maximum of stored bytes.
    #[error(
        "the uploads, inputs, results and rows of the client would exceed {0} bytes, the maximum (jobs.stored_bytes_max)"
    )]
    TooManyBytes(u64),
    /// All clients together have the maximum of stored bytes.
    #[error(
        "the uploads, inputs, results and rows of all clients would exceed {0} bytes, the maximum (jobs.stored_bytes_total_max)"
    )]
    StoreFull(u64),
    /// The folder of the store has too little free space.
    #[error("the folder of inputs and results has less than {0} bytes of free space (jobs.free_bytes_min)")]
    NoSpace(u64),
    /// An upload is too long.
    #[error("the upload has more than {0} bytes")]
    UploadTooLong(u64),
    /// The schema of the database belongs to a later version of the program.
    #[error(
        "the database has schema {found}, and this program knows {known}: start a newer version, or name another database"
    )]
    NewerSchema {
        /// Version of the database.
        found: i64,
        /// Last version of this program.
        known: i64,
    },
    /// The database holds a value that this program did not write.
    #[error("the database holds an invalid {0}")]
    Corrupt(&'static str),
    /// The store of inputs and results belongs to another database.
    #[error(
        "{0} is not the store of this database: all processes must use the same folder of a shared file system, or the same bucket"
    )]
    OtherStore(String),
    /// The store has fewer results than the database has recorded.
    #[error("results that are recorded are not in the store")]
    ResultsLost,
    /// The database did not answer in time.
    #[error("the database did not answer in time")]
    TimedOut,
    /// The database failed.
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
    /// The store of inputs and results failed.
    #[error("the store of inputs and results failed: {0}")]
    Store(#[from] object_store::Error),
    /// The operating system failed.
    #[error(transparent)]
    System(#[from] io::Error),
}

impl JobError {
    /// Returns what clients may know of the error: no path, address or statement.
    pub(crate) fn public_detail(&self) -> String {
        match self {
            Self::Store(_) | Self::System(_) => "the store of inputs and results failed".to_owned(),
            Self::Database(_) => "the database failed".to_owned(),
            Self::Unavailable(_) | Self::NoDatabase(_) | Self::OtherStore(_) => {
                "jobs are unavailable".to_owned()
            }
            error => error.to_string(),
        }
    }

    /// Returns whether a row has caused the error that this program cannot read.
    pub(crate) fn is_damage(&self) -> bool {
        use sqlx::Error;
        // An id that is damaged is not found.
        matches!(
            self,
            Self::Corrupt(_) | Self::NotFound | Self::Database(Error::ColumnDecode { .. } | Error::Decode(_))
        )
    }

    /// Returns whether a repetition of the call may succeed soon. The call may have had its effect.
    pub(crate) fn is_transient(&self) -> bool {
        match self {
            Self::TimedOut | Self::Database(sqlx::Error::PoolTimedOut) => true,
            // A transaction that met another one.
            Self::Database(sqlx::Error::Database(error)) => {
                error.code().is_some_and(|code| ["40001", "40P01", "55P03", "57014"].contains(&&*code))
                    || self.is_lost_connection()
            }
            _ => self.is_lost_connection(),
        }
    }

    /// Returns whether the connection to a server was lost.
    pub(crate) fn is_lost_connection(&self) -> bool {
        match self {
            Self::Database(sqlx::Error::Io(_) | sqlx::Error::Protocol(_)) => true,
            // The server shuts down, starts, has no free connection, or has ended the session. Codes of SQLite are numbers.
            Self::Database(sqlx::Error::Database(error)) => error.code().is_some_and(|code| {
                code.starts_with("08")
                    || ["57P01", "57P02", "57P03", "57P05", "53300", "25P03"].contains(&&*code)
            }),
            _ => false,
        }
    }
}

/// Why a job failed, as its status says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobFailure {
    /// The kind of failure.
    pub code: FailureCode,
    /// Explanation.
    pub detail: String,
}

/// Kind of failure of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureCode {
    /// The input or the problem cannot be read.
    InvalidInput,
    /// The count exceeds 128 bits.
    CountOverflow,
    /// A piece failed repeatedly.
    PieceFailed,
    /// The job needs more than the maximum number of pieces.
    TooManyPieces,
    /// The bytes that the job needs cannot be stored.
    StoredBytes,
    /// Another version of the solver began the job.
    VersionChanged,
    /// The database holds values about the job that this program cannot read.
    Unreadable,
}

impl FailureCode {
    /// All codes.
    pub const ALL: [Self; 7] = [
        Self::InvalidInput,
        Self::CountOverflow,
        Self::PieceFailed,
        Self::TooManyPieces,
        Self::StoredBytes,
        Self::VersionChanged,
        Self::Unreadable,
    ];

    /// Returns the code as clients see it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::InvalidInput => "invalid_input",
            Self::CountOverflow => "count_overflow",
            Self::PieceFailed => "piece_failed",
            Self::TooManyPieces => "too_many_pieces",
            Self::StoredBytes => "stored_bytes",
            Self::VersionChanged => "version_changed",
            Self::Unreadable => "unreadable",
        }
    }

    /// Returns the code with this name.
    pub(crate) fn named(name: &str) -> Result<Self, JobError> {
        Self::ALL.into_iter().find(|code| code.as_str() == name).ok_or(JobError::Corrupt("failure code"))
    }
}

impl JobFailure {
    /// Makes a failure.
    pub fn new(code: FailureCode, detail: impl Into<String>) -> Self {
        Self { code, detail: detail.into() }
    }

    /// The job needs more pieces than the maximum.
    pub(crate) fn too_many_pieces(pieces_max: u64) -> Self {
        Self::new(FailureCode::TooManyPieces, format!("the job needs more than {pieces_max} pieces"))
    }
}
