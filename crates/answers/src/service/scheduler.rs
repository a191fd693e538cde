//! Queues of tasks, and their turns on solver threads.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};
use tokio::task::spawn_blocking;

use super::fair_queue::FairQueue;
use super::meters::Meters;
use super::moving_average::MovingAverage;
use super::permits::{Capacity, Permits};
use super::share::ClientId;
use super::task::Signals;
use super::time::Instant;

/// Time on a thread after which a task of the stream or the slow queue yields. A slice may exceed it.
const SLICE: Duration = Duration::from_millis(1);

/// Part of the maximum wait that a question may be expected to wait. The rest is for questions before it that take longer
/// than expected: without it, half of the last admitted questions would wait in vain.
const EXPECTED_WAIT_PART: u32 = 2;

/// Queue of tasks that wait for a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Queue {
    /// First turns of questions. Has at most one turn per thread at a time, as the stream queue. A turn runs several tasks
    /// if they are short, so that the queues share the time of the threads.
    Fresh,
    /// Chunks of batches and streams of solutions. Has at most one turn per thread at a time.
    Stream,
    /// Tasks that were not done after their first turn. Its turns leave one thread free, if there are several.
    Slow,
}

/// Task in a queue.
pub(super) trait Scheduled: Send + Sync {
    /// Returns the client of the task.
    fn client(&self) -> ClientId;

    /// Runs one turn. Returns the queue for the next one; `None` after the last.
    fn run_turn(&self, queue: Queue, scheduler: &Scheduler) -> Option<Queue>;
}

/// Runs tasks on the blocking pool of the runtime, which serves turns first come, first served. Each task that a turn runs
/// belongs to the next client of its queue. Clones share the queues.
#[derive(Clone, Debug)]
pub(super) struct Scheduler(Arc<SchedulerState>);

struct SchedulerState {
    threads: u32,
    first_slice: Duration,
    /// Time for which a turn of the fresh queue begins further tasks.
    fresh_turn: Duration,
    wait_max: Duration,
    /// Average length of the first turns of questions.
    first_turn: MovingAverage,
    permits: Permits,
    meters: Arc<Meters>,
    /// Interrupts all tasks.
    shutdown: AtomicBool,
    queues: [Mutex<QueueState>; 3],
}

struct QueueState {
    tasks: FairQueue<Arc<dyn Scheduled>>,
    turns_max: usize,
    /// Turns that run or wait for a thread. Not decremented after the runtime has ended.
    turns: usize,
    /// Turns that wait for a thread.
    waiting: usize,
}

impl Scheduler {
    /// Creates a scheduler. `permits` are those for slow tasks.
    pub(super) fn new(capacity: &Capacity, permits: Permits, meters: Arc<Meters>) -> Self {
        Self::with_fresh_turn(SLICE, capacity, permits, meters)
    }

    fn with_fresh_turn(
        fresh_turn: Duration,
        capacity: &Capacity,
        permits: Permits,
        meters: Arc<Meters>,
    ) -> Self {
        let queue =
            |turns_max| Mutex::new(QueueState { tasks: FairQueue::new(), turns_max, turns: 0, waiting: 0 });
        Self(Arc::new(SchedulerState {
            threads: u32::try_from(capacity.threads).unwrap_or(u32::MAX).max(1),
            first_slice: capacity.first_slice,
            fresh_turn,
            wait_max: capacity.queue_wait_max,
            first_turn: MovingAverage::default(),
            permits,
            meters,
            shutdown: AtomicBool::new(false),
            queues: [capacity.threads, capacity.threads, capacity.slow_threads].map(queue),
        }))
    }

    /// Appends a task to a queue. Must be called within the runtime of the solver threads.
    pub(super) fn push(&self, queue: Queue, task: Arc<dyn Scheduled>) {
        let mut state = self.lock(queue);
        state.tasks.push(task.client(), task);
        self.start_turn(queue, state);
    }

    /// Checks that a further question of this client is expected to get its first turn in time.
    ///
    /// # Errors
    /// The expected wait, if it exceeds half of the maximum.
    pub(super) fn check_wait(&self, client: ClientId) -> Result<(), Duration> {
        let expected_max = self.0.wait_max / EXPECTED_WAIT_PART;
        // An upper bound, which needs no lock: the time for all questions while all queues are active.
        let bound = self.time_for(self.0.meters.queued.get()).saturating_mul(self.0.queues.len() as u32);
        if bound <= expected_max {
            return Ok(());
        }
        let expected = self.expected_wait(client);
        if expected <= expected_max { Ok(()) } else { Err(expected) }
    }

