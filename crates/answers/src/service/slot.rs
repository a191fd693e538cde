//! Tasks between their turns, and the futures that wait for their results.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::oneshot::{self, error::RecvError};
use tokio::time::timeout_at;
use tracing::Span;

use super::limits::StartedLimits;
use super::meters::{GaugeGuard, Meters};
use super::permits::{Permit, PermitKind, SlowPermits};
use super::question::{DispatchError, Interruption};
use super::scheduler::{Queue, Scheduled, Scheduler};
use super::share::{ClientId, SharedResource};
use super::shed::ShedReason;
use super::task::Task;
use super::time::Instant;

/// Slot that holds a task between its turns. The waiting future can cancel or expire it.
struct TaskSlot<T: Task> {
    client: ClientId,
    /// `None` during a turn and after the end. Boxed, so that an ended task holds little memory.
    job: Mutex<Option<Box<PermittedTask<T>>>>,
    /// Ends the job after its slice, without a result.
    cancelled: AtomicBool,
    /// Stops the running slice, on cancellation and at the deadline: a slice is bounded by its work, which its thread may do slowly.
    stop: AtomicBool,
}

/// Task with its permits and the channel for its result.
struct PermittedTask<T: Task> {
    task: T,
    /// Time on solver threads so far.
    solving: Duration,
    /// Permit of the queue, and the permit of a large task in the slow queue.
    permits: (Option<Permit>, Option<Permit>),
    /// Guard until the first turn of a question.
    queued: Option<GaugeGuard>,
    sender: oneshot::Sender<Result<T::Output, DispatchError>>,
    /// Span of the request.
    span: Span,
}

impl<T: Task> TaskSlot<T> {
    /// Stores a job after a turn; ends it instead if it was cancelled or its deadline passed. Returns whether it stored it.
    fn put(&self, job: Box<PermittedTask<T>>) -> bool {
        let mut stored = self.job.lock();
        let is_expired = job.task.limits().is_some_and(|limits| limits.is_expired(Instant::now()));
        if !is_expired && !self.is_cancelled() {
            *stored = Some(job);
            return true;
        }
        drop(stored);
        if !self.is_cancelled() {
            job.end(Some(Interruption::TimeLimit));
        }
        false
    }

    /// Ends the job with a partial result: at once between turns, otherwise after its slice, which it stops.
    fn expire(&self, meters: &Meters) {
        self.stop.store(true, Ordering::Relaxed);
        let job = self.job.lock().take();
        if let Some(job) = job {
            if job.queued.is_some() {
                meters.expired.increment();
            }
            job.end(Some(Interruption::TimeLimit));
        }
    }

    /// Rejects the question if it still waits for its first turn.
    fn end_wait(&self, scheduler: &Scheduler) {
        let waiting = self.job.lock().take_if(|job| job.queued.is_some());
        if let Some(job) = waiting {
            job.reject(scheduler.meters().shed(ShedReason::Wait, scheduler.wait_max()));
        }
    }

    /// Drops the job: at once between turns, otherwise after its slice, which it stops.
    fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
        self.stop.store(true, Ordering::Relaxed);
        let job = self.job.lock().take();
        drop(job);
    }

    fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

impl<T: Task> Scheduled for TaskSlot<T> {
    fn client(&self) -> ClientId {
        self.client
    }

    fn run_turn(&self, queue: Queue, scheduler: &Scheduler) -> Option<Queue> {
        let mut job = self.job.lock().take()?;
        let span = job.span.clone();
        let _span = span.enter();
        job.queued = None;
        let mut signals = scheduler.signals(&self.cancelled).stopped_by(&self.stop);
        let begun = signals.now();
        let polled = signals.run(&mut job.task, scheduler.slice(queue));
        let length = signals.now() - begun;
        job.solving += length;
        if queue == Queue::Fresh {
            scheduler.measure_first_turn(length);
        }
        match polled {
            Poll::Ready(interruption) => job.end(interruption),
            Poll::Pending if self.is_cancelled() => {}
            Poll::Pending if queue != Queue::Fresh => return self.put(job).then_some(queue),
            Poll::Pending => match job.slow_permits(scheduler) {
                Ok(permits) => {
                    job.permits = permits;
                    return self.put(job).then_some(Queue::Slow);
                }
                Err(error) => job.reject(error),
            },
        }
        None
    }
}

