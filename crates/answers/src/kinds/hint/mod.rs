//! The kind of `/hint`.

mod answer;
mod command;
mod question;

pub use answer::{HintFindings, HintStep};
pub use question::{FindHint, HintOptions};
