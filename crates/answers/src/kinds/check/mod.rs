//! The kind of `/check`.

mod answer;
pub(crate) mod played;
mod question;
mod request;

pub use answer::CheckFindings;
pub use question::CheckQuestion;
pub use request::{CheckEntries, CheckRequest};
