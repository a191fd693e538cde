//! The kind of `/path`.

mod answer;
mod request;

pub use answer::{PathEnd, PathFindings};
pub use request::FindPath;
