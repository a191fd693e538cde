//! The exact cover problem and its search by dancing links.
//!
//! An exact cover problem has *items* and *options*; an option is a set of items. A solution is a set of
//! options that covers every primary item exactly once and every secondary item at most once, where options
//! that give a secondary item the same *colour* may share it (TAOCP 7.2.2.1, "XCC").
//!
//! Read in this order: [`Problem`] states it, [`Links`] is the structure that dances, [`Search`] is
//! Algorithm C over it, [`Learner`] the search that learns from its dead ends, and [`Document`] reads and writes
//! Knuth's text format.
//!
//! This folder knows no Sudoku, no clock, no log and no thread; one atomic stop flag is the single thing it
//! shares with the outside.

mod learning;
mod links;
mod matrix;
mod notation;
mod problem;
mod search;

pub use learning::Learner;
pub use links::{Links, NodeId};
pub use matrix::{Matrix, State};
pub use notation::{Document, NotationError, NotationFault};
pub use problem::{Colour, ENTRIES_MAX, Entry, ITEMS_MAX, Item, OptionId, Problem, ProblemError};
pub use search::{Dance, SLICE_STEPS, Search, Step};
