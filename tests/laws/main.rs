//! Laws: what must hold for every problem, puzzle and text, tried on random ones.
//!
//! Read in this order: `brute_force` has the judges, naive and sharing nothing with the engine; `strategies`
//! makes what they judge; the other modules state the laws, a sentence each.
#![expect(clippy::expect_used, reason = "a test fails by a panic")]

mod brute_force;
mod cdcl;
mod entries;
mod exact_cover;
mod notation;
mod reduce;
mod strategies;
mod sudoku;
mod wire;
