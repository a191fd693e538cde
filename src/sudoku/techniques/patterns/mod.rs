//! The techniques: each file finds the steps of one technique, or of one family that differs by size only, and explains
//! them.
//!
//! `find` returns the first step that places or eliminates something, or `None`. `sentence` explains a step of the same
//! file. Every step is valid for every solution of the board; techniques with [`needs_uniqueness`] assume that the puzzle
//! has exactly one. `registry` has all of them behind one function.
//!
//! [`needs_uniqueness`]: super::Technique::needs_uniqueness

mod full_house;
mod hidden_single;
mod intersection;
mod naked_single;
mod registry;

pub use registry::{explain, find_step, next_step};
