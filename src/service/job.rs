//! A single question as a task, and the slot that holds it between slices.
#![expect(clippy::disallowed_types, reason = "service is the one module that reads the clock")]

use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};
use tokio::sync::oneshot;
use tokio::time::Instant;
use tracing::Span;

use super::active_solve::advance;
use super::limits::StartedLimits;
use super::meters::{GaugeGuard, Meters};
use super::permits::Permit;
use super::question::{DispatchError, Reply};
use super::solver_pool::SolverPool;
use crate::sudoku::{Solver, SolverError, StopReason};

/// Admitted question with its solver, limits, permits and reply channel.
pub(super) struct Job {
    pub(super) solver: Solver,
    pub(super) solver_pool: Arc<SolverPool>,
    pub(super) limits: StartedLimits,
    /// Time on solver threads so far.
    pub(super) solving: Duration,
    /// Set at shutdown.
    pub(super) shutdown: Arc<AtomicBool>,
    /// Admission permit. Held by the job, not by the waiting future, so that it is freed only when no thread works on
    /// the question.
    pub(super) permit: Permit,
    /// Permit of a large grid in the slow queue.
    pub(super) large: Option<Permit>,
    pub(super) meters: Arc<Meters>,
    /// Guard until the first slice.
    pub(super) queued: Option<GaugeGuard>,
    /// Guard while in the slow queue.
    pub(super) slow: Option<GaugeGuard>,
    pub(super) sender: oneshot::Sender<Result<Reply, DispatchError>>,
    /// Span of the request.
    pub(super) span: Span,
}

impl Job {
    /// Works until the search ends or `slice` has elapsed. Returns why the search ended; `None` if it is paused.
    pub(super) fn work(
        &mut self,
        slice: Duration,
        cancelled: &AtomicBool,
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
            if let Some(ending) = advance(&mut self.solver, &self.limits, cancelled)? {
                break Some(ending);
            }
            now = Instant::now();
            if now - begun >= slice || cancelled.load(Ordering::Relaxed) {
                break None;
            }
        };
        self.solving += begun.elapsed();
        Ok(ended)
    }

    /// Sends the answer.
    pub(super) fn end(self, ended: Result<StopReason, SolverError>) {
        let Self { mut solver, solver_pool, limits, solving, permit, large, meters, slow, sender, .. } = self;
        let reply = ended.map_err(DispatchError::from).map(|ending| {
            let answer = solver.answer(ending);
            solver_pool.release(solver);
            let queued = limits.started().elapsed().saturating_sub(solving);
            Reply { answer, limits: limits.limits(), queued, solving }
        });
        // Free the permits before the client sees the answer.
        drop((permit, large, slow));
        if sender.send(reply).is_err() {
            meters.cancelled.increment();
        }
    }

    /// Rejects the question because the slow queue is full.
    pub(super) fn reject(self) {
        self.solver_pool.release(self.solver);
        drop(self.permit);
        self.meters.shed_slow.increment();
        // Fails only if the client has disconnected.
        let _ = self.sender.send(Err(DispatchError::Overloaded));
    }
}

/// Slot that holds a job between slices. The waiting future can cancel or expire it.
#[derive(Default)]
pub(super) struct TaskSlot {
    state: Mutex<State>,
    /// Set on cancellation; stops a running slice.
    pub(super) cancelled: AtomicBool,
}

#[derive(Default)]
struct State {
    /// `None` during a slice and after the end.
    job: Option<Job>,
    cancel: Option<Cancel>,
}

/// Reason to end a job early.
#[derive(Clone, Copy)]
enum Cancel {
    /// The deadline has passed.
    Expired,
    /// The waiting future was dropped.
    Dropped,
}

impl TaskSlot {
    /// Stores a job after a slice. Ends it instead if it was cancelled or expired during the slice.
    pub(super) fn put(&self, job: Job) {
        let mut state = self.lock();
        match state.cancel {
            None => state.job = Some(job),
            Some(cancel) => {
                drop(state);
                cancel.end(job);
            }
        }
    }

    /// Removes the job for a slice; `None` if it has ended.
    pub(super) fn take(&self) -> Option<Job> {
        self.lock().job.take()
    }

    /// Ends the job with a partial answer: at once between slices, otherwise after the slice.
    pub(super) fn expire(&self) {
        self.cancel(Cancel::Expired);
    }

    fn cancel(&self, cancel: Cancel) {
        let mut state = self.lock();
        state.cancel = Some(cancel);
        let job = mem::take(&mut state.job);
        drop(state);
        job.into_iter().for_each(|job| cancel.end(job));
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }
}

impl Cancel {
    fn end(self, job: Job) {
        match self {
            Self::Expired => {
                if job.queued.is_some() {
                    job.meters.expired.increment();
                }
                job.end(Ok(StopReason::TimeLimit));
            }
            Self::Dropped => {
                job.meters.cancelled.increment();
                drop(job);
            }
        }
    }
}

