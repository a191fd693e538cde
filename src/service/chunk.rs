//! Chunks of a batch on solver threads.
#![expect(clippy::disallowed_types, reason = "service is the one module that reads the clock")]

use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::active_solve::{ActiveSolve, advance};
use super::codec::{BatchCodec, BatchEntry};
use super::output::{Encoded, OutputBudget, Segment, Segments};
use super::permits::{ClientId, Permit, Permits, Work};
use super::question::{Question, Reply};
use super::slice_queue::{SLICE, SliceQueue, Task, Turn};
use super::solver_pool::{SMALL_SIZE_MAX, SolverPool};
use crate::sudoku::{Solver, SolverError, StopReason};

/// Least time between two transfers of finished segments, unless a slow puzzle follows. Each segment takes memory besides
/// its bytes, so a segment per slice would exhaust the output budget early if slices contain few puzzles.
const SEND_INTERVAL: Duration = Duration::from_millis(100);

/// State shared by all chunks of a batch.
pub(super) struct Batch<S> {
    pub(super) codec: S,
    pub(super) solver_pool: Arc<SolverPool>,
    /// Queue of chunks.
    pub(super) queue: SliceQueue,
    /// Queue of slow puzzles.
    pub(super) slow_queue: SliceQueue,
    pub(super) client: ClientId,
    /// Permits, with those of the chunks of this batch.
    pub(super) permits: Permits,
    pub(super) output_budget: OutputBudget,
    /// Set when the client has disconnected.
    pub(super) cancelled: AtomicBool,
    /// Set at shutdown.
    pub(super) shutdown: Arc<AtomicBool>,
    /// Permit of the batch among all streams. Released after the last answer, or with the last task of a cancelled batch.
    pub(super) stream: Mutex<Option<Permit>>,
}

impl<S: BatchCodec> Batch<S> {
    /// Releases the permit among all streams. Threads may hold the finished batch a moment longer.
    pub(super) fn release_stream(&self) {
        self.stream.lock().take();
    }

    fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Runs one slice of a puzzle. Returns why the search ended, if it did, and the time.
    fn advance(
        &self,
        solver: &mut Solver,
        solve: &ActiveSolve<S::Context>,
    ) -> (Result<Option<StopReason>, SolverError>, Instant) {
        let ended = if self.shutdown.load(Ordering::Relaxed) {
            Ok(Some(StopReason::Shutdown))
        } else {
            advance(solver, &solve.limits, &self.cancelled)
        };
        let now = Instant::now();
        let or_late = |ended: Option<StopReason>| {
            ended.or(solve.limits.is_expired(now).then_some(StopReason::TimeLimit))
        };
        (ended.map(or_late), now)
    }

    /// Encodes the answer of an ended search.
    fn encode(
        &self,
        solver: &mut Solver,
        solve: ActiveSolve<S::Context>,
        ending: StopReason,
        now: Instant,
        encoded: &mut Encoded,
    ) {
        let answer =
            if self.codec.with_stats() { solver.answer(ending) } else { solver.answer_without_stats(ending) };
        encoded.counts.add(&answer);
        let ActiveSolve { limits, context, .. } = solve;
        let solving = now - limits.started();
        let reply = Reply { answer, limits: limits.limits(), queued: Duration::ZERO, solving };
        solver.recycle(self.codec.encode(context, reply, &mut encoded.bytes));
    }

    /// Encodes an internal error.
    fn encode_failure(&self, solve: ActiveSolve<S::Context>, error: &SolverError, encoded: &mut Encoded) {
        tracing::error!(%error, "solver detected an internal error");
        encoded.counts.errors += 1;
        self.codec.encode_failure(solve.context, &mut encoded.bytes);
    }
}

