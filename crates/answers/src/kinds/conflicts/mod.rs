//! The kind of `/conflicts`.

mod answer;
mod question;

pub use answer::ConflictsFindings;
pub use question::{ConflictQuestion, FindConflicts};
