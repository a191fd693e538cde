//! Log of the clauses that a search derives, for a proof that others check.

/// Receives the clauses of a search in the order in which it derives them.
///
/// A literal is the number of a variable, from 1, or its negation: first the options, then the colours of
/// [`CdclSearch::colours`](super::CdclSearch::colours). Each clause follows by unit propagation from the problem, the clauses before it,
/// and "not this solution" for each solution that the search has returned (*reverse unit propagation*, RUP; Goldberg & Novikov,
/// "Verification of proofs of unsatisfiability for CNF formulas", 2003). The empty clause is the last one: there is no other solution.
pub trait ClauseLog {
    /// Records a clause.
    fn record(&mut self, clause: impl Iterator<Item = i32>);
}

/// Log that keeps nothing, and costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoLog;

impl ClauseLog for NoLog {
    #[inline]
    fn record(&mut self, _: impl Iterator<Item = i32>) {}
}
