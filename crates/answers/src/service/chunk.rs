//! Chunks of a batch as tasks.

use std::mem;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use quadrille_exact_cover::ResumableSearch;
use tokio::sync::watch;

use super::codec::{BatchCodec, BatchEntry, VerdictCounts};
use super::permits::{Permit, PermitKind, Permits};
use super::question::Interruption;
use super::running::SearchNumbers;
use super::scheduler::{Queue, Scheduler};
use super::search::{Answerable, Reusable};
use super::search_pool::SearchPools;
use super::share::ClientId;
use super::slot::TaskHandle;
use super::solve::SolveTask;
use super::subject::Subject;
use super::task::{Signals, Task};
use super::time::Instant;

/// Least time between two outputs of a chunk, unless a slow puzzle follows. Each output takes memory besides its bytes,
/// so an output per turn would exhaust the output budget early if turns contain few puzzles.
const OUTPUT_INTERVAL: Duration = Duration::from_millis(100);

/// Estimated memory of an output besides its bytes: its task, channel and lists.
const OUTPUT_OVERHEAD: usize = 512;

/// State shared by all tasks of a batch.
pub(super) struct Batch<S: BatchCodec> {
    pub(super) codec: S,
    pub(super) client: ClientId,
    /// Permits, with the bound on the chunks of this batch.
    pub(super) permits: Permits,
    pub(super) scheduler: Scheduler,
    pub(super) pools: Arc<SearchPools>,
    /// Memory of the answers that are not sent.
    pub(super) output_bytes: watch::Sender<usize>,
    /// Numbers of the slow puzzle that has run last.
    pub(super) numbers: SearchNumbers,
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
    /// Entry and search of the active puzzle. Between two puzzles they are kept for their memory.
    entry: Option<BatchEntry<S::Context, S::Question>>,
    solve: Option<SolveTask<S::Question>>,
    /// Whether there is an active puzzle.
    is_active: bool,
    /// Permit of the active puzzle if it is large.
    large: Option<Permit>,
    queue: Queue,
    /// Permit of the chunk or of the slow puzzle; `None` once it has moved to the rest.
    permit: Option<Permit>,
    begun: Instant,
    output: ChunkOutput<S>,
}

/// Answers to the first puzzles of a chunk, and the tasks for the others.
pub(super) struct ChunkOutput<S: BatchCodec> {
    pub(super) bytes: Vec<u8>,
    pub(super) counts: VerdictCounts,
    /// Whether the shutdown has stopped a search.
    pub(super) is_cut: bool,
    pub(super) rest: Vec<TaskHandle<ChunkTask<S>>>,
}

impl<S: BatchCodec> ChunkOutput<S> {
    fn empty() -> Self {
        Self { bytes: Vec::new(), counts: VerdictCounts::default(), is_cut: false, rest: Vec::new() }
    }

    /// Returns the estimated memory of the answers.
    pub(super) fn size(&self) -> usize {
        self.bytes.len() + OUTPUT_OVERHEAD
    }
}

impl<S: BatchCodec> ChunkTask<S> {
    pub(super) fn new(batch: Arc<Batch<S>>, queue: Queue, chunk: Option<S::Chunk>, permit: Permit) -> Self {
        Self {
            batch,
            chunk,
            next: 0,
            entry: None,
            solve: None,
            is_active: false,
            large: None,
            queue,
            permit: Some(permit),
            begun: Instant::now(),
            output: ChunkOutput::empty(),
        }
    }

    /// Queues the task.
    pub(super) fn submit(self) -> TaskHandle<Self> {
        let scheduler = self.batch.scheduler.clone();
        TaskHandle::submit(&scheduler, self.queue, self.batch.client, self)
    }

    /// Moves the active puzzle and these entries to another task.
    fn move_to(&mut self, queue: Queue, chunk: Option<S::Chunk>, permit: Permit) {
        let mut rest = Self::new(Arc::clone(&self.batch), queue, chunk, permit);
        (rest.next, rest.entry, rest.solve) = (self.next, self.entry.take(), self.solve.take());
        (rest.is_active, rest.large) = (mem::take(&mut self.is_active), self.large.take());
        self.output.rest.push(rest.submit());
    }

    /// Moves everything unfinished to another task, and ends this one.
    fn move_rest_to(&mut self, queue: Queue) -> Poll<()> {
        let has_rest = self.is_active || self.has_entries();
        if let Some(permit) = self.permit.take_if(|_| has_rest) {
            let chunk = self.chunk.take();
            self.move_to(queue, chunk, permit);
        }
        Poll::Ready(())
    }

    /// Moves the active puzzle, which is slow, to the slow queue, and the rest to another task. Ends this one, unless no
    /// permit is free and it is in the slow queue already.
    fn move_slow(&mut self) -> Poll<()> {
        match self.batch.permits.try_acquire(self.batch.client, PermitKind::BatchSlow) {
            Ok(permit) => {
                self.move_to(Queue::Slow, None, permit);
                self.move_rest_to(Queue::Stream)
            }
            Err(_) if self.queue == Queue::Slow => Poll::Pending,
            Err(_) => self.move_rest_to(Queue::Slow),
        }
    }

