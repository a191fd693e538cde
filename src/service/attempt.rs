//! A solver at work within limits.

use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;

use tokio::sync::OwnedSemaphorePermit;

use super::limits::StartedLimits;
use crate::sudoku::{Progress, Solver, SolverError, StopReason};

/// Advances a solver by a slice, or less where `stop` is raised. `None` where there is more to do.
pub(super) fn advance(
    solver: &mut Solver,
    limits: &StartedLimits,
    stop: &AtomicBool,
) -> Result<Option<StopReason>, SolverError> {
    let budget_nodes = nodes_left(solver, limits);
    match solver.advance(budget_nodes, stop)? {
        Progress::Ended(ending) => Ok(Some(ending)),
        // It was asked to go on without a further node, and could not: a search that was done would have ended.
        Progress::Paused if budget_nodes == 0 => Ok(Some(StopReason::NodeLimit)),
        Progress::Paused => Ok(None),
    }
}

/// How many nodes a solver may still visit.
pub(super) fn nodes_left(solver: &Solver, limits: &StartedLimits) -> u64 {
    limits.limits().nodes.map_or(u64::MAX, NonZeroU64::get) - solver.nodes()
}

/// What goes with a puzzle of a batch on its solver.
pub(super) struct Attempt<C> {
    pub(super) limits: StartedLimits,
    /// What is kept of the entry.
    pub(super) context: C,
    /// The place of a large puzzle.
    pub(super) _large: Option<OwnedSemaphorePermit>,
}
