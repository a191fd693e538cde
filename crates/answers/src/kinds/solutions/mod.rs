//! `/solutions`: all solutions, one by one.

mod request;

pub use request::{Solutions, SolutionsRequest};
