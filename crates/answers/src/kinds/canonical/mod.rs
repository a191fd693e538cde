//! The kind of `/canonical`.

mod answer;
mod question;
mod request;

pub use answer::{CanonicalFindings, Transformation};
pub use question::CanonicalQuestion;
pub use request::FindCanonical;
