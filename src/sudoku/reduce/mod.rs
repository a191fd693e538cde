//! What follows from the clues for certain, before anything is tried.
//!
//! Four rules, drawn until none has anything left to say: a cell with one candidate holds it (naked single); a digit
//! with one place in a house stands there (hidden single); a digit whose places in a house all lie in another one too
//! is nowhere else in that one (pointing from a box, claiming from a row or column). No rule ever excludes a
//! solution, and since what one excludes never keeps another from speaking, where they end does not depend on their
//! order.
//!
//! [`CandidateMasks`] draws them for every geometry, one after the other. [`Board9x9`] is the board of a classic 9x9 puzzle, on
//! which all are drawn at once; [`BoardSearch`] is a stack of such boards for the search.

mod band_words;
mod bilocation;
mod board_9x9;
mod board_search;
mod branching;
mod candidate_masks;

pub use board_9x9::Board9x9;
pub use board_search::BoardSearch;
pub use candidate_masks::CandidateMasks;