/// Cancels the job when the waiting future is dropped.
pub(super) struct CancelOnDrop(pub(super) Arc<TaskSlot>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancelled.store(true, Ordering::Relaxed);
        self.0.cancel(Cancel::Dropped);
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU64;

    use tokio::sync::oneshot::error::TryRecvError;

    use super::*;
    use crate::service::limits::Limits;
    use crate::service::permits::{ClientId, Permits, Work};
    use crate::sudoku::{BoxShape, Geometry, Grid, Puzzle};

    type ReplyReceiver = oneshot::Receiver<Result<Reply, DispatchError>>;

    /// Job whose search takes practically forever and which holds a permit.
    fn endless(permits: &Permits, meters: &Arc<Meters>) -> (Job, ReplyReceiver) {
        let geometry = Geometry::new(9, BoxShape::usual(9)).expect("a valid size");
        let puzzle = Puzzle::new(geometry, Grid::from_cells(vec![None; 81]).expect("a square grid"))
            .expect("a valid puzzle");
        let (sender, reply) = oneshot::channel();
        let job = Job {
            solver: Solver::new(puzzle, NonZeroU64::MAX),
            solver_pool: Arc::new(SolverPool::new(1)),
            limits: Limits { time: Duration::from_secs(3600), nodes: None }.start(),
            solving: Duration::ZERO,
            shutdown: Arc::default(),
            permit: permits.try_acquire(ClientId::SHARED, Work::Question).expect("a free permit"),
            large: None,
            meters: Arc::clone(meters),
            queued: Some(meters.queued.enter()),
            slow: None,
            sender,
            span: Span::none(),
        };
        (job, reply)
    }

    fn ending(reply: &mut ReplyReceiver) -> StopReason {
        reply.try_recv().expect("a reply").expect("no error").answer.stop_reason
    }

    #[test]
    fn expired_waiting_job_replies_without_thread() {
        let permits = Permits::new(|_| 1);
        let meters = Arc::<Meters>::default();
        let slot = TaskSlot::default();
        let (job, mut reply) = endless(&permits, &meters);
        slot.put(job);
        slot.expire();
        assert_eq!(ending(&mut reply), StopReason::TimeLimit);
        assert_eq!(permits.free(Work::Question), 1);
        assert!(slot.take().is_none());
        assert_eq!((meters.queued.get(), meters.expired.get(), meters.cancelled.get()), (0, 1, 0));
    }

    #[test]
    fn expired_running_job_replies_after_slice() {
        let permits = Permits::new(|_| 1);
        let meters = Arc::<Meters>::default();
        let slot = TaskSlot::default();
        let (job, mut reply) = endless(&permits, &meters);
        slot.put(job);
        let mut job = slot.take().expect("a waiting job");
        slot.expire();
        assert_eq!(reply.try_recv().err(), Some(TryRecvError::Empty));
        assert_eq!(job.work(Duration::ZERO, &slot.cancelled), Ok(None));
        slot.put(job);
        let reply = reply.try_recv().expect("a reply").expect("no error");
        assert!(reply.answer.count > 2, "{reply:?}");
        assert_eq!(permits.free(Work::Question), 1);
        assert_eq!((meters.queued.get(), meters.expired.get(), meters.cancelled.get()), (0, 0, 0));
    }

    #[test]
    fn cancelled_job_frees_permit_at_once_or_after_slice() {
        let permits = Permits::new(|_| 1);
        let meters = Arc::<Meters>::default();
        let slot = Arc::<TaskSlot>::default();
        let (job, _reply) = endless(&permits, &meters);
        slot.put(job);
        drop(CancelOnDrop(Arc::clone(&slot)));
        assert_eq!(permits.free(Work::Question), 1);

        let slot = Arc::<TaskSlot>::default();
        let (job, _reply) = endless(&permits, &meters);
        slot.put(job);
        let mut job = slot.take().expect("a waiting job");
        drop(CancelOnDrop(Arc::clone(&slot)));
        assert_eq!(job.work(Duration::from_secs(3600), &slot.cancelled), Ok(None));
        assert_eq!(permits.free(Work::Question), 0);
        slot.put(job);
        assert_eq!(permits.free(Work::Question), 1);
        assert_eq!((meters.queued.get(), meters.expired.get(), meters.cancelled.get()), (0, 0, 2));
    }

    #[test]
    fn panicked_job_frees_permit_and_closes_channel() {
        let permits = Permits::new(|_| 1);
        let slot = TaskSlot::default();
        let (job, mut reply) = endless(&permits, &Arc::default());
        slot.put(job);
        let panicked = std::thread::scope(|scope| {
            let work = || {
                let _job = slot.take().expect("a waiting job");
                panic!("test panic")
            };
            scope.spawn(work).join()
        });
        assert!(panicked.is_err());
        assert_eq!(permits.free(Work::Question), 1);
        assert_eq!(reply.try_recv().err(), Some(TryRecvError::Closed));
        assert!(slot.take().is_none());
    }
}
