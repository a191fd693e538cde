//! One question on its way to its answer: on a thread, or in a seat between two slices.
#![expect(clippy::disallowed_types, reason = "this folder is the one that looks at a clock")]

use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, oneshot};
use tokio::time::Instant;
use tracing::Span;

use super::attempt::advance;
use super::limits::StartedLimits;
use super::meters::{Meters, Present};
use super::question::{DispatchError, Reply};
use super::solvers::Solvers;
use crate::sudoku::{Solver, SolverError, StopReason};

/// A question that was taken on, and everything that goes with it.
pub(super) struct Job {
    pub(super) solver: Solver,
    /// Where the solver goes when it is done.
    pub(super) solvers: Arc<Solvers>,
    pub(super) limits: StartedLimits,
    /// How long threads have worked at it.
    pub(super) solving: Duration,
    /// Raised when the program ends.
    pub(super) shutdown: Arc<AtomicBool>,
    /// The place among those who are fresh or slow. It is held here and not by the waiting side, so that it is free only
    /// when no thread works at the question any more.
    pub(super) place: OwnedSemaphorePermit,
    /// The place of a large grid in the slow lane.
    pub(super) large: Option<OwnedSemaphorePermit>,
    pub(super) meters: Arc<Meters>,
    /// Among those that wait for a thread for the first time, until its first slice.
    pub(super) queued: Option<Present>,
    /// Among those in the slow lane, from there on.
    pub(super) slow: Option<Present>,
    pub(super) client: oneshot::Sender<Result<Reply, DispatchError>>,
    /// That of the request.
    pub(super) span: Span,
}

impl Job {
    /// Works at the question until it ends or `slice` is over; says why it ended, if it did.
    pub(super) fn work(
        &mut self,
        slice: Duration,
        left: &AtomicBool,
    ) -> Result<Option<StopReason>, SolverError> {
        self.queued = None;
        let begun = Instant::now();
        let mut now = begun;
        let ended = loop {
            if self.shutdown.load(Ordering::Relaxed) {
                break Some(StopReason::Shutdown);
            }
            if self.limits.is_expired(now) {
                break Some(StopReason::TimeLimit);
            }
            if let Some(ending) = advance(&mut self.solver, &self.limits, left)? {
                break Some(ending);
            }
            now = Instant::now();
            if now - begun >= slice || left.load(Ordering::Relaxed) {
                break None;
            }
        };
        self.solving += begun.elapsed();
        Ok(ended)
    }

    /// Takes the answer to the client.
    pub(super) fn end(self, ended: Result<StopReason, SolverError>) {
        let Self { mut solver, solvers, limits, solving, place, large, meters, slow, client, .. } = self;
        let reply = ended.map_err(DispatchError::from).map(|ending| {
            let answer = solver.answer(ending);
            solvers.give_back(solver);
            let queued = limits.started().elapsed().saturating_sub(solving);
            Reply { answer, limits: limits.limits(), queued, solving }
        });
        // Whoever reads the answer finds the place free.
        drop((place, large, slow));
        if client.send(reply).is_err() {
            meters.cancelled.increment();
        }
    }

    /// Turns the client away.
    pub(super) fn refuse(self) {
        self.solvers.give_back(self.solver);
        drop(self.place);
        self.meters.shed_slow.increment();
        // Nobody is there where the client has left.
        let _ = self.client.send(Err(DispatchError::Overloaded));
    }
}

/// Where a job is while no thread works at it. Whoever waits for the answer shares it, and can end the waiting.
#[derive(Default)]
pub(super) struct Seat {
    state: Mutex<State>,
    /// Raised when nobody waits for the answer any more, for the thread that works at it.
    pub(super) left: AtomicBool,
}

#[derive(Default)]
struct State {
    /// `None` while a thread has it, and when it is done.
    job: Option<Job>,
    leave: Option<Leave>,
}

/// Why a job may wait no longer.
#[derive(Clone, Copy)]
enum Leave {
    /// Its time is up.
    Expired,
    /// Nobody wants the answer any more.
    Left,
}

impl Seat {
    /// Lets a job wait here, if it may still wait.
    pub(super) fn put(&self, job: Job) {
        let mut state = self.lock();
        match state.leave {
            None => state.job = Some(job),
            Some(leave) => {
                drop(state);
                leave.end(job);
            }
        }
    }

    /// Takes the job to a thread; `None` where it waits no longer.
    pub(super) fn take(&self) -> Option<Job> {
        self.lock().job.take()
    }

    /// Ends the job with what it knows: now where it waits, and else when its slice is over.
    pub(super) fn expire(&self) {
        self.leave(Leave::Expired);
    }

