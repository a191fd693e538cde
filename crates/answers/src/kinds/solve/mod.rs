//! `/solve`: a solution with its verdict.

mod answer;
mod command;
mod question;
mod random_order;

pub use question::{Solve, SolveOptions};
pub use random_order::RandomOrderQuestion;
