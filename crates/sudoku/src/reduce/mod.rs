//! Logical rules, applied until no rule eliminates a candidate, and the search of the classic 9x9.
//!
//! - naked single: a cell with one candidate takes it;
//! - hidden single: a digit with one place in an exact house takes that place;
//! - intersection (pointing, claiming): if all places of a digit in an exact house are in another house, the digit is
//!   eliminated from the rest of the other house.
//!
//! An exact house has as many cells as there are digits, hence each digit once.
//!
//! Invariants: no rule eliminates a candidate of a solution. The rules are monotone, so the result (a fixpoint, or a
//! contradiction) does not depend on their order.
//!
//! [`CandidateMasks`] applies them to every layout, one candidate at a time. [`Board9x9`] applies them to all candidates of
//! a classic 9x9 at once; [`BoardSearch`] is the search over such boards, and
//! [`solve_randomly`] a random walk in its tree.

mod band_words;
mod bilocation;
mod board_9x9;
mod board_rules;
mod board_search;
mod branching;
mod candidate_masks;
mod open_board;
mod pairs;
mod random_walk;
mod two_board_words;
mod two_boards;

pub use board_9x9::Board9x9;
pub use board_search::BoardSearch;
pub use candidate_masks::CandidateMasks;
pub(crate) use random_walk::{estimate_nodes, solve_randomly};
