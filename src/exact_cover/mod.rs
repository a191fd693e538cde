//! The exact cover problem and its search by dancing links.
//!
//! An exact cover problem has *items* and *options*; an option is a set of items. A solution is a set of
//! options that covers every primary item exactly once and every secondary item at most once, where options
//! that give a secondary item the same *colour* may share it (TAOCP 7.2.2.1, "XCC").
//!
//! Read in this order: [`Problem`] states it; [`Matrix`] is what can be searched, and [`Search`] is Algorithm C over it,
//! with a memo of what it has counted before. [`Links`], the structure that dances, is the matrix of any problem;
//! [`Bits`], whose tables are sets of options in words, that of a small one. [`AnySearch`] takes the faster of the two.
//! [`Learner`] is another search, which learns from its dead ends. [`Document`] reads and writes Knuth's text format.
//!
//! This folder knows no Sudoku, no clock, no log and no thread; one atomic stop flag is the single thing it
//! shares with the outside.

mod any_search;
mod arena;
mod bits;
mod learning;
mod links;
mod mask;
mod matrix;
mod memo;
mod notation;
mod problem;
mod search;
mod table;
mod verbs;

pub use any_search::AnySearch;
pub use bits::Bits;
pub use learning::Learner;
pub use links::Links;
pub use mask::Mask;
pub use matrix::{Choices, KEY_WORDS, Key, Matrix, State};
pub use notation::{Document, NotationError, NotationFault};
pub use problem::{Colour, ENTRIES_MAX, Entry, ITEMS_MAX, Item, OptionId, Problem, ProblemError};
pub use search::{SLICE_STEPS, Search, Step};
