//! `/solve`: a solution with its verdict.

mod answer;
mod random_order;
mod request;

pub use random_order::RandomOrderQuestion;
pub use request::{Solve, SolveRequest};
