//! The kind of `/candidates`.

mod answer;
mod question;
mod request;

pub use answer::CandidatesFindings;
pub use question::CandidateQuestion;
pub use request::{CandidatesRequest, FindCandidates};
