//! `/solutions`: all solutions, one by one.

mod question;

pub use question::{Solutions, SolutionsOptions};
