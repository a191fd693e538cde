//! Long computations that survive a restart: their states, their storage, and their workers.
//!
//! A job is a row of the table `jobs` and rows of the table `pieces` in a database: a file of SQLite, or PostgreSQL, which many
//! processes share. Inputs and results are objects in a store: the database holds byte ranges and sums. A worker claims pieces with a
//! lease, runs them with a [`Dispatcher`](quadrille_answers::service::Dispatcher) of its own, and completes them.
//!
//! | module | content |
//! |---|---|
//! | `id`, `state`, `spec` | ids of jobs and uploads; states of jobs and pieces; what they compute |
//! | `settings`, `bounds`, `error` | settings; bounds on what a client may store; errors |
//! | `store` | connections, tables and time of the database; inputs and results as objects; stored bytes |
//! | `queue` | pieces: turns, claims, leases, completions, and the ends of jobs |
//! | `rows` | jobs and uploads, as clients and operators write and read them |
//! | `work` | how a job is cut into pieces, and the run of one |
//! | `worker` | what runs in the background: the worker, the janitor, their threads |
//! | `stop`, `abort` | signals that stop a piece or a loop; points at which a test ends the process |
//! | `meters`, `readers` | gauges, counters and histograms; one reader of the status of a job for all its streams of events |
//! | `system` | names and free space that operating systems treat differently |
//! | `service`, `upload` | [`Jobs`], as clients use them; uploads that clients send |
//!
//! Invariants:
//! - Each claim increments the epoch of a piece. A completion counts only under the epoch of its lease, so a piece counts
//!   once, even if two workers have run it.
//! - A result is the object of an epoch. Only the row of the piece says which epoch counts.
//! - A completion records its sums and inserts the pieces that it leaves in one transaction, so nothing is lost or counted
//!   twice. The weights of all pieces of a count sum up to the weight of the whole.
//! - A transaction that changes pieces of a job, or the bytes that it stores, locks the job first; if it makes pieces ready or claims
//!   them, it locks the client before. The job ends in a transaction of its own, after each commit that may be the last one.
//! - The row of a job has the sums over its pieces. No statement that repeats reads rows of other clients, jobs or pieces in number.
//! - A piece reserves bytes before it writes them: see `stored`.
//! - The clock of the database decides leases and expiry.

mod abort;
mod bounds;
mod error;
mod id;
mod meters;
mod queue;
mod readers;
mod rows;
mod service;
mod settings;
mod spec;
mod state;
mod stop;
mod store;
mod system;
#[cfg(test)]
mod tests;
mod upload;
mod work;
mod worker;

pub use bounds::JobBounds;
pub use error::{FailureCode, JobError, JobFailure};
pub use id::JobId;
pub use meters::{JobGauges, JobHistograms, JobMeters, PieceTimes};
pub use queue::{LiveWorkers, WorkerStatus};
pub use rows::{
    CreatedJob, Deletion, JobStatus, JobTimes, JobTotals, ListPlace, ListedJob, NewJob, PieceCounts,
    ResultFormat, ResultIndex, ResultPart, RowReader, UnwrittenRows, UploadInfo,
};
pub use service::{JobInput, Jobs};
pub use settings::{JobDatabase, JobSettings, JobStore};
pub use spec::{CountSubject, InputContent, JobSpec};
pub use state::JobState;
pub use store::install_cryptography;
pub use upload::Upload;
