//! Settings of jobs.

use std::path::PathBuf;

use super::bounds::JobBounds;
use crate::wire::EntryBounds;

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

/// Settings of jobs.
#[derive(Clone, Debug)]
pub struct JobSettings {
    /// File of the database; `None` for no jobs.
    pub database: Option<PathBuf>,
    /// Where inputs and results are stored.
    pub store: JobStore,
    /// Number of threads.
    pub threads: usize,
    /// Whether this process runs pieces.
    pub runs_pieces: bool,
    /// Bounds on the jobs of a client.
    pub bounds: JobBounds,
    /// Bounds on the entries of an input.
    pub entries: EntryBounds,
}
