//! Long computations that survive a restart: their states, their storage, and their workers.
//!
//! A job is a row of the table `jobs` and rows of the table `pieces` in a database: a file of SQLite, or PostgreSQL, which many
//! processes share. Inputs and results are objects
//! in a store: the database holds byte ranges and sums. A worker claims pieces with a lease, runs them with a
//! [`Dispatcher`](quadrille_answers::service::Dispatcher) of its own, and completes them.
//!
//! | module | content |
//! |---|---|
//! | `id`, `state`, `spec` | ids of jobs and uploads; states of jobs and pieces; what they compute |
//! | `settings`, `bounds`, `error`, `meters` | settings, and bounds on what a client may store; errors; gauges, counters and histograms |
//! | `dialect` | differences between SQLite and PostgreSQL |
//! | `clock`, `schema`, `database`, `listener` | time, tables, connections and notifications of the database |
//! | `objects`, `s3`, `store_id`, `incomplete`, `frames` | inputs and results; what a killed process has left; inputs that can be read from the middle |
//! | `stored`, `output`, `result_lines`, `result_rows` | bounds on stored bytes; objects that pieces write, after a reservation; results as lines, and as rows of a table |
//! | `requests` | parsed requests that a worker keeps |
//! | `plan`, `answer_lines`, `generate_puzzles` | the pieces of a job with many puzzles, and how they run |
//! | `cubes`, `count_cubes`, `list_cubes`, `share` | the pieces of the search of one problem, and how they leave work to idle threads |
//! | `prove` | the piece of a proof |
//! | `threads`, `engine`, `janitor` | what runs in the background |
//! | `worker`, `leased_pieces`, `run_piece` | the worker, the pieces that it has, and the run of one |
//! | `outcome`, `stop`, `abort` | how the run of a piece ends; the signal that stops it; points at which a test ends the process |
//! | `readers` | one reader of the status of a job for all its streams of events |
//! | `service`, `lazy_engine`, `upload` | [`Jobs`], as clients use them; how they are opened; uploads that clients send |
//! | `table`, `end`, `retry`, `status`, `results`, `uploads` | statements: jobs, their ends, retries, what clients see, uploads |
//! | `damage` | rows that this program cannot read, and statements: failures of their jobs |
//! | `pieces`, `turns`, `claim`, `progress` | pieces, and statements: whose turn it is, claims of pieces, sums over pieces |
//! | `queue`, `leases`, `complete` | the queue of pieces, with statements: leases and failures, completions |
//! | `versions`, `workers`, `rounds` | statements: jobs of older programs, what processes know of each other |
//! | `pause`, `overview` | statements: what operators do, and see |
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
mod answer_lines;
mod bounds;
mod claim;
mod clock;
mod complete;
mod count_cubes;
mod cubes;
mod damage;
mod database;
mod dialect;
mod end;
mod engine;
mod error;
mod frames;
mod generate_puzzles;
mod id;
mod incomplete;
mod janitor;
mod lazy_engine;
mod leased_pieces;
mod leases;
mod list_cubes;
mod listener;
mod meters;
mod objects;
mod outcome;
mod output;
mod overview;
mod pause;
mod pieces;
mod plan;
mod progress;
mod prove;
mod queue;
mod readers;
mod requests;
mod result_lines;
mod result_rows;
mod results;
mod retry;
mod rounds;
mod run_piece;
mod s3;
mod schema;
mod service;
mod settings;
mod share;
mod spec;
mod state;
mod status;
mod stop;
mod store_id;
mod stored;
mod table;
#[cfg(test)]
mod tests;
mod threads;
mod turns;
mod upload;
mod uploads;
mod versions;
mod worker;
mod workers;

pub use bounds::JobBounds;
pub use error::{FailureCode, JobError, JobFailure};
pub use id::JobId;
pub use meters::{JobHistograms, JobMeters, PieceTimes};
pub use overview::{ListPlace, ListedJob};
pub use result_rows::{RowReader, UnwrittenRows};
pub use results::{ResultFormat, ResultIndex, ResultPart};
pub use s3::install_cryptography;
pub use service::{JobInput, Jobs};
pub use settings::{JobDatabase, JobSettings, JobStore};
pub use spec::{CountSubject, InputContent, JobSpec};
pub use state::JobState;
pub use status::{JobStatus, JobTimes, PieceCounts};
pub use table::{CreatedJob, Deletion, NewJob};
pub use upload::Upload;
pub use uploads::UploadInfo;
pub use workers::WorkerStatus;
