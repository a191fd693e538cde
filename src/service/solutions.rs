//! Every solution of a puzzle, as it is found.
#![expect(clippy::disallowed_types, reason = "this folder is the one that looks at a clock")]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, oneshot};
use tokio::time::Instant;

use super::attempt::nodes_left;
use super::batch::Lost;
use super::lane::{Lane, SLICE, Turn, Work};
use super::limits::StartedLimits;
use super::meters::Meters;
use super::question::Reply;
use super::solvers::Solvers;
use crate::sudoku::{NextSolution, Solution, Solver, SolverError, StopReason};

/// From so many bytes on, what is written leaves before the search goes on.
const PAGE_BYTES: usize = 64 << 10;

/// How solutions are written, which is done on solver threads.
pub trait Scribe: Send + 'static {
    /// Writes the solution with this index, counted from 0 behind those that are skipped.
    fn write(&mut self, index: u64, solution: &Solution, page: &mut Vec<u8>);
}

/// How a stream of solutions ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolutionsEnd {
    /// How many solutions were written.
    pub count: u64,
    /// How many were passed over before them.
    pub skipped: u64,
    /// What is known behind all that, and what it took. No solution is in there.
    pub reply: Reply,
}

/// The solutions of a puzzle. They are looked for only while somebody waits for them; dropping this ends the work
/// within a slice.
pub struct Solutions<W> {
    lane: Lane,
    left: Arc<AtomicBool>,
    /// `None` while a thread has it, and for good when that died.
    search: Option<Search<W>>,
    /// What counts a client that leaves; `None` behind the end.
    meters: Option<Arc<Meters>>,
}

/// The search, on its way between threads and who waits.
pub(super) struct Search<W> {
    pub(super) solver: Solver,
    pub(super) scribe: W,
    pub(super) skip: u64,
    pub(super) limits: StartedLimits,
    pub(super) solving: Duration,
    pub(super) ended: Option<StopReason>,
    pub(super) shutdown: Arc<AtomicBool>,
    pub(super) solvers: Arc<Solvers>,
    /// The place among all streams.
    pub(super) _stream: OwnedSemaphorePermit,
}

impl<W: Scribe> Solutions<W> {
    pub(super) fn new(lane: Lane, search: Search<W>, meters: Arc<Meters>) -> Self {
        Self { lane, left: Arc::default(), search: Some(search), meters: Some(meters) }
    }

    /// The next solutions, once there are some; `None` behind the last ones.
    ///
    /// # Errors
    /// [`Lost`] where the search died; there are no further solutions then.
    pub async fn next(&mut self) -> Result<Option<Vec<u8>>, Lost> {
        let next = self.page().await;
        if next.is_err() {
            self.meters = None;
        }
        next
    }

    async fn page(&mut self) -> Result<Option<Vec<u8>>, Lost> {
        loop {
            let search = self.search.take().ok_or(Lost)?;
            if search.ended.is_some() {
                self.search = Some(search);
                return Ok(None);
            }
            let (reader, slice) = oneshot::channel();
            let left = Arc::clone(&self.left);
            self.lane.push(Box::new(SearchWork { search: Some(search), left, reader: Some(reader) }));
            let (search, page) = slice.await.map_err(|_| Lost)?.map_err(|error| {
                tracing::error!(%error, "the engine noticed a bug of its own");
                Lost
            })?;
            self.search = Some(search);
            if !page.is_empty() {
                return Ok(Some(page));
            }
        }
    }

    /// How the search ended, behind its last solutions; `None` before that.
    pub fn end(&mut self) -> Option<SolutionsEnd> {
        let Search { mut solver, skip, limits, solving, ended, solvers, .. } = self.search.take()?;
        let answer = solver.answer(ended?);
        self.meters = None;
        let found = solver.count();
        solvers.give_back(solver);
        let queued = limits.started().elapsed().saturating_sub(solving);
        let reply = Reply { answer, limits: limits.limits(), queued, solving };
        Some(SolutionsEnd { count: found.saturating_sub(skip), skipped: found.min(skip), reply })
    }
}

impl<W> Drop for Solutions<W> {
    fn drop(&mut self) {
        self.left.store(true, Ordering::Relaxed);
        if let Some(meters) = &self.meters {
            meters.cancelled.increment();
        }
    }
}

impl<W: Scribe> Search<W> {
    /// Writes what is found in a slice.
    fn advance(&mut self, left: &AtomicBool, page: &mut Vec<u8>) -> Result<(), SolverError> {
        let begun = Instant::now();
        let mut now = begun;
        while self.ended.is_none() && now - begun < SLICE && page.len() < PAGE_BYTES {
            self.ended = if self.shutdown.load(Ordering::Relaxed) {
                Some(StopReason::Shutdown)
            } else if self.limits.is_expired(now) {
                Some(StopReason::TimeLimit)
            } else {
                self.step(left, page)?
            };
            now = Instant::now();
        }
        self.solving += now - begun;
        Ok(())
    }

    /// Goes on to the next solution, or as far as a slice of the search goes.
    fn step(&mut self, left: &AtomicBool, page: &mut Vec<u8>) -> Result<Option<StopReason>, SolverError> {
        let budget_nodes = nodes_left(&self.solver, &self.limits);
        match self.solver.next_solution(budget_nodes, left)? {
            NextSolution::Ended(ending) => Ok(Some(ending)),
            NextSolution::Paused if budget_nodes == 0 => Ok(Some(StopReason::NodeLimit)),
            NextSolution::Paused => Ok(None),
            NextSolution::Solution => {
                if let Some(index) = (self.solver.count() - 1).checked_sub(self.skip) {
                    self.scribe.write(index, &self.solver.solution()?, page);
                }
                Ok(None)
            }
        }
    }
}

/// What comes back of a slice: the search, and what it has written.
type Slice<W> = Result<(Search<W>, Vec<u8>), SolverError>;

/// A slice of a search, which goes back to who waits for it.
struct SearchWork<W> {
    search: Option<Search<W>>,
    left: Arc<AtomicBool>,
    reader: Option<oneshot::Sender<Slice<W>>>,
}

impl<W: Scribe> Work for SearchWork<W> {
    fn slice(&mut self) -> Turn {
        let (Some(mut search), Some(reader)) = (self.search.take(), self.reader.take()) else {
            return Turn::Done;
        };
        if !self.left.load(Ordering::Relaxed) {
            let mut page = Vec::new();
            let advanced = search.advance(&self.left, &mut page);
            // Nobody is there where the client has left.
            let _ = reader.send(advanced.map(|()| (search, page)));
        }
        Turn::Done
    }
}
