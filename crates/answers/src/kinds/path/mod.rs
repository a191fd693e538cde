//! The kind of `/path`.

mod answer;
mod command;
mod question;

pub use answer::{PathEnd, PathFindings};
pub use question::FindPath;
