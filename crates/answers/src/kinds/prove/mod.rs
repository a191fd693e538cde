//! The kinds of `/prove` and `/exact-cover/prove`.

mod answer;
mod claim;
mod command;
mod formats;
mod proof;
mod question;
mod written;

pub(crate) use answer::TEXT_BYTES_MAX;
pub(crate) use formats::or_formula_fault;
pub use proof::{GivenUp, ProofBounds, ProofQuestion, Provable, Proved};
pub(crate) use written::{LITERALS_PER_SLICE, TextWriter, WrittenText};

pub use answer::{ProveFindings, write_proof};
pub use question::{CoverProve, Prove, ProveOptions};
