//! Work under limits: admission, the hop to a solver thread, deadlines and stopping.
//!
//! [`Dispatcher::run`] takes a [`Question`] and gives a [`Reply`] by its deadline; [`CachedDispatcher`] remembers what
//! was final. This is the only folder that
//! knows tokio tasks, permits and clocks; it knows no HTTP, no JSON and no configuration.

mod attempt;
mod batch;
mod cache;
mod chunk;
mod deadline;
mod dispatcher;
mod job;
mod lane;
mod limits;
mod meters;
mod page;
mod question;
mod script;
mod slow;
mod solutions;
mod solvers;

pub use batch::{Answers, BatchEnd, Lost, Stopped};
pub use cache::{CacheStats, CachedDispatcher};
pub use deadline::Deadline;
pub use dispatcher::{Capacity, Dispatcher};
pub use limits::{Limits, LimitsPolicy, Policies, RequestedLimits, StartedLimits};
pub use meters::{Count, Level, Meters, Present, Time};
pub use page::Tally;
pub use question::{DispatchError, Question, Reply, SolutionsQuery};
pub use script::{BatchEntry, InputError, Script, Source};
pub use solutions::{Scribe, Solutions, SolutionsEnd};