    fn has_entries(&self) -> bool {
        self.chunk.as_ref().is_some_and(|chunk| self.next < self.batch.codec.entries(chunk))
    }

    /// Decodes the next entry and loads its puzzle. Without one, returns the state of the task: `Pending` after an invalid
    /// entry, or while a large puzzle waits for a permit; `Ready` at the end.
    #[inline(always)]
    fn begin(&mut self, signals: &mut Signals<'_>) -> Result<(), Poll<()>> {
        let Batch { codec, permits, client, pools, .. } = &*self.batch;
        let Some(chunk) = self.chunk.as_ref().filter(|chunk| self.next < codec.entries(chunk)) else {
            return Err(Poll::Ready(()));
        };
        let ChunkOutput { bytes, counts, .. } = &mut self.output;
        codec.read(chunk, self.next, &mut self.entry, bytes);
        let Some(BatchEntry { question, limits, .. }) = &mut self.entry else {
            self.next += 1;
            counts.errors += 1;
            return Err(Poll::Pending);
        };
        if question.subject().is_large() {
            let Ok(permit) = permits.try_acquire(*client, PermitKind::BatchLarge) else {
                // Decoded again in the next turn.
                self.entry = None;
                signals.request_yield();
                let is_slow = self.queue == Queue::Slow;
                return Err(if is_slow { Poll::Pending } else { self.move_rest_to(Queue::Slow) });
            };
            self.large = Some(permit);
        }
        self.next += 1;
        let limits = limits.start_at(signals.now());
        match &mut self.solve {
            Some(solve) => solve.restart(question, limits),
            None => {
                self.solve = Some(SolveTask::new(pools, question.clone(), limits).timed(codec.with_stats()));
            }
        }
        self.is_active = true;
        Ok(())
    }

    /// Encodes the answer to a puzzle that has ended.
    #[inline(always)]
    fn encode(&mut self, interruption: Option<Interruption>, now: Instant) {
        self.is_active = false;
        let (Some(solve), Some(BatchEntry { context, .. })) = (&mut self.solve, &mut self.entry) else {
            return;
        };
        let (codec, ChunkOutput { bytes, counts, is_cut, .. }) = (&self.batch.codec, &mut self.output);
        *is_cut |= interruption == Some(Interruption::Shutdown);
        let error = solve.error();
        match error {
            None => {
                let mut reply = if codec.with_stats() {
                    solve.reply(interruption, solve.since_start(now), ResumableSearch::answer)
                } else {
                    solve.reply(interruption, Duration::ZERO, ResumableSearch::answer_without_stats)
                };
                counts.add(&reply.answer);
                codec.encode(context, &reply, bytes);
                solve.search.recycle(&mut reply.answer);
            }
            Some(error) => {
                tracing::error!(%error, "solver detected an internal error");
                counts.errors += 1;
                codec.encode_failure(context, bytes);
            }
        }
        // A large problem and its search are not kept without their permit, and a failed search not at all.
        if self.large.take().is_some() || error.is_some() {
            (self.entry, self.solve) = (None, None);
        }
    }
}

impl<S: BatchCodec> Task for ChunkTask<S> {
    type Output = ChunkOutput<S>;

    /// Runs brief puzzles until the clock is read, or one slice of another puzzle.
    fn run_slice(&mut self, signals: &mut Signals<'_>) -> Poll<()> {
        loop {
            if !self.is_active
                && let Err(state) = self.begin(signals)
            {
                return state;
            }
            let Some(solve) = &mut self.solve else { return Poll::Ready(()) };
            match signals.run(solve, Duration::ZERO) {
                Poll::Ready(interruption) => self.encode(interruption, signals.now()),
                Poll::Pending => {
                    self.batch.numbers.set(solve.search.count(), solve.search.nodes());
                    let may_move = self.chunk.is_some() && !signals.is_cancelled();
                    return if may_move { self.move_slow() } else { Poll::Pending };
                }
            }
            if self.queue == Queue::Slow {
                // The puzzle was slow; the others may not be.
                return self.move_rest_to(Queue::Stream);
            }
            if signals.is_clock_read() {
                return Poll::Pending;
            }
        }
    }

    fn finish(self, _: Option<Interruption>, _: Duration) -> Self::Output {
        let Self { batch, solve, mut output, .. } = self;
        if let Some(solve) = solve {
            solve.release();
        }
        // The size counts length, not capacity.
        output.bytes.shrink_to_fit();
        batch.output_bytes.send_modify(|bytes| *bytes += output.size());
        output
    }

    fn yield_thread(&mut self, now: Instant) -> Poll<()> {
        if now - self.begun < OUTPUT_INTERVAL || self.output.counts.puzzles() == 0 {
            return Poll::Pending;
        }
        self.move_rest_to(self.queue)
    }
}
