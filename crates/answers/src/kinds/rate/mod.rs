//! The kind of `/rate`.

mod answer;
pub(crate) mod puzzle_rating;
mod question;

pub use answer::RateFindings;
pub use question::Rate;
