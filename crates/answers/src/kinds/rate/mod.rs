//! The kind of `/rate`.

mod answer;
pub(crate) mod puzzle_rating;
mod request;

pub use answer::RateFindings;
pub use request::Rate;
