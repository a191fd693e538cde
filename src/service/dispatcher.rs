//! Admission of questions, batches and solution streams.
#![expect(clippy::disallowed_types, reason = "service is the one module that reads the clock")]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::{oneshot, watch};
use tokio::time::{Instant, timeout_at};
use tracing::Span;

use super::batch::{BatchStream, ChunkReader};
use super::chunk::Batch;
use super::codec::{BatchCodec, ChunkSource};
use super::job::{CancelOnDrop, Job, TaskSlot};
use super::limits::StartedLimits;
use super::meters::Meters;
use super::output::OutputBudget;
use super::permits::{ClientId, Permit, Permits, Work};
use super::question::{DispatchError, Question, Reply, SolutionsQuery};
use super::scheduler::Scheduler;
use super::slice_queue::SliceQueue;
use super::solutions::{SolutionEncoder, SolutionSearch, SolutionStream};
use super::solver_pool::SolverPool;
use crate::sudoku::{Enumerator, Progress, Solver, SolverError};

/// Chunks of one batch in the queue or on a thread, per thread. Two, so that no thread waits for the reader. Each batch
/// has its own permits, so that a batch of slow puzzles cannot block the others.
const CHUNKS_PER_THREAD: usize = 2;

/// Slow puzzles of batches that left their chunks, per thread.
const BATCH_SLOW_PER_THREAD: usize = 4;

/// Active puzzles of batches larger than 16x16, per thread. A 36x36 search takes about 14 MB.
const BATCH_LARGE_PER_THREAD: usize = 2;

/// Idle solvers in the pool, per thread.
const SOLVERS_PER_THREAD: usize = 2;

/// Largest grid size whose deductions run inline. They take less time than the switch to a solver thread, about 10 µs.
const INLINE_SIZE_MAX: usize = 9;

/// Bounds on concurrent work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capacity {
    /// Solver threads. The blocking pool of the runtime must have the same number.
    pub threads: usize,
    /// Solver threads that slow tasks may use at once.
    pub slow_threads: usize,
    /// Questions that may wait for a thread.
    pub queue_length: usize,
    /// Questions in the slow queue, running or waiting.
    pub slow_queue_length: usize,
    /// Questions about grids larger than 16x16 in the slow queue.
    pub slow_large_max: usize,
    /// Time on a thread after which a question is slow. A slice of the search may exceed it.
    pub first_slice: Duration,
    /// Active batches and solution streams.
    pub streams_max: usize,
    /// Bytes of unsent answers of a batch at which it pauses its input.
    pub output_buffer_bytes: usize,
}

/// Runs questions, batches and solution streams on solver threads, within [`Capacity`]. Clones share the permits.
#[derive(Clone, Debug)]
pub struct Dispatcher(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    capacity: Capacity,
    permits: Permits,
    solver_pool: Arc<SolverPool>,
    batch_queue: SliceQueue,
    scheduler: Scheduler,
    meters: Arc<Meters>,
    draining: AtomicBool,
    closing: watch::Sender<bool>,
    shutdown: Arc<AtomicBool>,
}

impl Dispatcher {
    /// Creates a dispatcher. It must be used on a runtime whose blocking pool has `capacity.threads` threads: questions
    /// wait in the queue of that pool.
    pub fn new(capacity: Capacity, meters: Meters) -> Self {
        let meters = Arc::new(meters);
        let threads = capacity.threads;
        let permits = Permits::new(|work| match work {
            Work::Question => threads.saturating_add(capacity.queue_length),
            Work::Slow => capacity.slow_queue_length,
            Work::SlowLarge => capacity.slow_large_max,
            Work::Stream => capacity.streams_max,
            Work::Chunk => CHUNKS_PER_THREAD * threads,
            Work::BatchSlow => BATCH_SLOW_PER_THREAD * threads,
            Work::BatchLarge => BATCH_LARGE_PER_THREAD * threads,
        });
        Self(Arc::new(Shared {
            capacity,
            solver_pool: Arc::new(SolverPool::new(SOLVERS_PER_THREAD * threads)),
            batch_queue: SliceQueue::new(threads, Arc::clone(&meters)),
            scheduler: Scheduler {
                queue: SliceQueue::new(capacity.slow_threads, Arc::clone(&meters)),
                permits: permits.clone(),
                first_slice: capacity.first_slice,
                meters: Arc::clone(&meters),
            },
            permits,
            meters,
            draining: AtomicBool::new(false),
            closing: watch::Sender::new(false),
            shutdown: Arc::default(),
        }))
    }