impl<T: Task> PermittedTask<T> {
    /// Sends the result.
    fn end(self, interruption: Option<Interruption>) {
        let output = self.task.finish(interruption, self.solving);
        // Free the permits before the client sees the result.
        drop(self.permits);
        // Fails only if the client has disconnected.
        let _ = self.sender.send(Ok(output));
    }

    /// Returns the permits for the slow queue if they are free for this client.
    fn slow_permits(&self, scheduler: &Scheduler) -> Result<(Option<Permit>, Option<Permit>), DispatchError> {
        let fresh = self.permits.0.as_ref().ok_or(DispatchError::WorkLost)?;
        let permits = scheduler.permits();
        match permits.for_slow(fresh.client(), self.task.is_large()) {
            Ok(SlowPermits { slow, large }) => Ok((Some(slow), large)),
            Err((kind, error)) => {
                let resource = match kind {
                    PermitKind::SlowLarge => SharedResource::LargeQuestions,
                    _ => SharedResource::SlowQuestions,
                };
                Err(scheduler.meters().shed(error.reason(resource), permits.expected_release(kind, error)))
            }
        }
    }

    /// Sends an error instead of a result.
    fn reject(self, error: DispatchError) {
        drop((self.task, self.permits));
        // Fails only if the client has disconnected.
        let _ = self.sender.send(Err(error));
    }
}

/// Result of a task; an error if it panicked or was cancelled.
type Received<T> = Result<Result<<T as Task>::Output, DispatchError>, RecvError>;

/// Receiver of the result of a task. Dropping it cancels the task.
pub(super) struct TaskHandle<T: Task> {
    slot: Arc<TaskSlot<T>>,
    scheduler: Scheduler,
    /// Latest time of the first turn, if it is before the deadline.
    wait_until: Option<Instant>,
    limits: Option<StartedLimits>,
    result: oneshot::Receiver<Result<T::Output, DispatchError>>,
}

impl<T: Task> TaskHandle<T> {
    /// Queues a question with its permit.
    pub(super) fn submit_fresh(scheduler: &Scheduler, task: T, permit: Permit) -> Self {
        let client = permit.client();
        Self::new(scheduler, Queue::Fresh, client, task, (Some(permit), None)).queued(Queue::Fresh)
    }

    /// Queues a slow task with its permits.
    pub(super) fn submit_slow(
        scheduler: &Scheduler,
        client: ClientId,
        task: T,
        SlowPermits { slow, large }: SlowPermits,
    ) -> Self {
        Self::new(scheduler, Queue::Slow, client, task, (Some(slow), large)).queued(Queue::Slow)
    }

    /// Queues a task that needs no permit of a question.
    pub(super) fn submit(scheduler: &Scheduler, queue: Queue, client: ClientId, task: T) -> Self {
        Self::new(scheduler, queue, client, task, (None, None)).queued(queue)
    }

    fn queued(self, queue: Queue) -> Self {
        self.scheduler.push(queue, Arc::clone(&self.slot) as Arc<dyn Scheduled>);
        self
    }

    fn new(
        scheduler: &Scheduler,
        queue: Queue,
        client: ClientId,
        task: T,
        permits: (Option<Permit>, Option<Permit>),
    ) -> Self {
        let limits = task.limits();
        let (sender, result) = oneshot::channel();
        let is_fresh = queue == Queue::Fresh;
        let wait_until = limits
            .filter(|_| is_fresh)
            .map(|limits| (limits.started() + scheduler.wait_max(), limits.deadline()))
            .and_then(|(until, deadline)| (until < deadline).then_some(until));
        let queued = is_fresh.then(|| scheduler.meters().queued.enter());
        let (solving, span) = (Duration::ZERO, Span::current());
        let job = Some(Box::new(PermittedTask { task, solving, permits, queued, sender, span }));
        let slot = Arc::new(TaskSlot {
            client,
            job: Mutex::new(job),
            cancelled: AtomicBool::new(false),
            stop: AtomicBool::new(false),
        });
        Self { slot, scheduler: scheduler.clone(), wait_until, limits, result }
    }

