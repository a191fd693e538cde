//! Consequences of assumed candidates.
//!
//! - [`SinglesPropagation`]: all consequences by naked and hidden singles, with their reasons;
//! - [`RefutationSearch`]: the candidate whose assumption leads to a contradiction soonest;
//! - [`Verities`]: candidates that each way to fill a cell, or to place a digit in a house, falsifies, or that a candidate
//!   falsifies whether it is true or false.

mod contradictions;
mod propagation;
mod verities;

pub(super) use contradictions::RefutationSearch;
pub(super) use propagation::{SinglesPropagation, Unfillable};
pub(super) use verities::{Assumption, Verities};
