//! One question on a solver thread, and what the waiting side may still say to it.
#![expect(clippy::disallowed_types, reason = "this folder is the one that looks at a clock")]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::time::Duration;

use tokio::sync::OwnedSemaphorePermit;
use tokio::time::Instant;

use super::attempt::advance;
use super::limits::Limits;
use super::solvers::Solvers;
use crate::sudoku::{Answer, Ending, Solver, SolverError};

const WAITING: u8 = 0;
const STARTED: u8 = 1;
const EXPIRED: u8 = 2;

/// What the waiting side and the solver thread share.
#[derive(Debug, Default)]
pub(super) struct Ticket {
    /// Raised when nobody waits for the answer any more.
    stop: AtomicBool,
    state: AtomicU8,
}

impl Ticket {
    /// Takes the job out of the queue, where its deadline has passed; `false` where it has been started.
    pub(super) fn expire(&self) -> bool {
        self.leave_waiting(EXPIRED)
    }

    fn start(&self) -> bool {
        self.leave_waiting(STARTED)
    }

    fn leave_waiting(&self, next: u8) -> bool {
        self.state.compare_exchange(WAITING, next, Ordering::AcqRel, Ordering::Acquire).is_ok()
    }
}

/// Raises the stop flag of a ticket when the future that waits is dropped: a client that left needs no answer.
pub(super) struct StopOnDrop(pub(super) Arc<Ticket>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop.store(true, Ordering::Relaxed);
    }
}

/// What a solver thread gives back.
pub(super) struct Outcome {
    pub(super) answer: Answer,
    pub(super) queued: Duration,
    pub(super) solving: Duration,
}

/// A question on its way to a solver thread.
pub(super) struct Job {
    pub(super) solver: Solver,
    /// Where the solver goes when it is done.
    pub(super) solvers: Arc<Solvers>,
    pub(super) limits: Limits,
    pub(super) received: Instant,
    pub(super) deadline: Instant,
    pub(super) ticket: Arc<Ticket>,
    /// Raised when the program ends.
    pub(super) shutdown: Arc<AtomicBool>,
    /// The place in the dispatcher. It is held here and not by the waiting side, so that a place is free only
    /// when its thread is.
    pub(super) permit: OwnedSemaphorePermit,
}

impl Job {
    /// Solves, on the thread that calls it. `None` for a job that nobody waits for any more.
    pub(super) fn run(mut self) -> Option<Result<Outcome, SolverError>> {
        if !self.ticket.start() {
            return None;
        }
        let started = Instant::now();
        let outcome = self.solve().map(|ending| {
            ending.map(|ending| Outcome {
                answer: self.solver.answer(ending),
                queued: started - self.received,
                solving: started.elapsed(),
            })
        });
        if outcome.is_ok() {
            self.solvers.give_back(self.solver);
        }
        drop(self.permit);
        outcome.transpose()
    }

    /// Advances the solver slice by slice until it ends or something else ends it.
    fn solve(&mut self) -> Result<Option<Ending>, SolverError> {
        loop {
            if self.ticket.stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            if self.shutdown.load(Ordering::Relaxed) {
                return Ok(Some(Ending::Shutdown));
            }
            if Instant::now() >= self.deadline {
                return Ok(Some(Ending::TimeLimit));
            }
            if let Some(ending) = advance(&mut self.solver, &self.limits, &self.ticket.stop)? {
                return Ok(Some(ending));
            }
        }
    }
}
