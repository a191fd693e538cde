//! Tasks between their turns, and the futures that wait for their results.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::oneshot;
use tokio::time::timeout_at;
use tracing::Span;

use super::limits::StartedLimits;
use super::meters::{GaugeGuard, Meters};
use super::permits::{Permit, Permits, Work};
use super::question::DispatchError;
use super::scheduler::{Queue, Scheduled, Scheduler};
use super::task::Task;
use crate::sudoku::StopReason;

/// Slot that holds a task between its turns. The waiting future can cancel or expire it.
struct TaskSlot<T: Task> {
    state: Mutex<State<T>>,
    /// Stops a running slice.
    cancelled: Arc<AtomicBool>,
}

struct State<T: Task> {
    /// `None` during a turn and after the end.
    job: Option<Job<T>>,
    /// Whether the deadline has passed.
    expired: bool,
}

/// Task with its permits and the channel for its result.
struct Job<T: Task> {
    task: T,
    /// Time on solver threads so far.
    solving: Duration,
    /// Permit of the queue, and that of a large task in the slow queue.
    permits: (Option<Permit>, Option<Permit>),
    /// Guard until the first turn of a question.
    queued: Option<GaugeGuard>,
    sender: oneshot::Sender<Result<T::Output, DispatchError>>,
    /// Span of the request.
    span: Span,
}

impl<T: Task> TaskSlot<T> {
    /// Stores a job after a turn, unless it was cancelled or expired during the turn. Returns whether it did.
    fn put(&self, job: Job<T>) -> bool {
        let mut state = self.state.lock();
        let is_over = state.expired || self.is_cancelled();
        if !is_over {
            state.job = Some(job);
            return true;
        }
        drop(state);
        if !self.is_cancelled() {
            job.end(Some(StopReason::TimeLimit));
        }
        false
    }

    /// Ends the job with a partial result: at once between turns, otherwise after the turn.
    fn expire(&self, meters: &Meters) {
        let mut state = self.state.lock();
        state.expired = true;
        let job = state.job.take();
        drop(state);
        if let Some(job) = job {
            if job.queued.is_some() {
                meters.expired.increment();
            }
            job.end(Some(StopReason::TimeLimit));
        }
    }

    /// Drops the job: at once between turns, otherwise after its slice.
    fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
        let job = self.state.lock().job.take();
        drop(job);
    }

    fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

impl<T: Task> Scheduled for TaskSlot<T> {
    fn run_turn(&self, queue: Queue, scheduler: &Scheduler) -> Option<Queue> {
        let mut job = self.state.lock().job.take()?;
        let span = job.span.clone();
        let _span = span.enter();
        job.queued = None;
        let mut signals = scheduler.signals(&self.cancelled);
        let begun = signals.now();
        let polled = signals.run(&mut job.task, scheduler.slice(queue));
        job.solving += signals.now() - begun;
        match polled {
            Poll::Ready(interruption) => job.end(interruption),
            Poll::Pending if self.is_cancelled() => {}
            Poll::Pending if queue != Queue::Fresh => return self.put(job).then_some(queue),
            Poll::Pending => match job.slow_permits(scheduler.permits()) {
                Some(permits) => return self.put(Job { permits, ..job }).then_some(Queue::Slow),
                None => job.reject(scheduler.meters()),
            },
        }
        None
    }
}

impl<T: Task> Job<T> {
    /// Sends the result.
    fn end(self, interruption: Option<StopReason>) {
        let output = self.task.finish(interruption, self.solving);
        // Free the permits before the client sees the result.
        drop(self.permits);
        // Fails only if the client has disconnected.
        let _ = self.sender.send(Ok(output));
    }

    /// Returns the permits for the slow queue if they are free.
    fn slow_permits(&self, permits: &Permits) -> Option<(Option<Permit>, Option<Permit>)> {
        let client = self.permits.0.as_ref()?.client();
        let slow = permits.try_acquire(client, Work::Slow)?;
        let large =
            if self.task.is_large() { Some(permits.try_acquire(client, Work::SlowLarge)?) } else { None };
        Some((Some(slow), large))
    }

