//! The techniques: each file finds the steps of one technique, or of one family that differs by size only, and explains
//! them.
//!
//! `find` returns the first step that places or eliminates something, or `None`. `sentence` explains a step of the same
//! file. Every step is valid for every solution of the board; techniques with [`needs_uniqueness`] assume that the puzzle
//! has exactly one. `registry` has all of them behind one function.
//!
//! [`needs_uniqueness`]: super::Technique::needs_uniqueness

mod aic;
mod als_xy_wing;
mod als_xz;
mod avoidable_rectangle;
mod bug;
mod death_blossom;
mod empty_rectangle;
mod finned_fish;
mod fish;
mod forcing_chain;
mod forcing_net;
mod full_house;
mod hidden_single;
mod hidden_subset;
mod intersection;
mod multi_colouring;
mod naked_single;
mod naked_subset;
mod nishio;
mod registry;
mod remote_pair;
mod simple_colouring;
mod subset_search;
mod sue_de_coq;
mod two_strong_links;
mod unique_rectangle;
mod w_wing;
mod x_chain;
mod xy_chain;
mod xy_wing;
mod xyz_wing;

pub use registry::explain;
pub(super) use registry::may_occur;
pub(super) use registry::{find_new_step, next_single};
#[cfg(test)]
pub(super) use registry::{find_step, next_step};
