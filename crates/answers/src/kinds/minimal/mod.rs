//! The kind of `/minimal`.

mod answer;
mod question;
mod request;

pub use answer::MinimalFindings;
pub use question::MinimalQuestion;
pub use request::{MinimalRequest, TestMinimal};
