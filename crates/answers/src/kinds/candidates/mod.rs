//! The kind of `/candidates`.

mod answer;
mod command;
mod question;

pub use answer::CandidatesFindings;
pub use question::{CandidateQuestion, CandidatesOptions, FindCandidates};
