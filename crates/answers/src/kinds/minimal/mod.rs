//! The kind of `/minimal`.

mod answer;
mod command;
mod question;

pub use answer::MinimalFindings;
pub use question::{MinimalOptions, MinimalQuestion, TestMinimal};
