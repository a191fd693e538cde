//! Stream of all solutions of a problem.

use std::collections::VecDeque;
use std::mem;
use std::num::NonZeroU64;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use quadrille_exact_cover::{NextSolution, ResumableSearch, SolutionSearch, StopReason};

use super::ahead::{AheadNumbers, AheadPart, AheadParts};
use super::codec::{SolutionEncoder, SolutionsEnd};
use super::limits::StartedLimits;
use super::meters::{CountOnDrop, Counter};
use super::permits::{Permit, Permits, SlowPermits};
use super::question::{DispatchError, Interruption, Reply, SolutionsQuery};
use super::scheduler::{Queue, Scheduler};
use super::search::{Defect, SearchAnswer};
use super::share::ClientId;
use super::slot::TaskHandle;
use super::solvable::Solvable;
use super::subject::Subject;
use super::task::{Signals, Task};
use super::time::Instant;

/// Bytes after which the output is sent.
const OUTPUT_BYTES: usize = 64 << 10;

/// Answer of a stream, without solutions.
type EndAnswer<W> = <<W as SolutionEncoder>::Subject as Solvable>::Answer;

/// Stream of the solutions of a problem. Dropping it cancels the work within a slice.
///
/// Searches while [`next`](Self::next) is awaited. With several threads, later parts of the search run ahead, and keep a
/// bounded number of solutions.
pub struct SolutionStream<W: SolutionEncoder> {
    scheduler: Scheduler,
    client: ClientId,
    /// `None` during a task and after an error.
    search: Option<SolutionTask<W>>,
    ahead: AheadParts<W::Subject>,
    /// Permits of the stream and of its large search, until the end.
    permits: Option<(Permit, Option<Permit>)>,
    /// Counts a cancellation before the end.
    cancelled: CountOnDrop,
}

/// Search of a solution stream.
struct SolutionTask<W: SolutionEncoder> {
    solver: <W::Subject as Solvable>::Solver,
    /// Solutions that the part of the search found before the stream came to it.
    found: VecDeque<<W::Subject as Solvable>::Solution>,
    /// The joined answers of the earlier parts.
    earlier: Option<EndAnswer<W>>,
    splitting: Splitting<W>,
    encoder: W,
    skip: u64,
    /// Number of solutions to skip and to list.
    solutions_max: NonZeroU64,
    /// Solutions skipped or encoded.
    passed: u64,
    limits: StartedLimits,
    /// Encoded solutions that are not sent.
    output: Vec<u8>,
    solving: Duration,
    /// Why the search ended; `None` before that.
    ended: Option<StopReason>,
    /// What interrupted the search.
    interruption: Option<Interruption>,
    /// Set when the engine has failed.
    error: Option<Defect>,
}

/// What a task needs to split its search, and the later part.
struct Splitting<W: SolutionEncoder> {
    client: ClientId,
    permits: Permits,
    is_large: bool,
    numbers: Arc<AheadNumbers>,
    later: Option<(<W::Subject as Solvable>::Solver, SlowPermits)>,
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
        let client = permits.0.client();
        // With a node limit, one thread visits them all, so that they determine the list.
        let threads = if limits.limits().nodes.is_some() { 1 } else { limits.limits().threads.get() };
        let ahead = AheadParts::new(scheduler.clone(), client, limits, threads - 1);
        let splitting = Splitting {
            client,
            permits: scheduler.permits().clone(),
            is_large: subject.is_large(),
            numbers: Arc::clone(ahead.numbers()),
            later: None,
        };
        let solutions_max = limit.saturating_add(skip);
        let solver = subject.solver(solutions_max, Default::default());
        let search = SolutionTask {
            ended: solver.stop_reason(),
            solver,
            found: VecDeque::new(),
            earlier: None,
            splitting,
            encoder,
            skip,
            solutions_max,
            passed: 0,
            limits,
            output: Vec::new(),
            solving: Duration::ZERO,
            interruption: None,
            error: None,
        };
        let cancelled = cancelled.increment_on_drop();
        Self { scheduler, client, search: Some(search), ahead, permits: Some(permits), cancelled }
    }

    /// Returns the next encoded solutions; `None` at the end.
    ///
    /// # Errors
    /// [`DispatchError`] if the search failed, after which there are no further solutions.
    pub async fn next(&mut self) -> Result<Option<Vec<u8>>, DispatchError> {
        loop {
            let search = self.search.take().ok_or(DispatchError::WorkLost)?;
            let search = self.advance(search).await.inspect_err(|error| {
                tracing::error!(%error, "solution stream failed");
                self.cancelled.disarm();
            })?;
            let search = self.search.insert(search);
            let output = mem::take(&mut search.output);
            if !output.is_empty() {
                return Ok(Some(output));
            }
            if search.ended.is_some() {
                return Ok(None);
            }
        }
    }

    /// Runs a task of the search, or continues with the next part.
    async fn advance(&mut self, mut search: SolutionTask<W>) -> Result<SolutionTask<W>, DispatchError> {
        if search.ended.is_some() {
            return Ok(search);
        }
        let mut task = TaskHandle::submit(&self.scheduler, Queue::Stream, self.client, search);
        search = task.result().await??;
        if let Some((later, permits)) = search.splitting.later.take() {
            self.ahead.push_first(later, permits);
        }
        if search.ended == Some(StopReason::Complete)
            && let Some(part) = self.ahead.take_first().await?
        {
            search.continue_with(part);
        }
        Ok(search)
    }

    /// Returns the summary after the last solution; `None` before.
    pub fn end(&mut self) -> Option<SolutionsEnd<EndAnswer<W>>> {
        let SolutionTask {
            mut solver,
            earlier,
            skip,
            solutions_max,
            passed,
            limits,
            solving,
            ended,
            interruption,
            ..
        } = self.search.take()?;
        ended?;
        let answer = joined::<W>(earlier, solver.answer(), solutions_max);
        self.cancelled.disarm();
        self.permits = None;
        let reply =
            Reply { answer, interruption, limits: limits.limits(), queued: limits.queued(solving), solving };
        Some(SolutionsEnd { count: passed.saturating_sub(skip), skipped: passed.min(skip), reply })
    }
}

