//! The kind of `/estimate`.

mod answer;
pub(crate) mod numbers;
mod question;

pub use question::{EstimateOptions, EstimateQuestion, EstimateSolutions};
