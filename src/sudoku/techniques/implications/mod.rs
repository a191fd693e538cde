//! Consequences of assumed candidates.
//!
//! - [`Propagation`]: all consequences by naked and hidden singles, with their reasons;
//! - [`Verities`]: candidates that each way to fill a cell, or to place a digit in a house, falsifies.

mod propagation;
mod verities;

pub(super) use propagation::{Contradiction, Propagation};
pub(super) use verities::Verities;
