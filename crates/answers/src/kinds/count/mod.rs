//! `/count`: the number of solutions.

mod answer;
mod question;

pub use question::{Count, CountOptions};
