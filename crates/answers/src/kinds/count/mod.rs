//! `/count`: the number of solutions.

mod answer;
mod command;
mod question;

pub use question::{Count, CountOptions};