/// Adds the answer of a part to the joined answer of the earlier ones.
fn joined<W: SolutionEncoder>(
    earlier: Option<EndAnswer<W>>,
    part: EndAnswer<W>,
    solutions_max: NonZeroU64,
) -> EndAnswer<W> {
    let Some(mut answer) = earlier else { return part };
    answer.join(&part, solutions_max);
    answer
}

impl<W: SolutionEncoder> SolutionTask<W> {
    /// Searches for the next solution and encodes it.
    fn advance(&mut self, signals: &Signals<'_>) -> Result<Poll<()>, Defect> {
        // A part alone ends at the limit by itself.
        if self.earlier.is_some() && self.passed == self.solutions_max.get() {
            self.ended = Some(StopReason::SolutionLimit);
            return Ok(Poll::Ready(()));
        }
        if let Some(solution) = self.found.pop_front() {
            if let Some(index) = self.passed.checked_sub(self.skip) {
                self.encoder.encode(index, &solution, &mut self.output);
            }
            self.passed += 1;
        } else {
            match self.solver.next(signals.nodes_left(), signals.stop()).map_err(Into::into)? {
                NextSolution::Ended(_) => return Ok(Poll::Ready(())),
                NextSolution::Paused => {}
                NextSolution::Found => {
                    if let Some(index) = self.passed.checked_sub(self.skip) {
                        self.encoder.encode(
                            index,
                            &self.solver.solution().map_err(Into::into)?,
                            &mut self.output,
                        );
                    }
                    self.passed += 1;
                }
            }
        }
        Ok(if self.output.len() < OUTPUT_BYTES { Poll::Pending } else { Poll::Ready(()) })
    }

    /// Continues with the next part, after the end of this one.
    fn continue_with(&mut self, part: AheadPart<W::Subject>) {
        let mut ended = mem::replace(&mut self.solver, part.search);
        let earlier = self.earlier.take();
        self.earlier = Some(joined::<W>(earlier, ended.answer(), self.solutions_max));
        self.found = part.found;
        self.solving += part.solving;
        self.ended = None;
    }

    /// Splits the search if a further part may run.
    fn split(&mut self) {
        let Splitting { client, permits, is_large, numbers, later } = &mut self.splitting;
        if !numbers.allow_part() {
            return;
        }
        let Ok(permits) = permits.for_slow(*client, *is_large) else { return };
        match self.solver.split() {
            Some(search) => *later = Some((search, permits)),
            None => permits.return_unused(),
        }
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

    fn finish(mut self, interruption: Option<Interruption>, solving: Duration) -> Self::Output {
        self.solving += solving;
        let stop_reason = if self.found.is_empty() { self.solver.stop_reason() } else { None };
        self.interruption = interruption;
        self.ended = interruption.map(|_| StopReason::Interrupted).or(self.ended).or(stop_reason);
        self.error.map_or(Ok(self), Err)
    }

    fn limits(&self) -> Option<StartedLimits> {
        Some(self.limits)
    }

    fn nodes(&self) -> u64 {
        self.solver.nodes()
    }

    /// Sends the solutions found so far, and gives a part of the search to another thread.
    fn yield_thread(&mut self, _: Instant) -> Poll<()> {
        self.split();
        let has_result = !self.output.is_empty() || self.splitting.later.is_some();
        if has_result { Poll::Ready(()) } else { Poll::Pending }
    }
}