    fn leave(&self, leave: Leave) {
        let mut state = self.lock();
        state.leave = Some(leave);
        let job = mem::take(&mut state.job);
        drop(state);
        job.into_iter().for_each(|job| leave.end(job));
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Leave {
    fn end(self, job: Job) {
        match self {
            Self::Expired => {
                if job.queued.is_some() {
                    job.meters.expired.increment();
                }
                job.end(Ok(StopReason::TimeLimit));
            }
            Self::Left => {
                job.meters.cancelled.increment();
                // Its place is free with it.
                drop(job);
            }
        }
    }
}

/// Ends a job when the future that waits for its answer is dropped: a client that left needs none.
pub(super) struct LeaveOnDrop(pub(super) Arc<Seat>);

impl Drop for LeaveOnDrop {
    fn drop(&mut self) {
        self.0.left.store(true, Ordering::Relaxed);
        self.0.leave(Leave::Left);
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU64;

    use tokio::sync::Semaphore;
    use tokio::sync::oneshot::error::TryRecvError;

    use super::*;
    use crate::service::limits::Limits;
    use crate::sudoku::{BoxShape, Geometry, Grid, Puzzle};

    type Reception = oneshot::Receiver<Result<Reply, DispatchError>>;

    /// A count that does not end, on the one place there is.
    fn endless(places: &Arc<Semaphore>, meters: &Arc<Meters>) -> (Job, Reception) {
        let geometry = Geometry::new(9, BoxShape::usual(9)).expect("a size");
        let puzzle =
            Puzzle::new(geometry, Grid::from_cells(vec![None; 81]).expect("a square")).expect("fits");
        let (client, reply) = oneshot::channel();
        let job = Job {
            solver: Solver::new(puzzle, NonZeroU64::MAX),
            solvers: Arc::new(Solvers::new(1)),
            limits: Limits { time: Duration::from_secs(3600), nodes: None }.start(),
            solving: Duration::ZERO,
            shutdown: Arc::default(),
            place: Arc::clone(places).try_acquire_owned().expect("a place"),
            large: None,
            meters: Arc::clone(meters),
            queued: Some(meters.queued.enter()),
            slow: None,
            client,
            span: Span::none(),
        };
        (job, reply)
    }

    fn ending(reply: &mut Reception) -> StopReason {
        reply.try_recv().expect("it is there").expect("no error").answer.stop_reason
    }

    #[test]
    fn who_waits_when_the_time_is_up_is_answered_at_once_without_a_thread() {
        let places = Arc::new(Semaphore::new(1));
        let meters = Arc::<Meters>::default();
        let seat = Seat::default();
        let (job, mut reply) = endless(&places, &meters);
        seat.put(job);
        seat.expire();
        assert_eq!(ending(&mut reply), StopReason::TimeLimit);
        assert_eq!(places.available_permits(), 1);
        assert!(seat.take().is_none());
        assert_eq!((meters.queued.get(), meters.expired.get(), meters.cancelled.get()), (0, 1, 0));
    }

    #[test]
    fn who_is_on_a_thread_then_is_answered_with_what_is_known_behind_the_slice() {
        let places = Arc::new(Semaphore::new(1));
        let meters = Arc::<Meters>::default();
        let seat = Seat::default();
        let (job, mut reply) = endless(&places, &meters);
        seat.put(job);
        let mut job = seat.take().expect("it waits");
        seat.expire();
        assert_eq!(reply.try_recv().err(), Some(TryRecvError::Empty));
        assert_eq!(job.work(Duration::from_millis(1), &seat.left), Ok(None));
        seat.put(job);
        let reply = reply.try_recv().expect("it is there").expect("no error");
        assert!(reply.answer.count > 2 && reply.solving >= Duration::from_millis(1), "{reply:?}");
        assert_eq!(places.available_permits(), 1);
        assert_eq!((meters.queued.get(), meters.expired.get(), meters.cancelled.get()), (0, 0, 0));
    }

    #[test]
    fn who_left_frees_the_place_waiting_or_behind_the_slice() {
        let places = Arc::new(Semaphore::new(1));
        let meters = Arc::<Meters>::default();
        let seat = Arc::<Seat>::default();
        let (job, _reply) = endless(&places, &meters);
        seat.put(job);
        drop(LeaveOnDrop(Arc::clone(&seat)));
        assert_eq!(places.available_permits(), 1);

        let seat = Arc::<Seat>::default();
        let (job, _reply) = endless(&places, &meters);
        seat.put(job);
        let mut job = seat.take().expect("it waits");
        drop(LeaveOnDrop(Arc::clone(&seat)));
        assert_eq!(job.work(Duration::from_secs(3600), &seat.left), Ok(None));
        assert_eq!(places.available_permits(), 0);
        seat.put(job);
        assert_eq!(places.available_permits(), 1);
        assert_eq!((meters.queued.get(), meters.expired.get(), meters.cancelled.get()), (0, 0, 2));
    }

    #[test]
    fn a_panic_over_a_question_frees_its_place_and_is_no_answer() {
        let places = Arc::new(Semaphore::new(1));
        let seat = Seat::default();
        let (job, mut reply) = endless(&places, &Arc::default());
        seat.put(job);
        let died = std::thread::scope(|scope| {
            let work = || {
                let _job = seat.take().expect("it waits");
                panic!("this is what is tried")
            };
            scope.spawn(work).join()
        });
        assert!(died.is_err());
        assert_eq!(places.available_permits(), 1);
        assert_eq!(reply.try_recv().err(), Some(TryRecvError::Closed));
        assert!(seat.take().is_none());
    }
}
