//! A valid request: what a job computes.

use crate::kinds::BatchOperation;
use crate::kinds::job::request::JobEntries;
use crate::kinds::job_kind::JobForm;
use crate::service::SubjectKind;

/// A valid request for a job.
#[derive(Debug)]
pub struct JobQuestion {
    /// What to compute.
    pub work: JobWork,
    /// Seconds for which the job is kept after its end, if the client named them.
    pub ttl_s: Option<u64>,
    /// Order among the jobs of the client, from -1 to 1.
    pub priority: i64,
}

/// What a job computes.
#[derive(Debug)]
pub enum JobWork {
    /// A question about each entry.
    Entries {
        /// The question.
        operation: BatchOperation,
        /// Options, as the query of the batch.
        options: String,
        /// The entries.
        entries: JobEntries,
    },
    /// A question about the solutions of one puzzle, or of one exact cover problem.
    One(OneQuestion),
    /// New puzzles.
    Generate {
        /// JSON body of `/generate`.
        body: String,
        /// Number of puzzles.
        count: u64,
        /// Seed of the first puzzle, if the client named it.
        seed: Option<u64>,
    },
}

/// A question about the solutions of one puzzle, or of one exact cover problem.
#[derive(Debug)]
pub struct OneQuestion {
    /// What is done with the solutions.
    pub form: JobForm,
    /// Kind of its subject.
    pub subject: SubjectKind,
    /// JSON body of the question; without a limit, if it is about a puzzle.
    pub body: String,
    /// Maximum number of solutions; `None` for all.
    pub limit: Option<u64>,
}
