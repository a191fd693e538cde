//! Chains of strong and weak links between candidates.
//!
//! - `nodes`: candidates and groups of candidates, with their links;
//! - [`ChainSearch`]: breadth-first search for the shortest chain, and for all consequences of a candidate;
//! - [`chain_step`], [`chain_sentence`]: a chain as a step, and in words.

mod nodes;
mod search;
mod steps;

pub(super) use nodes::LinkKinds;
pub(super) use search::ChainSearch;
pub(super) use steps::{alternating_links, chain_sentence, chain_step, notation};
