//! Checker of proofs: unit propagation over a formula and the clauses accepted so far.
//!
//! The checker and the searches read the same [`formula`](super::formula) and the inequalities that its constraints are. They share no
//! other code: neither propagation nor its data. The search for formulas without sums asks a checker for the facts of its formula.
//!
//! | module | content |
//! |---|---|
//! | [`literals`] | the true literals, with the constraints that imply them |
//! | [`inequalities`], [`clauses`] | propagation of the formula by slacks; of accepted clauses by two watched literals |
//! | [`propagation`] | both together |
//! | [`explanation`] | what a contradiction follows from |
//! | [`check`] | the check of a clause |

mod check;
mod clauses;
mod explanation;
mod inequalities;
mod literals;
mod propagation;

pub use check::{Checker, NotImplied};
pub(super) use explanation::Antecedents;
