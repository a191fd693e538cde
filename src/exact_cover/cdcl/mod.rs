//! The search that learns: for large problems, where plain backtracking runs into the same dead end again and again.
//!
//! Conflict-driven clause learning (TAOCP 7.2.2.2, Algorithm C; Marques-Silva and Sakallah, GRASP, 1996; Een and
//! Sorensson, MiniSat, 2003) on the exact cover problem itself. An option is chosen, removed or undecided. What
//! the items say is never written out as clauses: an item with one option left takes it, and an option chosen
//! removes its rivals, by walking lists. Only what is learnt from dead ends is kept as clauses.
//!
//! | module | content |
//! |---|---|
//! | [`literal`] | literals, reasons, conflicts |
//! | [`instance`] | the problem as items over literals |
//! | [`clauses`] | clause database and watch lists |
//! | [`trail`] | assignment and unit propagation |
//! | [`analysis`], [`minimize`] | from a conflict to a learnt clause |
//! | [`vsids`] | branching heuristic |
//! | [`schedule`] | restarts and database reduction |
//! | [`search`] | the search |

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
