//! The kind of `quadrille guesses`.

mod answer;
mod question;

pub use answer::GuessesFindings;
pub use question::{CountGuesses, GuessesQuestion};
