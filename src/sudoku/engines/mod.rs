//! Engines: one puzzle in, its solutions one after the other out.
//!
//! | module | content |
//! |---|---|
//! | `engine` | the interface: reduce by the rules, then search |
//! | `classic_9x9` | bitboards for the classic 9x9, with or without candidates |
//! | `general` | every other puzzle: candidate masks, then DLX and CDCL on an exact cover problem |
//! | `engine_set` | selects the engine of a puzzle and drives it |
//!
//! Invariants:
//! - an engine gets only puzzles without conflicts, and returns each solution once, up to the limit of its caller;
//! - the order of the solutions, the nodes and the answer do not depend on pauses;
//! - from the second puzzle of a size on, the classic engine does not allocate, and the general one only for learned
//!   clauses;
//! - no engine is trusted: [`Solution::certify`](super::Solution::certify) checks what it returns.
//!
//! The selection reads one flag of the compiled rules. Sources: TAOCP 7.2.2.1 (exact cover); the modules of
//! [`exact_cover`](crate::exact_cover) name those of the searches.

mod classic_9x9;
mod engine;
mod engine_set;
mod general;

pub(in crate::sudoku) use engine::Work;
pub(in crate::sudoku) use engine_set::{EngineSet, Reduction};
