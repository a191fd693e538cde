//! Runs puzzles on solver threads within limits: admission, deadlines, cancellation, shutdown.
//!
//! [`Dispatcher::run`] answers a [`Question`] with a [`Reply`] by its deadline; [`CachedDispatcher`] stores final answers.
//! Only this module uses tokio tasks, permits and clocks. It knows no HTTP, JSON or configuration.

mod batch;
mod cache;
mod chunk;
mod codec;
mod deadline;
mod dispatcher;
mod limits;
mod meters;
mod output;
mod permits;
mod question;
mod scheduler;
mod slot;
mod solutions;
mod solve;
mod solver_pool;
mod task;

pub use batch::{BatchEnd, BatchStream, InputStop};
pub use cache::{CacheStats, CachedDispatcher};
pub use codec::{BatchCodec, BatchEntry, ChunkSource, InputError};
pub use deadline::Deadline;
pub use dispatcher::Dispatcher;
pub use limits::{Limits, LimitsPolicy, Policies, RequestedLimits, StartedLimits};
pub use meters::{Counter, DurationCounter, Gauge, GaugeGuard, Meters};
pub use output::VerdictCounts;
pub use permits::{Capacity, ClientId};
pub use question::{DispatchError, Question, Reply, SolutionsQuery};
pub use solutions::{SolutionEncoder, SolutionStream, SolutionsEnd};
