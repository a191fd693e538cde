//! Runs a solver within the limits of its question.

use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;

use super::limits::StartedLimits;
use super::permits::Permit;
use crate::sudoku::{Progress, Solver, SolverError, StopReason};

/// Advances a solver by one slice of nodes, or less if `stop` is set. Returns `None` if the search is paused.
pub(super) fn advance(
    solver: &mut Solver,
    limits: &StartedLimits,
    stop: &AtomicBool,
) -> Result<Option<StopReason>, SolverError> {
    let budget_nodes = nodes_left(solver.nodes(), limits);
    match solver.advance(budget_nodes, stop)? {
        Progress::Ended(ending) => Ok(Some(ending)),
        // Paused with a budget of zero nodes: a finished search would have ended.
        Progress::Paused if budget_nodes == 0 => Ok(Some(StopReason::NodeLimit)),
        Progress::Paused => Ok(None),
    }
}

/// Returns how many further nodes a search may visit.
pub(super) fn nodes_left(nodes: u64, limits: &StartedLimits) -> u64 {
    limits.limits().nodes.map_or(u64::MAX, NonZeroU64::get) - nodes
}

/// Puzzle of a batch that is being solved, without its solver.
pub(super) struct ActiveSolve<C> {
    pub(super) limits: StartedLimits,
    pub(super) context: C,
    /// Permit of a large puzzle.
    pub(super) _large: Option<Permit>,
}
