//! The kinds of `/formula` and `/exact-cover/formula`.

mod answer;
mod excluded;
mod question;

pub use answer::FormulaFindings;
pub use question::{CoverWriteFormula, WriteFormula, WriteFormulaOptions};
