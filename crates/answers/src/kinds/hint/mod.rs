//! The kind of `/hint`.

mod answer;
mod request;

pub use answer::{HintFindings, HintStep};
pub use request::{FindHint, HintRequest};
