//! The techniques: each file finds the steps of one technique, or of one family that differs by size only, and explains
//! them.
//!
//! `find` returns the first step that places or eliminates something, or `None`. `sentence` explains a step of the same
//! file. Every step is valid for every solution of the board; techniques with [`needs_uniqueness`] assume that the puzzle
//! has exactly one. `registry` has all of them behind one function.
//!
//! [`needs_uniqueness`]: super::Technique::needs_uniqueness

mod empty_rectangle;
mod finned_fish;
mod fish;
mod full_house;
mod hidden_single;
mod hidden_subset;
mod intersection;
mod naked_single;
mod naked_subset;
mod registry;
mod remote_pair;
mod subset_search;
mod two_strong_links;
mod w_wing;
mod xy_wing;
mod xyz_wing;

pub use registry::{explain, find_new_step, find_step, next_single, next_step};