    /// Returns the expected wait of a further question of this client: the time for the questions that are served before.
    pub(super) fn expected_wait(&self, client: ClientId) -> Duration {
        let ahead = self.lock(Queue::Fresh).tasks.ahead_of(client);
        // Cancelled tasks stay in the queue until their turn, which takes no time.
        self.time_for((ahead as u64).min(self.0.meters.queued.get())).saturating_mul(self.active_queues())
    }

    /// Returns the expected time until all questions that wait now have had their first turn.
    pub(super) fn expected_wait_for_all(&self) -> Duration {
        self.time_for(self.0.meters.queued.get()).saturating_mul(self.active_queues())
    }

    /// Returns the number of queues that share the threads now, with the fresh one.
    fn active_queues(&self) -> u32 {
        let is_active = |queue: &Queue| self.lock(*queue).turns > 0;
        1 + [Queue::Stream, Queue::Slow].iter().filter(|queue| is_active(queue)).count() as u32
    }

    /// Returns the expected time for this many first turns on all threads.
    fn time_for(&self, turns: u64) -> Duration {
        self.0.first_turn.get().saturating_mul(u32::try_from(turns).unwrap_or(u32::MAX)) / self.0.threads
    }

    /// Adds the length of a first turn to the measurements.
    pub(super) fn measure_first_turn(&self, length: Duration) {
        self.0.first_turn.add(length);
    }

    /// Returns the maximum time that a question may wait for its first turn.
    pub(super) fn wait_max(&self) -> Duration {
        self.0.wait_max
    }

    /// Interrupts all tasks, so that they end with partial results.
    pub(super) fn shut_down(&self) {
        self.0.shutdown.store(true, Ordering::Relaxed);
    }

    /// Returns the signals for a task with this cancellation flag.
    pub(super) fn signals<'a>(&'a self, cancelled: &'a AtomicBool) -> Signals<'a> {
        Signals::new(&self.0.shutdown, cancelled)
    }

    /// Returns the length of a turn.
    pub(super) fn slice(&self, queue: Queue) -> Duration {
        if queue == Queue::Fresh { self.0.first_slice } else { SLICE }
    }

    pub(super) fn permits(&self) -> &Permits {
        &self.0.permits
    }

    pub(super) fn meters(&self) -> &Meters {
        &self.0.meters
    }

    /// Starts a turn if a task has none and the queue may have more.
    #[expect(clippy::disallowed_methods, reason = "service may use the blocking pool")]
    fn start_turn(&self, queue: Queue, mut state: MutexGuard<'_, QueueState>) {
        if state.tasks.len() > state.waiting && state.turns < state.turns_max {
            state.turns += 1;
            state.waiting += 1;
            drop(state);
            let scheduler = self.clone();
            spawn_blocking(move || scheduler.run_turn(queue));
        }
    }

    fn run_turn(&self, queue: Queue) {
        let turn = Turn(self, queue);
        let mut next = {
            let mut state = self.lock(queue);
            state.waiting -= 1;
            state.tasks.pop()
        };
        let mut now = Instant::now();
        let end = now + self.0.fresh_turn;
        while let Some(task) = next {
            let (running, begun) = (self.0.meters.running.enter(), now);
            let queue_after = task.run_turn(queue, self);
            now = Instant::now();
            self.0.meters.worked.add(now - begun);
            drop(running);
            if let Some(queue) = queue_after {
                self.push(queue, task);
            }
            let is_over = queue != Queue::Fresh || now >= end;
            next = if is_over { None } else { self.lock(queue).tasks.pop() };
        }
        drop(turn);
    }

    fn lock(&self, queue: Queue) -> MutexGuard<'_, QueueState> {
        self.0.queues[queue as usize].lock()
    }
}

/// Guard of a running turn. Dropping it, also by a panic, ends the turn and starts the next one.
struct Turn<'a>(&'a Scheduler, Queue);

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let Self(scheduler, queue) = self;
        let mut state = scheduler.lock(*queue);
        state.turns -= 1;
        scheduler.start_turn(*queue, state);
    }
}

