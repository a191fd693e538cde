//! Runs computations on solver threads within limits: admission, queues, deadlines, cancellation, shutdown.
//!
//! [`Dispatcher`] answers a [`Question`] with a [`Reply`] by its deadline, batches with a [`BatchStream`] and lists
//! solutions with a [`SolutionStream`]; [`CachedDispatcher`] stores final answers. Clients leave by dropping the future or
//! the stream.
//!
//! | module | content |
//! |---|---|
//! | `permits` | bounds on all work; each permit names its client |
//! | `task` | resumable computations, and the one loop that looks at shutdown, deadline, cancellation and node limit |
//! | `scheduler` | fresh, stream and slow queue; a turn of a task is one job of tokio's blocking pool |
//! | `slot` | a task between its turns, and the future of its result |
//! | `solve`, `solutions`, `chunk` | the tasks: a question, a stream of solutions, consecutive puzzles of a batch |
//! | `batch`, `codec` | batches: their input, and their answers in order |
//! | `input` | byte budget of the bodies that requests hold |
//!
//! Invariants:
//! - Work waits with a permit, or not at all. A permit is free before the result that it was for is sent.
//! - At the deadline the waiting future gets the partial result, at once unless a slice is running.
//! - A fresh question waits for one turn of each other queue and thread at most, besides earlier questions.
//! - A question that is not done after its first turn is slow, a puzzle of a batch after its first slice. Slow tasks use at
//!   most [`Capacity::slow_threads`] threads.
//! - Answers of a batch leave in the order of its entries, and none waits for a later one.
//!
//! Only this module uses tokio tasks, permits and clocks. It knows no HTTP, JSON or configuration. Source: the tokio
//! documentation of `spawn_blocking`, whose queue is first in, first out.

mod batch;
mod cache;
mod chunk;
mod codec;
mod dispatcher;
mod input;
mod limits;
mod meters;
mod permits;
mod question;
mod scheduler;
mod slot;
mod solutions;
mod solve;
mod task;

pub use batch::{BatchEnd, BatchStream, InputStop};
pub use cache::{CacheStats, CachedDispatcher};
pub use codec::{BatchCodec, BatchEntry, ChunkSource, InputError, VerdictCounts};
pub use dispatcher::Dispatcher;
pub use input::{InputBudget, InputPermit};
pub use limits::{Deadline, Limits, LimitsPolicy, Policies, RequestedLimits, StartedLimits};
pub use meters::{Counter, DurationCounter, Gauge, GaugeGuard, Meters};
pub use permits::{Capacity, ClientId, Permit};
pub use question::{DispatchError, Question, Reply, SolutionsQuery};
pub use solutions::{SolutionEncoder, SolutionStream, SolutionsEnd};
