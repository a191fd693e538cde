//! Answers to puzzles: counts with witnesses, or solutions one by one.
//!
//! | module | content |
//! |---|---|
//! | `answer` | [`Answer`]: verdict, count, stop reason, statistics |
//! | `count` | [`Solver`]: counts or lists up to a limit, reuses its memory |
//!
//! Invariants:
//! - every returned grid is a [`Solution`](super::Solution), certified against rules, clues and candidates;
//! - a search owns all its data, so it can move to another thread after each call;
//! - a call visits at most as many nodes as its budget, and pauses after a slice or if its stop flag is set; pauses change
//!   neither the solutions nor their order;
//! - a puzzle whose clues conflict ends without a search.

mod answer;
mod count;

pub use answer::{Answer, Stats, Verdict};
pub(crate) use count::report;
pub use count::{Solver, SolverError};
