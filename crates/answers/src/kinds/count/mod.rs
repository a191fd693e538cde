//! `/count`: the number of solutions.

mod answer;
mod request;

pub use request::{Count, CountRequest};