/// Task that solves the puzzles of a chunk one after the other.
pub(super) struct ChunkTask<S: BatchCodec> {
    batch: Arc<Batch<S>>,
    chunk: S::Chunk,
    /// Index of the next entry.
    next: usize,
    /// Large puzzle that waits for a permit.
    unplaced: Option<BatchEntry<S::Context>>,
    /// Slow puzzle that found no permit to be detached.
    unfinished: Option<(Solver, ActiveSolve<S::Context>)>,
    segments: Segments,
    /// Answers after the last segment.
    encoded: Encoded,
    /// Sender of the segments; `None` once they are sent.
    sender: Option<oneshot::Sender<Segments>>,
    /// Time of the last transfer, or of the start.
    sent: Instant,
    /// Permit of the chunk, freed when its puzzles are finished or detached.
    _permit: Permit,
}

impl<S: BatchCodec> ChunkTask<S> {
    pub(super) fn new(
        batch: Arc<Batch<S>>,
        chunk: S::Chunk,
        sender: oneshot::Sender<Segments>,
        permit: Permit,
    ) -> Self {
        let (segments, encoded) = (Segments::new(), Encoded::default());
        let (unplaced, unfinished, sender) = (None, None, Some(sender));
        let sent = Instant::now();
        Self { batch, chunk, next: 0, unplaced, unfinished, segments, encoded, sender, sent, _permit: permit }
    }

    /// Decodes the next entry and sets the solver to its puzzle.
    fn begin(&mut self, solver: &mut Option<Solver>, now: Instant) -> NextEntry<S::Context> {
        let entry = match self.unplaced.take() {
            Some(unplaced) => unplaced,
            None if self.next == self.batch.codec.entries(&self.chunk) => return NextEntry::End,
            None => {
                let index = self.next;
                self.next += 1;
                match self.batch.codec.read(&self.chunk, index, &mut self.encoded.bytes) {
                    Some(read) => read,
                    None => {
                        self.encoded.counts.errors += 1;
                        return NextEntry::Rejected;
                    }
                }
            }
        };
        let mut large = None;
        if entry.question.puzzle.clues().size() > SMALL_SIZE_MAX {
            large = self.batch.permits.try_acquire(self.batch.client, Work::BatchLarge);
            if large.is_none() {
                self.unplaced = Some(entry);
                return NextEntry::Unplaced;
            }
        }
        let BatchEntry { question: Question { puzzle, solutions_max }, limits, context } = entry;
        match solver {
            Some(solver) => solver.restart(puzzle, solutions_max),
            None => *solver = Some(self.batch.solver_pool.acquire(puzzle, solutions_max)),
        }
        NextEntry::Puzzle(ActiveSolve { limits: limits.start_at(now), context, _large: large })
    }

    /// Runs one slice of a puzzle. Returns the time after it.
    fn advance(&mut self, solver: &mut Option<Solver>, solve: ActiveSolve<S::Context>) -> Instant {
        // An active solve always has a solver.
        let Some(active) = solver else { return Instant::now() };
        let (ended, now) = self.batch.advance(active, &solve);
        match ended {
            Ok(Some(ending)) => self.batch.encode(active, solve, ending, now, &mut self.encoded),
            Ok(None) => {
                if let Some(solver) = solver.take() {
                    self.detach(solver, solve);
                }
            }
            Err(error) => {
                *solver = None;
                self.batch.encode_failure(solve, &error, &mut self.encoded);
            }
        }
        now
    }

    /// Moves a slow puzzle to a task of its own if a permit is free.
    fn detach(&mut self, solver: Solver, solve: ActiveSolve<S::Context>) {
        let Some(permit) = self.batch.permits.try_acquire(self.batch.client, Work::BatchSlow) else {
            self.unfinished = Some((solver, solve));
            return;
        };
        let (sender, answer) = oneshot::channel();
        self.end_segment();
        self.segments.push(Segment::Later(answer));
        let batch = Arc::clone(&self.batch);
        let task =
            DetachedSolve { batch, unfinished: Some((solver, solve)), sender: Some(sender), _permit: permit };
        self.batch.slow_queue.push(Box::new(task));
    }

