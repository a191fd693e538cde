//! `/solve`: a solution with its verdict.

mod answer;
mod command;
mod question;

pub use question::{Solve, SolveOptions};
