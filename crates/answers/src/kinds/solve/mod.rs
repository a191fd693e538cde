//! `/solve`: a solution with its verdict.

mod answer;
mod command;
mod order;
mod question;

pub use order::{SolutionOrder, SolveQuestion};
pub use question::{Solve, SolveOptions};
