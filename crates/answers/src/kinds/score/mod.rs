//! The kind of `quadrille score`.

mod answer;
mod question;

pub use answer::ScoreFindings;
pub use question::{Score, ScoreOptions, ScoreQuestion};
