//! The kind of `/estimate`.

mod answer;
pub(crate) mod numbers;
mod question;
mod request;

pub use question::EstimateQuestion;
pub(crate) use request::PROBES_MAX;
pub use request::{EstimateRequest, EstimateSolutions};
