//! The kinds of `/prove` and `/exact-cover/prove`.

mod answer;
mod claim;
mod formats;
mod proof;
mod question;
mod written;

pub(crate) use formats::or_formula_fault;
pub(crate) use written::WrittenText;

pub use answer::ProveFindings;
pub use question::{CoverProve, Prove, ProveOptions};
