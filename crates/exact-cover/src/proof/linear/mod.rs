//! Search for a refutation of a formula with sums: conflict-driven clause learning (CDCL) over linear inequalities.
//!
//! The search for exact cover problems, [`cdcl`](crate::cdcl), knows no sums. This one propagates every constraint by its slack, so that
//! each clause that it learns follows by unit propagation. The [`checker`](super::checker) has another propagation.
//!
//! | module | content |
//! |---|---|
//! | [`reason`] | why a literal is true; the trail with these reasons |
//! | [`inequalities`], [`clauses`] | propagation of the formula by slacks; of learnt clauses by two watched literals |
//! | [`propagation`] | both together: decisions, conflicts and their antecedents |
//! | [`search`] | the search loop, and what it learns from conflicts |

mod clauses;
mod inequalities;
mod propagation;
mod reason;
mod search;

pub(super) use search::{LinearSearch, LinearStep};
