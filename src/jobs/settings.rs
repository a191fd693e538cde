//! Settings of jobs.

use std::path::PathBuf;

use super::bounds::JobBounds;
use crate::wire::EntryBounds;

/// Settings of jobs.
#[derive(Clone, Debug)]
pub struct JobSettings {
    /// File of the database; `None` for no jobs.
    pub database: Option<PathBuf>,
    /// Folder of inputs and results.
    pub store: PathBuf,
    /// Number of threads.
    pub threads: usize,
    /// Whether this process runs pieces.
    pub runs_pieces: bool,
    /// Bounds on the jobs of a client.
    pub bounds: JobBounds,
    /// Bounds on the entries of an input.
    pub entries: EntryBounds,
}