    /// Waits for the result; from the deadline on, at most for the end of a slice. Cancel-safe. Must not be called again
    /// after it returned.
    ///
    /// # Errors
    /// [`DispatchError::Shed`] if a question waits too long, or is slow and the slow queue is full;
    /// [`DispatchError::WorkLost`] if the task panicked or was cancelled.
    pub(super) async fn result(&mut self) -> Result<T::Output, DispatchError> {
        let received = self.receive().await;
        received.unwrap_or(Err(DispatchError::WorkLost))
    }

    async fn receive(&mut self) -> Received<T> {
        if let Some(until) = self.wait_until {
            if let Ok(received) = timeout_at(until, &mut self.result).await {
                return received;
            }
            self.slot.end_wait(&self.scheduler);
        }
        if let Some(limits) = self.limits {
            if let Ok(received) = timeout_at(limits.deadline(), &mut self.result).await {
                return received;
            }
            self.slot.expire(self.scheduler.meters());
        }
        (&mut self.result).await
    }
}

impl<T: Task> Drop for TaskHandle<T> {
    fn drop(&mut self) {
        self.slot.cancel();
    }
}

#[cfg(test)]
mod tests {
    use std::num::{NonZeroU64, NonZeroUsize};

    use quadrille_exact_cover::unstable::{Links, Search, Step};
    use quadrille_exact_cover::{Item, Problem};
    use tokio::sync::oneshot::error::TryRecvError;

    use super::*;
    use crate::service::limits::Limits;
    use crate::service::permits::{Capacity, Permits};
    use crate::service::task::Signals;

    const HOUR: Duration = Duration::from_secs(3600);

    /// Count of the perfect matchings of a complete graph, as an exact cover problem.
    struct Matchings {
        search: Search<Links>,
        limits: StartedLimits,
        is_large: bool,
    }

    impl Matchings {
        fn new(vertices: u32) -> Self {
            let mut problem = Problem::new(vertices as usize, 0).expect("few items");
            for first in 0..vertices {
                for second in first + 1..vertices {
                    let edge = [first, second].map(Item);
                    problem.add_option(edge).expect("two items");
                }
            }
            let mut search = Search::new(Links::new(&problem));
            search.set_memo_after_nodes(u64::MAX);
            Self {
                search,
                limits: Limits { time: HOUR, nodes: None, threads: NonZeroUsize::MIN }.start(),
                is_large: false,
            }
        }

        /// Has some 10^23 solutions.
        fn endless() -> Self {
            Self::new(40)
        }
    }

    impl Task for Matchings {
        type Output = (u64, Option<Interruption>);

        fn run_slice(&mut self, signals: &mut Signals<'_>) -> Poll<()> {
            match self.search.count(u128::MAX, signals.nodes_left(), signals.stop()) {
                Step::Paused => Poll::Pending,
                Step::Solution | Step::Exhausted => Poll::Ready(()),
            }
        }

