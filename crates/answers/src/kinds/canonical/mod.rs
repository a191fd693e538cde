//! The kind of `/canonical`.

mod answer;
mod question;

pub use answer::{CanonicalFindings, Transformation};
pub use question::{CanonicalQuestion, FindCanonical};
