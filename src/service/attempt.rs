//! A solver at work within limits.
#![expect(clippy::disallowed_types, reason = "this folder is the one that looks at a clock")]

use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tokio::sync::OwnedSemaphorePermit;
use tokio::time::Instant;

use super::limits::Limits;
use super::question::Reply;
use crate::sudoku::{Progress, Solver, SolverError, StopReason};

/// Advances a solver by a slice, or less where `stop` is raised. `None` where there is more to do.
pub(super) fn advance(
    solver: &mut Solver,
    limits: &Limits,
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
pub(super) fn nodes_left(solver: &Solver, limits: &Limits) -> u64 {
    limits.nodes.map_or(u64::MAX, NonZeroU64::get) - solver.nodes()
}

/// What goes with a puzzle of a batch on its solver.
pub(super) struct Attempt<M> {
    pub(super) limits: Limits,
    pub(super) wants_stats: bool,
    /// What is kept of the entry.
    pub(super) mark: M,
    pub(super) begun: Instant,
    /// The place of a large puzzle.
    pub(super) _large: Option<OwnedSemaphorePermit>,
}

impl<M> Attempt<M> {
    /// Whether its time is up.
    pub(super) fn is_late(&self, now: Instant) -> bool {
        now - self.begun >= self.limits.time
    }

    /// The reply where the attempt has ended.
    pub(super) fn reply(&self, solver: &mut Solver, ending: StopReason, now: Instant) -> Reply {
        let answer =
            if self.wants_stats { solver.answer(ending) } else { solver.answer_without_stats(ending) };
        Reply { answer, limits: self.limits, queued: Duration::ZERO, solving: now - self.begun }
    }
}