    /// Answers a question by the deadline of its limits.
    ///
    /// A reached limit or a shutdown gives a partial answer. Dropping the future cancels the work: at once if it is
    /// queued, otherwise at the next node or once the links are built.
    ///
    /// # Errors
    /// [`DispatchError::Overloaded`] at once if the queue is full, or after the first slice if the slow queue is full.
    pub async fn run(
        &self,
        client: ClientId,
        question: Question,
        limits: StartedLimits,
    ) -> Result<Reply, DispatchError> {
        let begun = Instant::now();
        let mut solver = self.0.solver_pool.acquire(question.puzzle, question.solutions_max);
        if let Some(ending) = solver.stop_reason() {
            let answer = solver.answer(ending);
            self.0.solver_pool.release(solver);
            return Ok(Reply {
                answer,
                limits: limits.limits(),
                queued: Duration::ZERO,
                solving: begun.elapsed(),
            });
        }
        let Some(permit) = self.0.permits.try_acquire(client, Work::Question) else {
            self.0.solver_pool.release(solver);
            self.0.meters.shed_queue.increment();
            return Err(DispatchError::Overloaded);
        };
        if let Some(reply) = self.run_inline(&mut solver, limits, begun)? {
            self.0.solver_pool.release(solver);
            return Ok(reply);
        }
        let (sender, mut reply) = oneshot::channel();
        let slot = Arc::<TaskSlot>::default();
        slot.put(Job {
            solver,
            solver_pool: Arc::clone(&self.0.solver_pool),
            limits,
            solving: Duration::ZERO,
            shutdown: Arc::clone(&self.0.shutdown),
            permit,
            large: None,
            meters: Arc::clone(&self.0.meters),
            queued: Some(self.0.meters.queued.enter()),
            slow: None,
            sender,
            span: Span::current(),
        });
        let cancel_on_drop = CancelOnDrop(Arc::clone(&slot));
        self.0.scheduler.begin(slot);
        let reply = match timeout_at(limits.deadline(), &mut reply).await {
            Ok(reply) => reply,
            Err(_) => {
                cancel_on_drop.0.expire();
                reply.await
            }
        };
        reply.unwrap_or(Err(DispatchError::WorkLost))
    }

    /// Runs the deductions of a small grid on this thread. Returns the reply if they suffice. Cheaper than a switch
    /// to a solver thread.
    fn run_inline(
        &self,
        solver: &mut Solver,
        limits: StartedLimits,
        begun: Instant,
    ) -> Result<Option<Reply>, SolverError> {
        if solver.size() > INLINE_SIZE_MAX {
            return Ok(None);
        }
        let _slice = self.0.meters.slice();
        // A budget of zero nodes allows deductions only.
        Ok(match solver.advance(0, &AtomicBool::new(false))? {
            Progress::Paused => None,
            Progress::Ended(ending) => {
                let (queued, solving) = (Duration::ZERO, begun.elapsed());
                Some(Reply { answer: solver.answer(ending), limits: limits.limits(), queued, solving })
            }
        })
    }

    /// Starts a batch. Pauses its input while the output budget is exhausted.
    ///
    /// # Errors
    /// [`DispatchError::StreamsTaken`], at once.
    pub fn batch<S: BatchCodec>(
        &self,
        client: ClientId,
        codec: S,
        source: impl ChunkSource<S::Chunk>,
    ) -> Result<BatchStream<S>, DispatchError> {
        let batch = Batch {
            codec,
            solver_pool: Arc::clone(&self.0.solver_pool),
            queue: self.0.batch_queue.clone(),
            slow_queue: self.0.scheduler.queue.clone(),
            client,
            permits: self.0.permits.with_chunks(CHUNKS_PER_THREAD * self.0.capacity.threads),
            output_budget: OutputBudget::new(self.0.capacity.output_buffer_bytes),
            cancelled: AtomicBool::new(false),
            shutdown: Arc::clone(&self.0.shutdown),
            stream: Mutex::new(Some(self.stream(client)?)),
        };
        let chunk_reader = ChunkReader { closing: self.0.closing.subscribe() };
        Ok(BatchStream::begin(batch, chunk_reader, source, Arc::clone(&self.0.meters)))
    }

    /// Starts a stream of solutions.
    ///
    /// # Errors
    /// [`DispatchError::StreamsTaken`], at once.
    pub fn solutions<W: SolutionEncoder>(
        &self,
        client: ClientId,
        query: SolutionsQuery,
        limits: StartedLimits,
        encoder: W,
    ) -> Result<SolutionStream<W>, DispatchError> {
        let stream = self.stream(client)?;
        let SolutionsQuery { puzzle, skip, limit } = query;
        let enumerator = Enumerator::new(puzzle, limit.saturating_add(skip));
        let search = SolutionSearch {
            ended: enumerator.stop_reason(),
            enumerator,
            encoder,
            skip,
            limits,
            solving: Duration::ZERO,
            shutdown: Arc::clone(&self.0.shutdown),
            _stream: stream,
        };
        Ok(SolutionStream::new(self.0.batch_queue.clone(), search, Arc::clone(&self.0.meters)))
    }

    fn stream(&self, client: ClientId) -> Result<Permit, DispatchError> {
        self.0.permits.try_acquire(client, Work::Stream).ok_or_else(|| {
            self.0.meters.shed_streams.increment();
            DispatchError::StreamsTaken
        })
    }

    /// Makes the service not ready, so that load balancers stop routing to it. New work is still accepted.
    pub fn drain(&self) {
        self.0.draining.store(true, Ordering::Relaxed);
    }

    /// Returns whether the service is ready for new work.
    pub fn is_ready(&self) -> bool {
        !self.0.draining.load(Ordering::Relaxed)
    }

    /// Stops reading the input of batches. Entries already read are answered.
    pub fn close(&self) {
        self.drain();
        self.0.closing.send_replace(true);
    }

    /// Ends all tasks within a slice, with partial answers.
    pub fn stop(&self) {
        self.0.shutdown.store(true, Ordering::Relaxed);
    }

    /// Returns how many further questions would be admitted now.
    pub fn free_permits(&self) -> usize {
        self.0.permits.free(Work::Question)
    }

    /// Returns how many further questions fit into the slow queue now.
    pub fn free_slow_permits(&self) -> usize {
        self.0.permits.free(Work::Slow)
    }

    /// Returns how many further batches and solution streams would be admitted now.
    pub fn free_streams(&self) -> usize {
        self.0.permits.free(Work::Stream)
    }
}
