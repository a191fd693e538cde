//! The kind of `/check`.

mod answer;
pub(crate) mod played;
mod question;

pub use answer::CheckFindings;
pub use question::{CheckEntries, CheckQuestion};
