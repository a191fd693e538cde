//! Chunks of a batch as tasks.
#![expect(clippy::disallowed_types, reason = "service is the one module that reads the clock")]

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::task::{Poll, ready};
use std::time::Duration;

use tokio::time::Instant;

use super::codec::{BatchCodec, BatchEntry};
use super::output::{Encoded, OutputBudget};
use super::permits::{ClientId, Permit, Permits, Work};
use super::question::Reply;
use super::scheduler::{Queue, Scheduler};
use super::slot::TaskHandle;
use super::solve::Solve;
use super::solver_pool::{SMALL_SIZE_MAX, SolverPool};
use super::task::{Signals, Task};
use crate::sudoku::StopReason;

/// Least time between two outputs of a chunk, unless a slow puzzle follows. Each output takes memory besides its bytes,
/// so an output per turn would exhaust the output budget early if turns contain few puzzles.
const OUTPUT_INTERVAL: Duration = Duration::from_millis(100);

/// State shared by all tasks of a batch.
pub(super) struct Batch<S> {
    pub(super) codec: S,
    pub(super) client: ClientId,
    /// Permits, with those of the chunks of this batch.
    pub(super) permits: Permits,
    pub(super) scheduler: Scheduler,
    pub(super) solver_pool: Arc<SolverPool>,
    pub(super) output_budget: OutputBudget,
    /// Set when the client has disconnected.
    pub(super) cancelled: Arc<AtomicBool>,
}

/// Consecutive puzzles of a batch, solved one after the other.
///
/// A puzzle that is not done after one slice leaves: it becomes a task of its own in the slow queue, and the rest of the
/// chunk another one. If no permit for a slow puzzle is free, puzzle and rest stay together in the slow queue.
pub(super) struct ChunkTask<S: BatchCodec> {
    batch: Arc<Batch<S>>,
    /// `None` for a slow puzzle that left its chunk.
    chunk: Option<S::Chunk>,
    /// Index of the next entry.
    next: usize,
    /// Large puzzle that waits for a permit.
    unplaced: Option<BatchEntry<S::Context>>,
    /// Search for the active puzzle. Between two puzzles it is kept for its memory.
    solve: Option<Solve>,
    active: Option<Active<S::Context>>,
    queue: Queue,
    /// Permit of the chunk or of the slow puzzle; `None` once it has moved to the rest.
    permit: Option<Permit>,
    begun: Instant,
    output: ChunkOutput<S>,
}

/// Puzzle that is being solved.
struct Active<C> {
    context: C,
    /// Permit of a large puzzle.
    large: Option<Permit>,
}

/// Answers to the first puzzles of a chunk, and the tasks for the others.
pub(super) struct ChunkOutput<S: BatchCodec> {
    pub(super) encoded: Encoded,
    pub(super) rest: Vec<TaskHandle<ChunkTask<S>>>,
}

impl<S: BatchCodec> ChunkTask<S> {
    pub(super) fn new(batch: Arc<Batch<S>>, queue: Queue, chunk: Option<S::Chunk>, permit: Permit) -> Self {
        Self {
            batch,
            chunk,
            next: 0,
            unplaced: None,
            solve: None,
            active: None,
            queue,
            permit: Some(permit),
            begun: Instant::now(),
            output: ChunkOutput { encoded: Encoded::default(), rest: Vec::new() },
        }
    }

    /// Queues the task.
    pub(super) fn submit(self) -> TaskHandle<Self> {
        let (scheduler, cancelled) = (self.batch.scheduler.clone(), Arc::clone(&self.batch.cancelled));
        TaskHandle::submit(&scheduler, self.queue, self, None, cancelled)
    }

    /// Moves the active puzzle and these entries to another task.
    fn move_to(&mut self, queue: Queue, chunk: Option<S::Chunk>, permit: Permit) {
        let mut rest = Self::new(Arc::clone(&self.batch), queue, chunk, permit);
        rest.next = self.next;
        (rest.unplaced, rest.active) = (self.unplaced.take(), self.active.take());
        if rest.active.is_some() {
            rest.solve = self.solve.take();
        }
        self.output.rest.push(rest.submit());
    }

    /// Moves all that is not done to another task, and ends this one.
    fn move_rest_to(&mut self, queue: Queue) -> Poll<()> {
        let has_entries =
            self.chunk.as_ref().is_some_and(|chunk| self.next < self.batch.codec.entries(chunk));
        let has_rest = has_entries || self.active.is_some() || self.unplaced.is_some();
        if let Some(permit) = self.permit.take_if(|_| has_rest) {
            let chunk = self.chunk.take();
            self.move_to(queue, chunk, permit);
        }
        Poll::Ready(())
    }

