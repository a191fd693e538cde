//! Examples of the endpoints, one file per path, apart from the handlers.

mod candidates;
mod canonical;
mod check;
mod conflicts;
mod convert;
mod count;
mod count_batch;
mod cover;
mod estimate;
mod example;
mod generate;
mod hint;
mod minimal;
mod path;
mod rate;
mod render;
mod solutions;
mod solve;
mod solve_batch;
mod table;

pub(super) use table::add_examples;
