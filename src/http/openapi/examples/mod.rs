//! Examples of the endpoints, one file a path. They are data, so they are kept apart from the handlers.

mod count;
mod count_batch;
mod example;
mod solutions;
mod solve;
mod solve_batch;
mod table;

pub(super) use table::add_examples;
