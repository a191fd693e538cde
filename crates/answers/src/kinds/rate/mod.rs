//! The kind of `/rate`.

mod answer;
pub(crate) mod puzzle_rating;
mod question;

pub use answer::{RateFindings, SeEstimateFindings};
pub use question::{Rate, RateOptions};
