//! The kind of `/check`.

mod answer;
mod command;
pub(crate) mod played;
mod question;

pub use answer::CheckFindings;
pub use question::{CheckEntries, CheckQuestion};
