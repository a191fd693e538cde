//! Consequences of assumed candidates.
//!
//! - [`Propagation`]: all consequences by naked and hidden singles, with their reasons;
//! - [`ContradictionSearch`]: the candidate whose assumption leads to a contradiction soonest;
//! - [`Verities`]: candidates that each way to fill a cell, or to place a digit in a house, falsifies, or that a candidate
//!   falsifies whether it is true or false.

mod contradictions;
mod propagation;
mod verities;

pub(super) use contradictions::ContradictionSearch;
pub(super) use propagation::{Contradiction, Propagation};
pub(super) use verities::{Assumption, Verities};
