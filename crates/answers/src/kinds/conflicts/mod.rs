//! The kind of `/conflicts`.

mod answer;
mod question;
mod request;

pub use answer::ConflictsFindings;
pub use question::ConflictQuestion;
pub use request::FindConflicts;