    /// Moves the active puzzle, which is slow, to the slow queue, and the rest to another task. Ends this one, unless no
    /// permit is free and it is in the slow queue already.
    fn move_slow(&mut self) -> Poll<()> {
        match self.batch.permits.try_acquire(self.batch.client, Work::BatchSlow) {
            Some(permit) => {
                self.move_to(Queue::Slow, None, permit);
                self.move_rest_to(Queue::Stream)
            }
            None if self.queue == Queue::Slow => Poll::Pending,
            None => self.move_rest_to(Queue::Slow),
        }
    }

    /// Decodes the next entry. `Pending` after an invalid one, `None` at the end.
    fn read(&mut self) -> Poll<Option<BatchEntry<S::Context>>> {
        if let Some(entry) = self.unplaced.take() {
            return Poll::Ready(Some(entry));
        }
        let Self { batch, chunk, next, output: ChunkOutput { encoded, .. }, .. } = self;
        let Some(chunk) = chunk.as_ref().filter(|chunk| *next < batch.codec.entries(chunk)) else {
            return Poll::Ready(None);
        };
        let entry = batch.codec.read(chunk, *next, &mut encoded.bytes);
        *next += 1;
        if entry.is_none() {
            encoded.counts.errors += 1;
            return Poll::Pending;
        }
        Poll::Ready(entry)
    }

    /// Makes a puzzle the active one. Returns the entry if it is large and there is no permit.
    fn begin(&mut self, entry: BatchEntry<S::Context>, now: Instant) -> Option<BatchEntry<S::Context>> {
        let Batch { permits, client, solver_pool, .. } = &*self.batch;
        let is_large = entry.question.puzzle.clues().size() > SMALL_SIZE_MAX;
        let large = is_large.then(|| permits.try_acquire(*client, Work::BatchLarge));
        if matches!(large, Some(None)) {
            return Some(entry);
        }
        let BatchEntry { question, limits, context } = entry;
        let limits = limits.start_at(now);
        match &mut self.solve {
            Some(solve) => solve.restart(question, limits),
            None => self.solve = Some(Solve::new(solver_pool, question, limits)),
        }
        self.active = Some(Active { context, large: large.flatten() });
        None
    }

    /// Encodes the answer to the active puzzle.
    fn encode(&mut self, interruption: Option<StopReason>, now: Instant) {
        let (Some(solve), Some(Active { context, large })) = (&mut self.solve, self.active.take()) else {
            return;
        };
        let (codec, Encoded { bytes, counts }) = (&self.batch.codec, &mut self.output.encoded);
        if let Some(error) = solve.error() {
            tracing::error!(%error, "solver detected an internal error");
            counts.errors += 1;
            codec.encode_failure(context, bytes);
            self.solve = None;
            return;
        }
        let limits = solve.started_limits();
        let solver = solve.solver();
        let stop = interruption.unwrap_or(StopReason::Complete);
        let answer = if codec.with_stats() { solver.answer(stop) } else { solver.answer_without_stats(stop) };
        counts.add(&answer);
        let solving = now - limits.started();
        let reply = Reply { answer, limits: limits.limits(), queued: Duration::ZERO, solving };
        solver.recycle(codec.encode(context, reply, bytes));
        // Large solvers are not kept without a permit.
        if large.is_some() {
            self.solve = None;
        }
    }
}

impl<S: BatchCodec> Task for ChunkTask<S> {
    type Output = ChunkOutput<S>;

    /// Runs one slice of one puzzle.
    fn run_slice(&mut self, signals: &mut Signals<'_>) -> Poll<()> {
        if self.active.is_none() {
            let Some(entry) = ready!(self.read()) else { return Poll::Ready(()) };
            self.unplaced = self.begin(entry, signals.now());
            if self.unplaced.is_some() {
                if self.queue != Queue::Slow {
                    return self.move_rest_to(Queue::Slow);
                }
                signals.request_yield();
                return Poll::Pending;
            }
        }
        let Some(solve) = &mut self.solve else { return Poll::Ready(()) };
        match signals.run(solve, Duration::ZERO) {
            Poll::Ready(interruption) => self.encode(interruption, signals.now()),
            Poll::Pending if self.chunk.is_none() || signals.is_cancelled() => return Poll::Pending,
            Poll::Pending => return self.move_slow(),
        }
        // The puzzle was slow; the others may not be.
        if self.queue == Queue::Slow { self.move_rest_to(Queue::Stream) } else { Poll::Pending }
    }

    fn finish(self, _: Option<StopReason>, _: Duration) -> Self::Output {
        let Self { batch, solve, mut output, .. } = self;
        if let Some(solve) = solve {
            solve.release();
        }
        // The budget counts length, not capacity.
        output.encoded.bytes.shrink_to_fit();
        batch.output_budget.add(&output.encoded);
        output
    }

    fn yield_thread(&mut self, now: Instant) -> Poll<()> {
        if now - self.begun < OUTPUT_INTERVAL || self.output.encoded.counts.puzzles() == 0 {
            return Poll::Pending;
        }
        self.move_rest_to(self.queue)
    }
}
