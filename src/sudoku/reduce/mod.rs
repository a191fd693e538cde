//! What follows from the clues for certain, before anything is tried.
//!
//! Four rules, drawn until none has anything left to say: a cell with one candidate holds it (naked single); a digit
//! with one place in a house stands there (hidden single); a digit whose places in a house all lie in another one too
//! is nowhere else in that one (pointing from a box, claiming from a row or column). No rule ever excludes a
//! solution, and since what one excludes never keeps another from speaking, where they end does not depend on their
//! order.
//!
//! [`Masks`] draws them for every geometry, one after the other. [`Bands`] is the board of a classic 9x9 puzzle, on
//! which all are drawn at once; [`Guesses`] is a stack of such boards for the search.

mod bands;
mod branching;
mod guesses;
mod lanes;
mod masks;
mod pairs;

pub use bands::Bands;
pub use guesses::Guesses;
pub use masks::Masks;