        fn finish(self, interruption: Option<Interruption>, _: Duration) -> Self::Output {
            (self.search.solutions() as u64, interruption)
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

    /// Scheduler with few permits, whose turns have one slice.
    fn scheduler() -> Scheduler {
        let capacity = Capacity {
            threads: 1,
            slow_threads: 1,
            slow_queue_length: 2,
            slow_large_max: 1,
            queue_wait_max: HOUR / 2,
            share_percent: 100,
            ..Capacity::default()
        };
        Scheduler::new(&capacity, Permits::new(&capacity), Arc::default())
    }

    /// Free permits for fresh, slow and large slow tasks.
    fn free(scheduler: &Scheduler) -> [usize; 3] {
        [PermitKind::Question, PermitKind::Slow, PermitKind::SlowLarge]
            .map(|work| scheduler.permits().free(work))
    }

    const ALL_FREE: [usize; 3] = [1, 2, 1];

    /// Fresh task that is in no queue: the test runs its turns.
    fn fresh(scheduler: &Scheduler, task: Matchings) -> TaskHandle<Matchings> {
        let permit = scheduler.permits().try_acquire(ClientId::SHARED, PermitKind::Question).ok();
        TaskHandle::new(scheduler, Queue::Fresh, ClientId::SHARED, task, (permit, None))
    }

    fn turn(handle: &TaskHandle<Matchings>, queue: Queue) -> Option<Queue> {
        handle.slot.run_turn(queue, &handle.scheduler)
    }

    /// Asserts that a task has ended with a partial count.
    fn assert_partial(handle: &mut TaskHandle<Matchings>, expected: Interruption) {
        let (count, interruption) = handle.result.try_recv().expect("a result").expect("no error");
        assert!(count > 0 && interruption == Some(expected), "{count} {interruption:?}");
        assert_eq!(free(&handle.scheduler), ALL_FREE);
    }

    /// Asserts that a task was rejected, and counted once.
    fn assert_shed(handle: &mut TaskHandle<Matchings>, expected: ShedReason) {
        let received = handle.result.try_recv().expect("a result");
        assert!(
            matches!(received, Err(DispatchError::Shed(shed)) if shed.reason() == expected),
            "{received:?}"
        );
        assert_eq!(handle.scheduler.meters().shed.counter(expected).get(), 1);
    }

    #[tokio::test]
    async fn finished_task_returns_result_on_threads_and_without() {
        let scheduler = scheduler();
        let mut handle = fresh(&scheduler, Matchings::new(10));
        assert_eq!((turn(&handle, Queue::Fresh), handle.result.try_recv()), (None, Ok(Ok((945, None)))));
        assert_eq!(free(&scheduler), ALL_FREE);
        let permit =
            scheduler.permits().try_acquire(ClientId::SHARED, PermitKind::Question).expect("a free permit");
        let mut handle = TaskHandle::submit_fresh(&scheduler, Matchings::new(14), permit);
        assert_eq!(handle.result().await, Ok((135_135, None)));
    }

    #[test]
    fn slow_task_returns_its_fresh_permit_for_those_of_the_slow_queue() {
        let scheduler = scheduler();
        let large = || Matchings { is_large: true, ..Matchings::endless() };
        let first = fresh(&scheduler, large());
        assert_eq!((turn(&first, Queue::Fresh), free(&scheduler)), (Some(Queue::Slow), [1, 1, 0]));
        assert_eq!(turn(&first, Queue::Slow), Some(Queue::Slow));
        let mut refused = fresh(&scheduler, large());
        assert_eq!(turn(&refused, Queue::Fresh), None);
        assert_shed(&mut refused, ShedReason::Full(SharedResource::LargeQuestions));
        let second = fresh(&scheduler, Matchings::endless());
        assert_eq!((turn(&second, Queue::Fresh), free(&scheduler)), (Some(Queue::Slow), [1, 0, 0]));
        let mut refused = fresh(&scheduler, Matchings::endless());
        assert_eq!(turn(&refused, Queue::Fresh), None);
        assert_shed(&mut refused, ShedReason::Full(SharedResource::SlowQuestions));
        drop((first, second));
        assert_eq!(free(&scheduler), ALL_FREE);
    }

    #[test]
    fn node_limit_and_shutdown_return_partial_results() {
        let scheduler = scheduler();
        let limits = Limits { time: HOUR, nodes: NonZeroU64::new(1000), threads: NonZeroUsize::MIN }.start();
        let mut limited = fresh(&scheduler, Matchings { limits, ..Matchings::endless() });
        // The slice uses all nodes. The next one, without nodes, shows that the search is not complete.
        assert_eq!(turn(&limited, Queue::Fresh), Some(Queue::Slow));
        assert_eq!(turn(&limited, Queue::Slow), None);
        assert_partial(&mut limited, Interruption::NodeLimit);
        let mut stopped = fresh(&scheduler, Matchings::endless());
        assert_eq!(turn(&stopped, Queue::Fresh), Some(Queue::Slow));
        scheduler.shut_down();
        assert_eq!(turn(&stopped, Queue::Slow), None);
        assert_partial(&mut stopped, Interruption::Shutdown);
    }

    #[tokio::test(start_paused = true)]
    async fn deadline_returns_partial_result_without_thread() {
        let scheduler = scheduler();
        let limits = Limits { time: HOUR / 3, nodes: None, threads: NonZeroUsize::MIN }.start();
        let mut queued = fresh(&scheduler, Matchings { limits, ..Matchings::endless() });
        assert_eq!(queued.result().await, Ok((0, Some(Interruption::TimeLimit))));
        assert_eq!((free(&scheduler), scheduler.meters().expired.get()), (ALL_FREE, 1));
        let mut slow = fresh(&scheduler, Matchings::endless());
        assert_eq!(turn(&slow, Queue::Fresh), Some(Queue::Slow));
        let (count, interruption) = slow.result().await.expect("no error");
        assert!(count > 0 && interruption == Some(Interruption::TimeLimit), "{count} {interruption:?}");
        assert_eq!((turn(&slow, Queue::Slow), free(&scheduler)), (None, ALL_FREE));
        assert_eq!((scheduler.meters().expired.get(), scheduler.meters().queued.get()), (1, 0));
    }

    #[tokio::test(start_paused = true)]
    async fn question_without_first_turn_is_rejected_after_the_maximum_wait() {
        let scheduler = scheduler();
        let begun = Instant::now();
        let mut waiting = fresh(&scheduler, Matchings::endless());
        let DispatchError::Shed(shed) = waiting.result().await.expect_err("no turn") else {
            panic!("another error")
        };
        assert_eq!((shed.reason(), begun.elapsed()), (ShedReason::Wait, HOUR / 2));
        assert_eq!(shed.retry_after(), Duration::from_secs(60));
        assert_eq!((turn(&waiting, Queue::Fresh), free(&scheduler)), (None, ALL_FREE));
        let meters = scheduler.meters();
        assert_eq!((meters.shed.counter(ShedReason::Wait).get(), meters.queued.get()), (1, 0));
        // One that has begun is not.
        let mut slow = fresh(&scheduler, Matchings::endless());
        assert_eq!(turn(&slow, Queue::Fresh), Some(Queue::Slow));
        let (_, interruption) = slow.result().await.expect("no error");
        assert_eq!(
            (interruption, meters.shed.counter(ShedReason::Wait).get()),
            (Some(Interruption::TimeLimit), 1)
        );
    }

    #[test]
    fn first_turns_are_measured_and_other_turns_are_not() {
        let scheduler = scheduler();
        let task = fresh(&scheduler, Matchings::endless());
        let _waiting = scheduler.meters().queued.enter();
        assert_eq!((turn(&task, Queue::Fresh), scheduler.meters().queued.get()), (Some(Queue::Slow), 1));
        let measured = scheduler.expected_wait_for_all();
        assert!(measured > Duration::ZERO);
        assert_eq!(turn(&task, Queue::Slow), Some(Queue::Slow));
        let cancelled = fresh(&scheduler, Matchings::endless());
        let slot = Arc::clone(&cancelled.slot);
        drop(cancelled);
        assert_eq!(slot.run_turn(Queue::Fresh, &scheduler), None);
        assert_eq!(scheduler.expected_wait_for_all(), measured);
    }

    #[tokio::test(start_paused = true)]
    async fn task_cancelled_or_expired_in_its_turn_ends_after_it() {
        let scheduler = scheduler();
        let mut expired = fresh(&scheduler, Matchings::endless());
        let job = expired.slot.job.lock().take().expect("a job");
        tokio::time::advance(HOUR).await;
        let is_stopped = |handle: &TaskHandle<Matchings>| handle.slot.stop.load(Ordering::Relaxed);
        assert!(!is_stopped(&expired));
        expired.slot.expire(scheduler.meters());
        assert!(is_stopped(&expired));
        assert_eq!(expired.result.try_recv(), Err(TryRecvError::Empty));
        assert!(!expired.slot.put(job));
        assert_eq!(expired.result.try_recv(), Ok(Ok((0, Some(Interruption::TimeLimit)))));
        assert_eq!((free(&scheduler), scheduler.meters().expired.get()), (ALL_FREE, 0));

        drop(fresh(&scheduler, Matchings::endless()));
        assert_eq!(free(&scheduler), ALL_FREE);
        let cancelled = fresh(&scheduler, Matchings::endless());
        let slot = Arc::clone(&cancelled.slot);
        let job = slot.job.lock().take().expect("a job");
        drop(cancelled);
        assert_eq!(free(&scheduler), [0, 2, 1]);
        assert!(!slot.put(job));
        assert_eq!((slot.run_turn(Queue::Fresh, &scheduler), free(&scheduler)), (None, ALL_FREE));
    }

    #[tokio::test]
    async fn lost_task_frees_permit() {
        let scheduler = scheduler();
        let mut handle = fresh(&scheduler, Matchings::new(2));
        // As a panic does.
        drop(handle.slot.job.lock().take());
        assert_eq!((handle.result().await, free(&scheduler)), (Err(DispatchError::WorkLost), ALL_FREE));
    }
}
