//! Engines: find the solutions of a puzzle, one after the other.
//!
//! | module | content |
//! |---|---|
//! | `engine` | the interface: apply the logical rules, then search |
//! | `classic_9x9` | bitboards for the classic 9x9, with or without candidates |
//! | `constrained` | puzzles with constraints beside their houses: propagation and backtracking |
//! | `general` | every other puzzle: candidate masks, then DLX and CDCL on an exact cover problem |
//! | `engine_set` | selects the engine for a puzzle and runs it |
//!
//! Invariants:
//! - an engine gets only puzzles without conflicts, and returns or counts each solution once;
//! - the order of the solutions, the nodes and the answer do not depend on pauses;
//! - from the second puzzle of a size on, the classic engine allocates only to memoize a long count, and the general one only
//!   for learnt clauses, too;
//! - [`Solution::certify`](super::Solution::certify) checks every solution that an engine returns.
//!
//! The selection reads one flag of the compiled rules. Source: TAOCP 7.2.2.1 (exact cover). For the sources of the
//! searches, see the modules of [`exact_cover`](quadrille_exact_cover).

mod classic_9x9;
mod constrained;
mod engine;
mod engine_set;
mod general;

pub(crate) use engine::SearchWork;
pub(crate) use engine_set::{EngineSet, RuleReduction};