    fn end_segment(&mut self) {
        let mut encoded = mem::take(&mut self.encoded);
        // The budget counts length, not capacity.
        encoded.bytes.shrink_to_fit();
        self.batch.output_budget.add(&encoded);
        self.segments.push(Segment::Ready(encoded));
    }

    /// Sends the segments so far, so that they need not wait for a slow puzzle.
    fn send_finished_segments(&mut self) {
        if self.segments.is_empty() && self.encoded.counts.puzzles() == 0 {
            return;
        }
        let (sender, rest) = oneshot::channel();
        self.end_segment();
        self.segments.push(Segment::Rest(rest));
        if let Some(sender) = self.sender.replace(sender) {
            // Fails only if the client has disconnected.
            let _ = sender.send(mem::take(&mut self.segments));
        }
    }

    fn send_segments(&mut self) {
        self.end_segment();
        if let Some(sender) = self.sender.take() {
            // Fails only if the client has disconnected.
            let _ = sender.send(mem::take(&mut self.segments));
        }
    }
}

impl<S: BatchCodec> Task for ChunkTask<S> {
    fn run_slice(&mut self) -> Turn {
        let begun = Instant::now();
        let mut now = begun;
        // One solver for all puzzles: it is large, so moving it is slow.
        let (mut solver, mut unfinished) = self.unfinished.take().unzip();
        let turn = loop {
            if self.batch.is_cancelled() {
                break Turn::Done;
            }
            match unfinished.take().map_or_else(|| self.begin(&mut solver, now), NextEntry::Puzzle) {
                NextEntry::Puzzle(solve) => now = self.advance(&mut solver, solve),
                NextEntry::Rejected => now = Instant::now(),
                NextEntry::Unplaced => {}
                NextEntry::End => {
                    self.send_segments();
                    break Turn::Done;
                }
            }
            let is_slow = self.unfinished.is_some() || self.unplaced.is_some();
            if is_slow || now - begun >= SLICE {
                if is_slow || now - self.sent >= SEND_INTERVAL {
                    self.send_finished_segments();
                    self.sent = now;
                }
                // Slow chunks leave the batch queue.
                let Batch { queue, slow_queue, .. } = &*self.batch;
                break Turn::MoveTo(if is_slow { slow_queue.clone() } else { queue.clone() });
            }
        };
        if let Some(solver) = solver {
            self.batch.solver_pool.release(solver);
        }
        turn
    }
}

/// Next entry of a chunk.
enum NextEntry<C> {
    /// Puzzle to which the solver is set.
    Puzzle(ActiveSolve<C>),
    /// Entry without a valid puzzle.
    Rejected,
    /// Large puzzle without a permit.
    Unplaced,
    /// End of the chunk.
    End,
}

/// Task that solves one slow puzzle of a batch.
struct DetachedSolve<S: BatchCodec> {
    batch: Arc<Batch<S>>,
    /// `None` during a slice and after the end.
    unfinished: Option<(Solver, ActiveSolve<S::Context>)>,
    /// Sender of the answer; `None` once it is sent.
    sender: Option<oneshot::Sender<Encoded>>,
    _permit: Permit,
}

impl<S: BatchCodec> Task for DetachedSolve<S> {
    fn run_slice(&mut self) -> Turn {
        let unfinished = self.unfinished.take().filter(|_| !self.batch.is_cancelled());
        let Some((mut solver, solve)) = unfinished else { return Turn::Done };
        let mut encoded = Encoded::default();
        match self.batch.advance(&mut solver, &solve) {
            (Ok(None), _) => {
                self.unfinished = Some((solver, solve));
                return Turn::Requeue;
            }
            (Ok(Some(ending)), now) => {
                self.batch.encode(&mut solver, solve, ending, now, &mut encoded);
                self.batch.solver_pool.release(solver);
            }
            (Err(error), _) => self.batch.encode_failure(solve, &error, &mut encoded),
        }
        self.batch.output_budget.add(&encoded);
        if let Some(sender) = self.sender.take() {
            // Fails only if the client has disconnected.
            let _ = sender.send(encoded);
        }
        Turn::Done
    }
}
