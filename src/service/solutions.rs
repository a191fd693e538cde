//! Stream of all solutions of a puzzle.
#![expect(clippy::disallowed_types, reason = "service is the one module that reads the clock")]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::Instant;

use super::active_solve::nodes_left;
use super::batch::WorkLost;
use super::limits::StartedLimits;
use super::meters::Meters;
use super::permits::Permit;
use super::question::Reply;
use super::slice_queue::{SLICE, SliceQueue, Task, Turn};
use crate::sudoku::{Enumerator, NextSolution, Solution, SolverError, StopReason};

/// Bytes after which a slice ends and its output is sent.
const OUTPUT_BYTES: usize = 64 << 10;

/// Encodes solutions, on solver threads.
pub trait SolutionEncoder: Send + 'static {
    /// Encodes a solution. `index` counts from 0 and excludes skipped solutions.
    fn encode(&mut self, index: u64, solution: &Solution, output: &mut Vec<u8>);
}

/// Summary of an ended solution stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolutionsEnd {
    /// Number of solutions returned.
    pub count: u64,
    /// Number of solutions skipped before them.
    pub skipped: u64,
    /// Verdict and statistics, without solutions.
    pub reply: Reply,
}

/// Stream of the solutions of a puzzle. Searches only while [`next`](Self::next) is awaited. Dropping it cancels the
/// work within a slice.
pub struct SolutionStream<W> {
    queue: SliceQueue,
    cancelled: Arc<AtomicBool>,
    /// `None` during a slice and after a panic.
    search: Option<SolutionSearch<W>>,
    /// Counts a cancellation on drop; `None` after the end.
    meters: Option<Arc<Meters>>,
}

/// Search of a solution stream between slices.
pub(super) struct SolutionSearch<W> {
    pub(super) enumerator: Enumerator,
    pub(super) encoder: W,
    pub(super) skip: u64,
    pub(super) limits: StartedLimits,
    pub(super) solving: Duration,
    pub(super) ended: Option<StopReason>,
    pub(super) shutdown: Arc<AtomicBool>,
    /// Permit of the stream.
    pub(super) _stream: Permit,
}

impl<W: SolutionEncoder> SolutionStream<W> {
    pub(super) fn new(queue: SliceQueue, search: SolutionSearch<W>, meters: Arc<Meters>) -> Self {
        Self { queue, cancelled: Arc::default(), search: Some(search), meters: Some(meters) }
    }

    /// Returns the next encoded solutions; `None` at the end.
    ///
    /// # Errors
    /// [`WorkLost`] if the search failed, after which there are no further solutions.
    pub async fn next(&mut self) -> Result<Option<Vec<u8>>, WorkLost> {
        let next = self.next_output().await;
        if next.is_err() {
            self.meters = None;
        }
        next
    }

    async fn next_output(&mut self) -> Result<Option<Vec<u8>>, WorkLost> {
        loop {
            let search = self.search.take().ok_or(WorkLost)?;
            if search.ended.is_some() {
                self.search = Some(search);
                return Ok(None);
            }
            let (sender, slice) = oneshot::channel();
            let cancelled = Arc::clone(&self.cancelled);
            self.queue.push(Box::new(SearchTask { search: Some(search), cancelled, sender: Some(sender) }));
            let (search, output) = slice.await.map_err(|_| WorkLost)?.map_err(|error| {
                tracing::error!(%error, "solver detected an internal error");
                WorkLost
            })?;
            self.search = Some(search);
            if !output.is_empty() {
                return Ok(Some(output));
            }
        }
    }

    /// Returns the summary after the last solution; `None` before.
    pub fn end(&mut self) -> Option<SolutionsEnd> {
        let SolutionSearch { enumerator, skip, limits, solving, ended, .. } = self.search.take()?;
        let answer = enumerator.end(ended?);
        self.meters = None;
        let found = answer.count;
        let queued = limits.started().elapsed().saturating_sub(solving);
        let reply = Reply { answer, limits: limits.limits(), queued, solving };
        Some(SolutionsEnd { count: found.saturating_sub(skip), skipped: found.min(skip), reply })
    }
}

impl<W> Drop for SolutionStream<W> {
    fn drop(&mut self) {
        self.cancelled.store(true, Ordering::Relaxed);
        if let Some(meters) = &self.meters {
            meters.cancelled.increment();
        }
    }
}

impl<W: SolutionEncoder> SolutionSearch<W> {
    /// Runs one slice and encodes its solutions.
    fn advance(&mut self, cancelled: &AtomicBool, output: &mut Vec<u8>) -> Result<(), SolverError> {
        let begun = Instant::now();
        let mut now = begun;
        while self.ended.is_none() && now - begun < SLICE && output.len() < OUTPUT_BYTES {
            self.ended = if self.shutdown.load(Ordering::Relaxed) {
                Some(StopReason::Shutdown)
            } else if self.limits.is_expired(now) {
                Some(StopReason::TimeLimit)
            } else {
                self.step(cancelled, output)?
            };
            now = Instant::now();
        }
        self.solving += now - begun;
        Ok(())
    }

    /// Searches for the next solution, for at most one slice of nodes.
    fn step(
        &mut self,
        cancelled: &AtomicBool,
        output: &mut Vec<u8>,
    ) -> Result<Option<StopReason>, SolverError> {
        let budget_nodes = nodes_left(self.enumerator.nodes(), &self.limits);
        match self.enumerator.advance(budget_nodes, cancelled)? {
            NextSolution::Ended(ending) => Ok(Some(ending)),
            NextSolution::Paused if budget_nodes == 0 => Ok(Some(StopReason::NodeLimit)),
            NextSolution::Paused => Ok(None),
            NextSolution::Found => {
                if let Some(index) = (self.enumerator.count() - 1).checked_sub(self.skip) {
                    self.encoder.encode(index, &self.enumerator.solution()?, output);
                }
                Ok(None)
            }
        }
    }
}

/// The search and its output, or the error of a slice.
type SliceResult<W> = Result<(SolutionSearch<W>, Vec<u8>), SolverError>;

/// Task of one slice. Sends the search back to the stream.
struct SearchTask<W> {
    search: Option<SolutionSearch<W>>,
    cancelled: Arc<AtomicBool>,
    sender: Option<oneshot::Sender<SliceResult<W>>>,
}

impl<W: SolutionEncoder> Task for SearchTask<W> {
    fn run_slice(&mut self) -> Turn {
        let (Some(mut search), Some(sender)) = (self.search.take(), self.sender.take()) else {
            return Turn::Done;
        };
        if !self.cancelled.load(Ordering::Relaxed) {
            let mut output = Vec::new();
            let advanced = search.advance(&self.cancelled, &mut output);
            // Fails only if the client has disconnected.
            let _ = sender.send(advanced.map(|()| (search, output)));
        }
        Turn::Done
    }
}
