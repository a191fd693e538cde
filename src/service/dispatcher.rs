//! Admission, and the way to a solver thread and back.
#![expect(clippy::disallowed_types, reason = "this folder is the one that looks at a clock")]

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot, watch};
use tokio::time::{Instant, timeout_at};
use tracing::Span;

use super::batch::{Answers, Feed};
use super::chunk::Batch;
use super::job::{Job, LeaveOnDrop, Seat};
use super::lane::Lane;
use super::limits::StartedLimits;
use super::meters::Meters;
use super::page::Held;
use super::question::{DispatchError, Question, Reply, SolutionsQuery};
use super::script::{Script, Source};
use super::slow::SlowLane;
use super::solutions::{Scribe, Search, Solutions};
use super::solvers::Solvers;
use crate::sudoku::{Progress, Solver, SolverError};

/// Chunks of a batch that are worked at or wait for a thread, for each thread: a second one, so that no thread waits for
/// the side that reads. Each batch has its own places, or one whose puzzles take long would keep all others waiting.
const CHUNKS_A_THREAD: usize = 2;

/// Puzzles of batches that have stepped aside, for each thread.
const ASIDES_A_THREAD: usize = 4;

/// Puzzles of batches larger than 16x16 that are under way, for each thread. The search of a 36x36 takes some 14 MB.
const LARGE_A_THREAD: usize = 2;

/// Idle solvers that are kept, for each thread.
const SOLVERS_A_THREAD: usize = 2;

/// The largest grids whose rules are drawn before the way to a solver thread: microseconds, of which that way takes ten.
const AT_ONCE_SIZE_MAX: usize = 9;

/// How much is taken on at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capacity {
    /// Threads that solve; the blocking pool of the runtime is to be as wide.
    pub threads: usize,
    /// How many of them hard questions may take at once.
    pub slow_threads: usize,
    /// Questions that wait for a thread.
    pub queue_length: usize,
    /// Hard questions under way.
    pub slow_lane: usize,
    /// How many of these may be about grids larger than 16x16.
    pub slow_lane_large: usize,
    /// How long a question may take before it is a hard one; a slice of the search may come on top.
    pub first_slice: Duration,
    /// Batches and streams of solutions under way.
    pub streams: usize,
    /// Bytes of answers that a batch holds for its reader before it stops reading puzzles.
    pub output_buffer_bytes: usize,
}

/// Takes questions to solver threads, no more than there are places for. Clones share the places.
#[derive(Clone, Debug)]
pub struct Dispatcher(Arc<Parts>);

#[derive(Debug)]
struct Parts {
    capacity: Capacity,
    admission: Arc<Semaphore>,
    streams: Arc<Semaphore>,
    asides: Arc<Semaphore>,
    large: Arc<Semaphore>,
    solvers: Arc<Solvers>,
    batch_lane: Lane,
    slow_lane: SlowLane,
    meters: Arc<Meters>,
    draining: AtomicBool,
    closing: watch::Sender<bool>,
    shutdown: Arc<AtomicBool>,
}

impl Dispatcher {
    /// A dispatcher with `threads + queue_length` places. It must be used on a runtime whose blocking pool is
    /// `threads` wide: the pool is the queue. What it does is counted by `meters`.
    pub fn new(capacity: Capacity, meters: Meters) -> Self {
        let meters = Arc::new(meters);
        let places = |number: usize| Arc::new(Semaphore::new(number.min(Semaphore::MAX_PERMITS)));
        let threads = capacity.threads;
        Self(Arc::new(Parts {
            capacity,
            admission: places(threads.saturating_add(capacity.queue_length)),
            streams: places(capacity.streams),
            asides: places(ASIDES_A_THREAD * threads),
            large: places(LARGE_A_THREAD * threads),
            solvers: Arc::new(Solvers::new(SOLVERS_A_THREAD * threads)),
            batch_lane: Lane::new(threads, Arc::clone(&meters)),
            slow_lane: SlowLane {
                lane: Lane::new(capacity.slow_threads, Arc::clone(&meters)),
                places: places(capacity.slow_lane),
                large_places: places(capacity.slow_lane_large),
                first_slice: capacity.first_slice,
                meters: Arc::clone(&meters),
            },
            meters,
            draining: AtomicBool::new(false),
            closing: watch::Sender::new(false),
            shutdown: Arc::default(),
        }))
    }

