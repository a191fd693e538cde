//! Conflict-driven clause learning (CDCL) on exact cover problems, for problems too hard for backtracking.
//!
//! The algorithm is the one of GRASP (Marques-Silva & Sakallah 1996) and MiniSat (Eén & Sörensson 2003); see TAOCP 7.2.2.2,
//! Algorithm C. The variables are the options, chosen or removed, and auxiliary ones for colours. Items are not stored as
//! clauses: an item is an exactly-one or at-most-one constraint on literals, propagated by a counter and by lists of the
//! literals that a true one excludes. Only learnt clauses and blocking clauses are stored.
//!
//! | module | content |
//! |---|---|
//! | [`literal`], [`instance`] | literals, reasons, conflicts; the problem as items over literals |
//! | [`trail`], [`clause_db`] | the assignment with its levels and reasons; the clauses |
//! | [`watches`], [`prop`] | two watched literals; unit propagation |
//! | [`vsids`], [`best_assignment`] | the heap of activities; the longest assignment without conflict |
//! | [`decision`] | the choice of the next option |
//! | [`graph`], [`marks`], [`number_set`] | input and working memory of conflict analysis |
//! | [`analysis`] | first unique implication point |
//! | [`minimize`], [`merge`], [`strengthen`] | three ways to shorten its clause |
//! | [`schedule`], [`reduce`] | when to restart and to reduce the database; which clauses to delete |
//! | [`log`] | the clauses as a proof |
//! | [`enumeration`], [`search`] | how to continue after a solution; the search loop |
//!
//! Invariants:
//! - Every learnt clause follows from the problem and the blocking clauses; a blocking clause excludes exactly one
//!   solution that was returned.
//! - The reason of a literal implies it by literals earlier on the trail. A clause that is a reason has the literal first.
//! - The search is deterministic: no random numbers, and no floating-point operation whose result may differ between
//!   machines.

mod analysis;
mod best_assignment;
mod clause_db;
mod decision;
mod enumeration;
mod graph;
mod instance;
mod literal;
mod log;
mod marks;
mod merge;
mod minimize;
mod number_set;
mod prop;
mod reduce;
mod schedule;
mod search;
mod strengthen;
mod tests;
mod trail;
mod vsids;
mod watches;

pub(crate) use literal::Literal;
pub use log::{ClauseLog, NoLog};
pub use search::CdclSearch;
pub(crate) use trail::Trail;
