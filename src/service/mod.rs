//! Work under limits: admission, the hop to a solver thread, deadlines and stopping.
//!
//! [`Dispatcher::run`] takes a [`Question`] and gives a [`Reply`] by its deadline. This is the only folder that
//! knows tokio tasks, permits and clocks; it knows no HTTP, no JSON and no configuration.

mod dispatcher;
mod job;
mod limits;

pub use dispatcher::{Capacity, DispatchError, Dispatcher, Question, Reply};
pub use limits::{AskedLimits, Limits, LimitsPolicy};