    /// Answers a question by the deadline of its limits.
    ///
    /// A limit that is reached, and a shutdown, give a reply with what was found so far. Dropping the future ends the
    /// work: at once where it waits, and else within a node, or as soon as the links are built.
    ///
    /// # Errors
    /// [`DispatchError`]: `Overloaded` at once where there is no place, and after its first slice where the question is
    /// hard and there is no place in the slow lane.
    pub async fn run(&self, question: Question, limits: StartedLimits) -> Result<Reply, DispatchError> {
        let begun = Instant::now();
        let mut solver = self.0.solvers.take(question.puzzle, question.solutions_max);
        if let Some(ending) = solver.stop_reason() {
            let answer = solver.answer(ending);
            self.0.solvers.give_back(solver);
            return Ok(Reply {
                answer,
                limits: limits.limits(),
                queued: Duration::ZERO,
                solving: begun.elapsed(),
            });
        }
        let Ok(place) = Arc::clone(&self.0.admission).try_acquire_owned() else {
            self.0.solvers.give_back(solver);
            self.0.meters.shed_queue.increment();
            return Err(DispatchError::Overloaded);
        };
        if let Some(reply) = self.at_once(&mut solver, limits, begun)? {
            self.0.solvers.give_back(solver);
            return Ok(reply);
        }
        let (client, mut reply) = oneshot::channel();
        let seat = Arc::<Seat>::default();
        seat.put(Job {
            solver,
            solvers: Arc::clone(&self.0.solvers),
            limits,
            solving: Duration::ZERO,
            shutdown: Arc::clone(&self.0.shutdown),
            place,
            large: None,
            meters: Arc::clone(&self.0.meters),
            queued: Some(self.0.meters.queued.enter()),
            slow: None,
            client,
            span: Span::current(),
        });
        let leave_on_drop = LeaveOnDrop(Arc::clone(&seat));
        self.0.slow_lane.begin(seat);
        let reply = match timeout_at(limits.deadline(), &mut reply).await {
            Ok(reply) => reply,
            Err(_) => {
                leave_on_drop.0.expire();
                reply.await
            }
        };
        reply.unwrap_or(Err(DispatchError::Lost))
    }

    /// Draws the rules of a small grid here and now, and replies where they suffice. That takes less than the way to a
    /// solver thread and back.
    fn at_once(
        &self,
        solver: &mut Solver,
        limits: StartedLimits,
        begun: Instant,
    ) -> Result<Option<Reply>, SolverError> {
        if solver.size() > AT_ONCE_SIZE_MAX {
            return Ok(None);
        }
        let _slice = self.0.meters.slice();
        // Without a node to visit, the rules are all that is done.
        Ok(match solver.advance(0, &AtomicBool::new(false))? {
            Progress::Paused => None,
            Progress::Ended(ending) => {
                let (queued, solving) = (Duration::ZERO, begun.elapsed());
                Some(Reply { answer: solver.answer(ending), limits: limits.limits(), queued, solving })
            }
        })
    }

    /// Begins a batch. Its puzzles are read as long as there is room for their answers.
    ///
    /// # Errors
    /// [`DispatchError::StreamsTaken`], at once.
    pub fn batch<S: Script>(
        &self,
        script: S,
        source: impl Source<S::Chunk>,
    ) -> Result<Answers<S>, DispatchError> {
        let batch = Batch {
            script,
            solvers: Arc::clone(&self.0.solvers),
            lane: self.0.batch_lane.clone(),
            slow_lane: self.0.slow_lane.lane.clone(),
            asides: Arc::clone(&self.0.asides),
            large: Arc::clone(&self.0.large),
            held: Held::new(self.0.capacity.output_buffer_bytes),
            left: AtomicBool::new(false),
            shutdown: Arc::clone(&self.0.shutdown),
            stream: Mutex::new(Some(self.stream()?)),
        };
        let feed = Feed {
            places: Arc::new(Semaphore::new(CHUNKS_A_THREAD * self.0.capacity.threads)),
            closing: self.0.closing.subscribe(),
        };
        Ok(Answers::begin(batch, feed, source, Arc::clone(&self.0.meters)))
    }

    /// Begins to list the solutions of a puzzle.
    ///
    /// # Errors
    /// [`DispatchError::StreamsTaken`], at once.
    pub fn solutions<W: Scribe>(
        &self,
        query: SolutionsQuery,
        limits: StartedLimits,
        scribe: W,
    ) -> Result<Solutions<W>, DispatchError> {
        let stream = self.stream()?;
        let SolutionsQuery { puzzle, skip, limit } = query;
        let solver = self.0.solvers.take(puzzle, limit.saturating_add(skip));
        let search = Search {
            ended: solver.stop_reason(),
            solver,
            scribe,
            skip,
            limits,
            solving: Duration::ZERO,
            shutdown: Arc::clone(&self.0.shutdown),
            solvers: Arc::clone(&self.0.solvers),
            _stream: stream,
        };
        Ok(Solutions::new(self.0.batch_lane.clone(), search, Arc::clone(&self.0.meters)))
    }

    fn stream(&self) -> Result<OwnedSemaphorePermit, DispatchError> {
        Arc::clone(&self.0.streams).try_acquire_owned().map_err(|_| {
            self.0.meters.shed_streams.increment();
            DispatchError::StreamsTaken
        })
    }

    /// Says that the service wants no new work, so that it is taken out of rotation. What comes all the same is served.
    pub fn drain(&self) {
        self.0.draining.store(true, Ordering::Relaxed);
    }

    /// Whether new work is wanted.
    pub fn is_ready(&self) -> bool {
        !self.0.draining.load(Ordering::Relaxed)
    }

    /// Reads nothing further of batches, which have no end of their own: what was read is answered.
    pub fn close(&self) {
        self.drain();
        self.0.closing.send_replace(true);
    }

    /// Ends all work, running and waiting, within a slice: it is answered with what was found so far.
    pub fn stop(&self) {
        self.0.shutdown.store(true, Ordering::Relaxed);
    }

    /// How many questions could be taken on at this moment.
    pub fn free_places(&self) -> usize {
        self.0.admission.available_permits()
    }

    /// How many hard questions could go on at this moment.
    pub fn free_slow_places(&self) -> usize {
        self.0.slow_lane.places.available_permits()
    }

    /// How many batches and streams of solutions could be begun at this moment.
    pub fn free_streams(&self) -> usize {
        self.0.streams.available_permits()
    }
}