impl fmt::Debug for SchedulerState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared").field("first_slice", &self.first_slice).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, Sender, channel};

    use tokio::runtime::{Builder, Runtime};

    use super::*;

    impl<F: Fn(Queue) -> Option<Queue> + Send + Sync> Scheduled for F {
        fn client(&self) -> ClientId {
            ClientId::SHARED
        }

        fn run_turn(&self, queue: Queue, _: &Scheduler) -> Option<Queue> {
            self(queue)
        }
    }

    fn runtime(threads: usize) -> Runtime {
        Builder::new_multi_thread().worker_threads(1).max_blocking_threads(threads).build().expect("threads")
    }

    fn scheduler(threads: usize, slow_threads: usize) -> Scheduler {
        let capacity = Capacity { threads, slow_threads, ..Capacity::default() };
        Scheduler::new(&capacity, Permits::new(&capacity), Arc::default())
    }

    /// Pushes a task that sends its name in each of its turns.
    fn push(scheduler: &Scheduler, queue: Queue, name: char, turns: usize, events: &Sender<char>) {
        let (turns_left, events) = (Mutex::new(turns), events.clone());
        let task = move |queue| {
            let mut turns_left = turns_left.lock();
            *turns_left -= 1;
            events.send(name).expect("the test receives");
            (*turns_left > 0).then_some(queue)
        };
        scheduler.push(queue, Arc::new(task));
    }

    /// Pushes a task that sends `w` and blocks its thread until the returned sender sends or is dropped.
    fn block(scheduler: &Scheduler, queue: Queue, events: &Sender<char>) -> Sender<()> {
        let (release, released) = channel();
        let (released, events) = (Mutex::new(released), events.clone());
        let task = move |_| {
            // Both fail only after the test has ended.
            let _ = events.send('w');
            let _ = released.lock().recv();
            None
        };
        scheduler.push(queue, Arc::new(task));
        release
    }

    fn receive(events: &Receiver<char>, number: usize) -> String {
        (0..number).map(|_| events.recv().expect("a message")).collect()
    }

    /// Turns and waiting tasks of a queue.
    fn state(scheduler: &Scheduler, queue: Queue) -> (usize, usize) {
        let state = scheduler.lock(queue);
        (state.turns, state.tasks.len())
    }

    #[test]
    fn queues_take_turns_and_a_fresh_turn_runs_all_tasks_that_fit() {
        const DAY: Duration = Duration::from_hours(24);
        for (fresh_turn, order) in [(Duration::ZERO, "was1bs2csaca"), (DAY, "w12asbscsaca")] {
            let capacity = Capacity { threads: 1, slow_threads: 1, ..Capacity::default() };
            let permits = Permits::new(&capacity);
            let scheduler = Scheduler::with_fresh_turn(fresh_turn, &capacity, permits, Arc::default());
            let runtime = runtime(1);
            let _inside = runtime.enter();
            let (sender, events) = channel();
            let release = block(&scheduler, Queue::Fresh, &sender);
            assert_eq!(receive(&events, 1), "w");
            for (name, turns) in [('a', 3), ('b', 1), ('c', 2)] {
                push(&scheduler, Queue::Stream, name, turns, &sender);
            }
            push(&scheduler, Queue::Slow, 's', 3, &sender);
            push(&scheduler, Queue::Fresh, '1', 1, &sender);
            push(&scheduler, Queue::Fresh, '2', 1, &sender);
            release.send(()).expect("the task receives");
            assert_eq!(receive(&events, 11), order[1..]);
        }
    }

    /// Task of another client.
    struct OfOther<T>(T);

    impl<T: Scheduled> Scheduled for OfOther<T> {
        fn client(&self) -> ClientId {
            ClientId::from_hash(1)
        }

        fn run_turn(&self, queue: Queue, scheduler: &Scheduler) -> Option<Queue> {
            self.0.run_turn(queue, scheduler)
        }
    }

    #[test]
    fn client_with_one_task_gets_every_second_turn_beside_one_with_many() {
        for queue in [Queue::Slow, Queue::Stream] {
            let (runtime, scheduler) = (runtime(1), scheduler(1, 1));
            let _inside = runtime.enter();
            let (sender, events) = channel();
            let release = block(&scheduler, queue, &sender);
            assert_eq!(receive(&events, 1), "w");
            for _ in 0..63 {
                push(&scheduler, queue, 'e', 1_000_000, &sender);
            }
            let events_of_other = sender.clone();
            let task = move |queue| events_of_other.send('h').ok().map(|()| queue);
            scheduler.push(queue, Arc::new(OfOther(task)));
            release.send(()).expect("the task receives");
            assert_eq!(receive(&events, 20), "eh".repeat(10));
            drop(events);
        }
    }

    #[test]
    fn expected_wait_counts_the_questions_served_before_that_of_the_client() {
        const MS: Duration = Duration::from_millis(1);
        let capacity = Capacity { threads: 2, queue_wait_max: 20 * MS, ..Capacity::default() };
        let (runtime, scheduler) =
            (runtime(2), Scheduler::new(&capacity, Permits::new(&capacity), Arc::default()));
        let _inside = runtime.enter();
        let (sender, events) = channel();
        let releases = [(); 2].map(|()| block(&scheduler, Queue::Fresh, &sender));
        assert_eq!(receive(&events, 2), "ww");
        // Nothing is measured yet.
        let waiting: Vec<_> = (0..5).map(|_| scheduler.meters().queued.enter()).collect();
        (0..5).for_each(|_| push(&scheduler, Queue::Fresh, 'a', 1, &sender));
        assert_eq!(scheduler.check_wait(ClientId::SHARED), Ok(()));
        scheduler.measure_first_turn(4 * MS);
        // Five turns of 4 ms on two threads.
        assert_eq!(scheduler.expected_wait_for_all(), 10 * MS);
        assert_eq!(scheduler.check_wait(ClientId::SHARED), Ok(()));
        let _sixth = scheduler.meters().queued.enter();
        push(&scheduler, Queue::Fresh, 'a', 1, &sender);
        assert_eq!(scheduler.check_wait(ClientId::SHARED), Err(12 * MS));
        // Another client is served after one question of this one.
        let other = ClientId::from_hash(1);
        assert_eq!((scheduler.check_wait(other), scheduler.expected_wait(other)), (Ok(()), 2 * MS));
        // Cancelled questions take no time.
        drop(waiting);
        assert_eq!(scheduler.expected_wait(ClientId::SHARED), 2 * MS);
        // A batch takes every second turn.
        push(&scheduler, Queue::Stream, 'b', 1, &sender);
        assert_eq!(scheduler.expected_wait(ClientId::SHARED), 4 * MS);
        drop(releases);
    }

    #[test]
    fn queue_uses_all_its_turns_and_no_more() {
        let (runtime, scheduler) = (runtime(4), scheduler(4, 2));
        let _inside = runtime.enter();
        let (sender, events) = channel();
        let releases: Vec<_> = (0..4).map(|_| block(&scheduler, Queue::Slow, &sender)).collect();
        assert_eq!(receive(&events, 2), "ww");
        assert_eq!(state(&scheduler, Queue::Slow), (2, 2));
        releases[0].send(()).expect("the task receives");
        assert_eq!(receive(&events, 1), "w");
        assert_eq!(state(&scheduler, Queue::Slow), (2, 1));
    }

    #[test]
    fn panicked_task_ends_its_turn() {
        let (runtime, scheduler) = (runtime(1), scheduler(1, 1));
        let _inside = runtime.enter();
        let (sender, events) = channel();
        for name in ['a', 'b', 'c'] {
            scheduler.push(Queue::Slow, Arc::new(|_| panic!("test panic")));
            push(&scheduler, Queue::Slow, name, 1, &sender);
        }
        assert_eq!(receive(&events, 3), "abc");
    }

    #[test]
    fn runtime_shutdown_keeps_queued_tasks() {
        let (runtime, scheduler) = (runtime(1), scheduler(1, 1));
        let (sender, events) = channel();
        let release = {
            let _inside = runtime.enter();
            let release = block(&scheduler, Queue::Stream, &sender);
            push(&scheduler, Queue::Stream, 'a', 1_000_000, &sender);
            push(&scheduler, Queue::Stream, 'b', 1_000_000, &sender);
            assert_eq!(receive(&events, 1), "w");
            release
        };
        runtime.shutdown_background();
        release.send(()).expect("the task receives");
        // The running turn ends; no other starts.
        while Arc::strong_count(&scheduler.0) > 1 {
            std::thread::yield_now();
        }
        assert!(events.try_recv().is_err());
        assert_eq!(state(&scheduler, Queue::Stream).1, 2);
    }
}
