//! Conflict-driven clause learning (CDCL) on exact cover problems, for problems too hard for backtracking.
//!
//! The algorithm is that of GRASP (Marques-Silva & Sakallah 1996) and MiniSat (Eén & Sörensson 2003); see TAOCP 7.2.2.2,
//! Algorithm C. Variables say which options are chosen. The items are not written out as clauses: an item is an
//! exactly-one or at-most-one constraint, propagated by walking its list of literals. Only learnt clauses and blocking
//! clauses are stored.
//!
//! | module | content |
//! |---|---|
//! | [`literal`] | literals, reasons, conflicts |
//! | [`instance`] | the problem as items over literals |
//! | [`clauses`] | clause database, two watched literals, database reduction |
//! | [`trail`] | assignment, unit propagation, backtracking |
//! | [`analysis`] | first unique implication point, LBD |
//! | [`minimize`] | clause minimisation |
//! | [`vsids`] | branching heuristic |
//! | [`schedule`] | when to restart and to reduce the database |
//! | [`search`] | the search loop, enumeration of solutions |
//!
//! Invariants:
//! - Every learnt clause follows from the problem and the blocking clauses; a blocking clause excludes exactly one
//!   solution that was returned.
//! - A literal's reason implies it by literals earlier on the trail. The clause that is a reason has it first.
//! - The search is deterministic: no random numbers, and no floating-point operation whose result may differ between
//!   machines.

mod analysis;
mod clauses;
mod instance;
mod literal;
mod minimize;
mod schedule;
mod search;
mod tests;
mod trail;
mod vsids;

pub use search::CdclSearch;
