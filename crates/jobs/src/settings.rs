//! Settings of jobs.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use quadrille_answers::wire::EntryBounds;

use super::bounds::JobBounds;

/// Database of jobs.
#[derive(Clone, PartialEq, Eq)]
pub enum JobDatabase {
    /// File of SQLite, which is made at first use.
    File(PathBuf),
    /// Database of PostgreSQL. Requires a build with the feature `postgres`.
    Postgres {
        /// Address, with its password.
        url: String,
        /// Address without its password.
        name: String,
        /// Maximum number of connections, besides one for notifications.
        connections_max: u32,
    },
}

/// Without the password.
impl fmt::Display for JobDatabase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => write!(f, "sqlite:{}", path.display()),
            Self::Postgres { name, .. } => f.write_str(name),
        }
    }
}

/// Without the password.
impl fmt::Debug for JobDatabase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "JobDatabase({self})")
    }
}

/// Store of inputs and results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JobStore {
    /// A folder, which is created if it is missing.
    Folder(PathBuf),
    /// A bucket of S3. Requires a build with the feature `s3`. Credentials come from the environment.
    S3 {
        /// Name of the bucket, which exists.
        bucket: String,
        /// Prefix of all objects; may be empty.
        prefix: String,
    },
}

impl fmt::Display for JobStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(path) => write!(f, "file:{}", path.display()),
            Self::S3 { bucket, prefix } => write!(f, "s3://{bucket}/{prefix}"),
        }
    }
}

/// Settings of jobs.
#[derive(Clone, Debug)]
pub struct JobSettings {
    /// The database; `None` for no jobs.
    pub database: Option<JobDatabase>,
    /// Where inputs and results are stored.
    pub store: JobStore,
    /// Version of the program, as operators see it.
    pub program: &'static str,
    /// Number of threads.
    pub threads: usize,
    /// Whether this process runs pieces.
    pub runs_pieces: bool,
    /// Time after which a piece of many puzzles begins no further one, and leaves the others to further pieces.
    pub piece_time: Duration,
    /// Bounds on the jobs of a client.
    pub bounds: JobBounds,
    /// Bounds on the entries of an input.
    pub entries: EntryBounds,
}
