//! Bounds on what a client may store.

use std::time::Duration;

/// Number of generated puzzles in a piece. Puzzles that are hard for people take up to seconds each.
pub(crate) const PIECE_PUZZLES: u64 = 16;

/// Bounds on the jobs of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JobBounds {
    /// Maximum number of jobs of a client.
    pub jobs_max: u64,
    /// Maximum number of pieces of a job.
    pub pieces_max: u64,
    /// Maximum size of an upload in bytes.
    pub upload_bytes_max: u64,
    /// Maximum size of a proof in bytes.
    pub proof_bytes_max: u64,
    /// Maximum work of an attempt at a proof, in steps of its search.
    pub proof_work_max: u64,
    /// Maximum size of all inputs, results and rows of a client in bytes.
    pub stored_bytes_max: u64,
    /// Maximum size of all inputs, results and rows of all clients together; 0 for none.
    pub stored_bytes_total_max: u64,
    /// Free space of the folder of the store below which nothing is written, in bytes. Ignored for a bucket.
    pub free_bytes_min: u64,
    /// Time for which a job is kept after its end, if the request names none.
    pub ttl_default: Duration,
    /// Maximum of that time.
    pub ttl_max: Duration,
    /// Time for which an upload is kept that no job uses.
    pub upload_ttl: Duration,
}

impl JobBounds {
    /// Returns the maximum number of puzzles that a job can generate.
    pub fn generated_max(&self) -> u64 {
        self.pieces_max.saturating_mul(PIECE_PUZZLES)
    }

    /// Returns the time for which a job is kept after its end.
    pub fn ttl(&self, requested: Option<Duration>) -> Duration {
        requested.unwrap_or(self.ttl_default).min(self.ttl_max)
    }
}

/// Returns the duration in milliseconds.
pub(crate) fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}
