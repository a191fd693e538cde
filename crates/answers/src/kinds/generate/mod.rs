//! The kind of `/generate`.

mod answer;
pub(crate) mod lines;
mod question;
mod ranges;
pub(crate) mod request;
pub(crate) mod set;
pub(crate) mod values;

pub use answer::GenerateResult;
pub use question::GenerateQuestion;
pub use request::{Generate, GenerateRequest, WishStyle};
