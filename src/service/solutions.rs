//! Stream of all solutions of a problem.
#![expect(clippy::disallowed_types, reason = "service is the one module that reads the clock")]

use std::mem;
use std::task::Poll;
use std::time::Duration;

use tokio::time::Instant;

use super::limits::StartedLimits;
use super::meters::{CountOnDrop, Counter};
use super::permits::Permit;
use super::question::{DispatchError, Reply, SolutionsQuery};
use super::scheduler::{Queue, Scheduler};
use super::share::ClientId;
use super::slot::TaskHandle;
use super::subject::{Defect, SolutionSearch, Subject};
use super::task::{Signals, Task};
use crate::exact_cover::{NextSolution, StopReason};
use crate::sudoku::Answer;

/// Bytes after which the output is sent.
const OUTPUT_BYTES: usize = 64 << 10;

/// Encodes solutions, on solver threads.
pub trait SolutionEncoder: Send + 'static {
    /// What the solutions solve.
    type Subject: Subject;

    /// Encodes a solution. `index` counts from 0 and excludes skipped solutions.
    fn encode(&mut self, index: u64, solution: &<Self::Subject as Subject>::Solution, output: &mut Vec<u8>);
}

/// Answer of a stream, without solutions.
type EndAnswer<W> = <<W as SolutionEncoder>::Subject as Subject>::Answer;

/// Summary of an ended solution stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolutionsEnd<A = Answer> {
    /// Number of solutions returned.
    pub count: u64,
    /// Number of solutions skipped before them.
    pub skipped: u64,
    /// Verdict and statistics, without solutions.
    pub reply: Reply<A>,
}

/// Stream of the solutions of a problem. Searches only while [`next`](Self::next) is awaited. Dropping it cancels the
/// work within a slice.
pub struct SolutionStream<W: SolutionEncoder> {
    scheduler: Scheduler,
    client: ClientId,
    /// `None` during a task and after an error.
    search: Option<SolutionTask<W>>,
    /// Permits of the stream and of its large search, until the end.
    permits: Option<(Permit, Option<Permit>)>,
    /// Counts a cancellation before the end.
    cancelled: CountOnDrop,
}

/// Search of a solution stream.
struct SolutionTask<W: SolutionEncoder> {
    enumerator: <W::Subject as Subject>::Enumerator,
    encoder: W,
    skip: u64,
    limits: StartedLimits,
    /// Encoded solutions that are not sent.
    output: Vec<u8>,
    solving: Duration,
    ended: Option<StopReason>,
    /// Set when the engine has failed.
    error: Option<Defect>,
}

impl<W: SolutionEncoder> SolutionStream<W> {
    pub(super) fn new(
        scheduler: Scheduler,
        query: SolutionsQuery<W::Subject>,
        limits: StartedLimits,
        encoder: W,
        permits: (Permit, Option<Permit>),
        cancelled: &Counter,
    ) -> Self {
        let SolutionsQuery { subject, skip, limit } = query;
        let enumerator = <W::Subject as Subject>::Enumerator::new(subject, limit.saturating_add(skip));
        let ended = enumerator.stop_reason();
        let (output, solving, error) = (Vec::new(), Duration::ZERO, None);
        let search = SolutionTask { enumerator, encoder, skip, limits, output, solving, ended, error };
        let (client, cancelled) = (permits.0.client(), cancelled.increment_on_drop());
        Self { scheduler, client, search: Some(search), permits: Some(permits), cancelled }
    }

    /// Returns the next encoded solutions; `None` at the end.
    ///
    /// # Errors
    /// [`DispatchError`] if the search failed, after which there are no further solutions.
    pub async fn next(&mut self) -> Result<Option<Vec<u8>>, DispatchError> {
        loop {
            let search = self.search.take().ok_or(DispatchError::WorkLost)?;
            if search.ended.is_some() {
                self.search = Some(search);
                return Ok(None);
            }
            let mut task = TaskHandle::submit(&self.scheduler, Queue::Stream, self.client, search);
            let result = task.result().await.and_then(|search| Ok(search?));
            let search = result.inspect_err(|error| {
                tracing::error!(%error, "solution stream failed");
                self.cancelled.disarm();
            })?;
            let output = mem::take(&mut self.search.insert(search).output);
            if !output.is_empty() {
                return Ok(Some(output));
            }
        }
    }

    /// Returns the summary after the last solution; `None` before.
    pub fn end(&mut self) -> Option<SolutionsEnd<EndAnswer<W>>> {
        let SolutionTask { enumerator, skip, limits, solving, ended, .. } = self.search.take()?;
        let found = enumerator.count();
        let answer = enumerator.end(ended?);
        self.cancelled.disarm();
        self.permits = None;
        let reply = Reply { answer, limits: limits.limits(), queued: limits.queued(solving), solving };
        Some(SolutionsEnd { count: found.saturating_sub(skip), skipped: found.min(skip), reply })
    }
}

impl<W: SolutionEncoder> SolutionTask<W> {
    /// Searches for the next solution and encodes it.
    fn advance(&mut self, signals: &Signals<'_>) -> Result<Poll<()>, Defect> {
        match self.enumerator.advance(signals.nodes_left(), signals.stop())? {
            NextSolution::Ended(_) => return Ok(Poll::Ready(())),
            NextSolution::Paused => {}
            NextSolution::Found => {
                if let Some(index) = (self.enumerator.count() - 1).checked_sub(self.skip) {
                    self.encoder.encode(index, &self.enumerator.solution()?, &mut self.output);
                }
            }
        }
        Ok(if self.output.len() < OUTPUT_BYTES { Poll::Pending } else { Poll::Ready(()) })
    }
}

impl<W: SolutionEncoder> Task for SolutionTask<W> {
    type Output = Result<Self, Defect>;

    fn run_slice(&mut self, signals: &mut Signals<'_>) -> Poll<()> {
        self.advance(signals).unwrap_or_else(|error| {
            self.error = Some(error);
            Poll::Ready(())
        })
    }

    fn finish(mut self, interruption: Option<StopReason>, solving: Duration) -> Self::Output {
        self.solving += solving;
        self.ended = interruption.or_else(|| self.enumerator.stop_reason());
        self.error.map_or(Ok(self), Err)
    }

    fn limits(&self) -> Option<StartedLimits> {
        Some(self.limits)
    }

    fn nodes(&self) -> u64 {
        self.enumerator.nodes()
    }

    /// Sends the solutions found so far.
    fn yield_thread(&mut self, _: Instant) -> Poll<()> {
        if self.output.is_empty() { Poll::Pending } else { Poll::Ready(()) }
    }
}