    /// Rejects the question because the slow queue is full.
    fn reject(self, meters: &Meters) {
        drop((self.task, self.permits));
        meters.shed_slow.increment();
        // Fails only if the client has disconnected.
        let _ = self.sender.send(Err(DispatchError::Overloaded));
    }
}

/// Receiver of the result of a task. Dropping it cancels the task.
pub(super) struct TaskHandle<T: Task> {
    slot: Arc<TaskSlot<T>>,
    scheduler: Scheduler,
    limits: Option<StartedLimits>,
    result: oneshot::Receiver<Result<T::Output, DispatchError>>,
    is_done: bool,
}

impl<T: Task> TaskHandle<T> {
    /// Queues a task. `permit` is that of a question. `cancelled` may be shared by tasks that are cancelled together.
    pub(super) fn submit(
        scheduler: &Scheduler,
        queue: Queue,
        task: T,
        permit: Option<Permit>,
        cancelled: Arc<AtomicBool>,
    ) -> Self {
        let handle = Self::new(scheduler, queue, task, permit, cancelled);
        scheduler.push(queue, Arc::clone(&handle.slot) as Arc<dyn Scheduled>);
        handle
    }

    fn new(
        scheduler: &Scheduler,
        queue: Queue,
        task: T,
        permit: Option<Permit>,
        cancelled: Arc<AtomicBool>,
    ) -> Self {
        let limits = task.limits();
        let (sender, result) = oneshot::channel();
        let queued = (queue == Queue::Fresh).then(|| scheduler.meters().queued.enter());
        let (solving, permits, span) = (Duration::ZERO, (permit, None), Span::current());
        let job = Job { task, solving, permits, queued, sender, span };
        let state = Mutex::new(State { job: Some(job), expired: false });
        let slot = Arc::new(TaskSlot { state, cancelled });
        Self { slot, scheduler: scheduler.clone(), limits, result, is_done: false }
    }

    /// Waits for the result; from the deadline on, at most for the end of a slice. Cancel-safe.
    ///
    /// # Errors
    /// [`DispatchError::Overloaded`] if the slow queue is full, [`DispatchError::WorkLost`] if the task panicked or was
    /// cancelled.
    pub(super) async fn result(&mut self) -> Result<T::Output, DispatchError> {
        let received = match self.limits {
            None => (&mut self.result).await,
            Some(limits) => match timeout_at(limits.deadline(), &mut self.result).await {
                Ok(received) => received,
                Err(_) => {
                    self.slot.expire(self.scheduler.meters());
                    (&mut self.result).await
                }
            },
        };
        self.is_done = true;
        received.unwrap_or(Err(DispatchError::WorkLost))
    }
}

impl<T: Task> Drop for TaskHandle<T> {
    fn drop(&mut self) {
        if !self.is_done {
            self.slot.cancel();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU64;

    use tokio::sync::oneshot::error::TryRecvError;

    use super::*;
    use crate::exact_cover::{Item, Links, Problem, Search, Step};
    use crate::service::limits::Limits;
    use crate::service::permits::{Capacity, ClientId};
    use crate::service::task::Signals;

    const HOUR: Duration = Duration::from_secs(3600);

    /// Count of the perfect matchings of a complete graph, as an exact cover problem.
    struct Matchings {
        search: Search<Links>,
        limits: StartedLimits,
        is_large: bool,
        panics: bool,
    }

    impl Matchings {
        fn new(vertices: u32) -> Self {
            let mut problem = Problem::new(vertices as usize, 0).expect("few items");
            for first in 0..vertices {
                for second in first + 1..vertices {
                    let edge = [first, second].map(|vertex| Item(vertex).into());
                    problem.add_option(&edge).expect("two items");
                }
            }
            let mut search = Search::new(Links::new(&problem));
            search.set_memo_after_nodes(u64::MAX);
            let limits = Limits { time: HOUR, nodes: None }.start();
            Self { search, limits, is_large: false, panics: false }
        }

        /// Has some 10^23 solutions.
        fn endless() -> Self {
            Self::new(40)
        }
    }

    impl Task for Matchings {
        type Output = (u64, Option<StopReason>);

        fn run_slice(&mut self, signals: &mut Signals<'_>) -> Poll<()> {
            assert!(!self.panics, "test panic");
            match self.search.count(u64::MAX, signals.nodes_left(), signals.stop()) {
                Step::Paused => Poll::Pending,
                Step::Solution | Step::Exhausted => Poll::Ready(()),
            }
        }

        fn finish(self, interruption: Option<StopReason>, _: Duration) -> Self::Output {
            (self.search.solutions(), interruption)
        }

        fn limits(&self) -> Option<StartedLimits> {
            Some(self.limits)
        }

        fn nodes(&self) -> u64 {
            self.search.nodes()
        }

        fn is_large(&self) -> bool {
            self.is_large
        }
    }

    /// Scheduler with one permit of each kind, whose turns have one slice.
    fn scheduler() -> Scheduler {
        let capacity = Capacity {
            threads: 1,
            slow_threads: 1,
            slow_queue_length: 1,
            slow_large_max: 1,
            ..Capacity::default()
        };
        Scheduler::new(&capacity, Permits::new(&capacity), Arc::default())
    }

    /// Fresh task that is in no queue: the test runs its turns.
    fn fresh(scheduler: &Scheduler, task: Matchings) -> TaskHandle<Matchings> {
        let permit = scheduler.permits().try_acquire(ClientId::SHARED, Work::Question);
        TaskHandle::new(scheduler, Queue::Fresh, task, Some(permit.expect("a permit")), Arc::default())
    }

    fn turn(handle: &TaskHandle<Matchings>, queue: Queue) -> Option<Queue> {
        handle.slot.run_turn(queue, &handle.scheduler)
    }

    fn free(scheduler: &Scheduler) -> [usize; 3] {
        [Work::Question, Work::Slow, Work::SlowLarge].map(|work| scheduler.permits().free(work))
    }

    #[test]
    fn finished_task_returns_result() {
        let scheduler = scheduler();
        let mut handle = fresh(&scheduler, Matchings::new(10));
        assert_eq!(turn(&handle, Queue::Fresh), None);
        assert_eq!(handle.result.try_recv(), Ok(Ok((945, None))));
        assert_eq!(free(&scheduler), [1, 1, 1]);
    }

    #[test]
    fn slow_task_moves_to_slow_queue_and_returns_its_fresh_permit() {
        for is_large in [false, true] {
            let scheduler = scheduler();
            let handle = fresh(&scheduler, Matchings { is_large, ..Matchings::endless() });
            assert_eq!(
                (turn(&handle, Queue::Fresh), free(&scheduler)),
                (Some(Queue::Slow), [1, 0, usize::from(!is_large)])
            );
            assert_eq!(turn(&handle, Queue::Slow), Some(Queue::Slow));
            let mut second = fresh(&scheduler, Matchings::endless());
            assert_eq!(turn(&second, Queue::Fresh), None);
            assert!(matches!(second.result.try_recv(), Ok(Err(DispatchError::Overloaded))));
            assert_eq!(scheduler.meters().shed_slow.get(), 1);
            drop(handle);
            assert_eq!(free(&scheduler), [1, 1, 1]);
        }
    }

    #[test]
    fn node_limit_and_shutdown_return_partial_results() {
        let scheduler = scheduler();
        let mut limited = Matchings::endless();
        limited.limits = Limits { time: HOUR, nodes: NonZeroU64::new(1000) }.start();
        let mut limited = fresh(&scheduler, limited);
        // The slice uses all nodes. The next one, without nodes, shows that the search is not complete.
        assert_eq!(turn(&limited, Queue::Fresh), Some(Queue::Slow));
        assert_eq!(turn(&limited, Queue::Slow), None);
        let (count, interruption) = limited.result.try_recv().expect("a result").expect("no error");
        assert!(count > 0 && interruption == Some(StopReason::NodeLimit), "{count} {interruption:?}");
        let mut stopped = fresh(&scheduler, Matchings::endless());
        assert_eq!(turn(&stopped, Queue::Fresh), Some(Queue::Slow));
        scheduler.shut_down();
        assert_eq!(turn(&stopped, Queue::Slow), None);
        let (count, interruption) = stopped.result.try_recv().expect("a result").expect("no error");
        assert!(count > 0 && interruption == Some(StopReason::Shutdown), "{count} {interruption:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn deadline_returns_partial_result_without_thread() {
        let scheduler = scheduler();
        let mut waiting = fresh(&scheduler, Matchings::endless());
        assert_eq!(waiting.result().await.expect("no error"), (0, Some(StopReason::TimeLimit)));
        assert_eq!((free(&scheduler), scheduler.meters().expired.get()), ([1, 1, 1], 1));
        let mut slow = fresh(&scheduler, Matchings::endless());
        assert_eq!(turn(&slow, Queue::Fresh), Some(Queue::Slow));
        let (count, interruption) = slow.result().await.expect("no error");
        assert!(count > 0 && interruption == Some(StopReason::TimeLimit), "{count} {interruption:?}");
        assert_eq!((turn(&slow, Queue::Slow), free(&scheduler)), (None, [1, 1, 1]));
        assert_eq!((scheduler.meters().expired.get(), scheduler.meters().queued.get()), (1, 0));
    }

    #[test]
    fn task_that_expires_in_its_turn_ends_after_it() {
        let scheduler = scheduler();
        let mut handle = fresh(&scheduler, Matchings::endless());
        let job = handle.slot.state.lock().job.take().expect("a job");
        handle.slot.expire(scheduler.meters());
        assert_eq!(handle.result.try_recv(), Err(TryRecvError::Empty));
        assert!(!handle.slot.put(job));
        assert_eq!(handle.result.try_recv(), Ok(Ok((0, Some(StopReason::TimeLimit)))));
        assert_eq!((free(&scheduler), scheduler.meters().expired.get()), ([1, 1, 1], 0));
    }

    #[test]
    fn cancelled_task_frees_permit_at_once_or_after_its_turn() {
        let scheduler = scheduler();
        drop(fresh(&scheduler, Matchings::endless()));
        assert_eq!(free(&scheduler), [1, 1, 1]);
        let handle = fresh(&scheduler, Matchings::endless());
        let slot = Arc::clone(&handle.slot);
        let job = slot.state.lock().job.take().expect("a job");
        drop(handle);
        assert_eq!(free(&scheduler), [0, 1, 1]);
        assert!(!slot.put(job));
        assert_eq!(free(&scheduler), [1, 1, 1]);
        assert_eq!(slot.run_turn(Queue::Fresh, &scheduler), None);
    }

    #[tokio::test]
    async fn panicked_task_frees_permit_and_is_lost() {
        let scheduler = scheduler();
        let mut handle = fresh(&scheduler, Matchings { panics: true, ..Matchings::new(2) });
        let panicked =
            std::thread::scope(|scope| scope.spawn(|| turn(&handle, Queue::Fresh)).join().is_err());
        assert!(panicked);
        assert!(matches!(handle.result().await, Err(DispatchError::WorkLost)));
        assert_eq!(free(&scheduler), [1, 1, 1]);
    }

    #[tokio::test]
    async fn pauses_on_threads_change_no_result() {
        let scheduler = scheduler();
        let permit = scheduler.permits().try_acquire(ClientId::SHARED, Work::Question);
        let task = Matchings::new(14);
        let mut handle = TaskHandle::submit(&scheduler, Queue::Fresh, task, permit, Arc::default());
        assert_eq!(handle.result().await.expect("no error"), (135_135, None));
    }
}
