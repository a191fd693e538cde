//! Round-robin queue of tasks that run in slices.

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};
use tokio::task::spawn_blocking;

use super::meters::Meters;

/// Resumable computation that runs in slices of about [`SLICE`].
pub(super) trait Task: Send {
    /// Runs one slice.
    fn run_slice(&mut self) -> Turn;
}

/// Next state of a task after a slice.
#[derive(Debug)]
pub(super) enum Turn {
    /// To the end of the queue.
    Requeue,
    /// To the end of another queue.
    MoveTo(SliceQueue),
    /// Finished; the task is dropped.
    Done,
}

/// Time after which a task must yield its thread. One slice of nodes may exceed it.
pub(super) const SLICE: Duration = Duration::from_millis(1);

/// Round-robin queue. Runs one slice of a task, requeues it, and yields the thread; uses at most `width` threads.
/// Clones share the queue.
#[derive(Clone, Debug)]
pub(super) struct SliceQueue(Arc<Inner>);

struct Inner {
    width: usize,
    meters: Arc<Meters>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Box<dyn Task>>,
    /// Slices that run or wait for a thread. Not decremented after the runtime has ended.
    runners: usize,
}

impl SliceQueue {
    /// Creates a queue that uses at most `width` threads.
    pub(super) fn new(width: usize, meters: Arc<Meters>) -> Self {
        Self(Arc::new(Inner { width, meters, state: Mutex::default() }))
    }

    /// Appends a task. Must be called within the runtime of the solver threads.
    pub(super) fn push(&self, task: Box<dyn Task>) {
        let mut state = self.0.lock();
        state.waiting.push_back(task);
        if state.runners < self.0.width {
            state.runners += 1;
            drop(state);
            self.spawn_runner();
        }
    }

    #[expect(clippy::disallowed_methods, reason = "service may use the blocking pool")]
    fn spawn_runner(&self) {
        let queue = self.clone();
        spawn_blocking(move || queue.run_slice());
    }

    fn run_slice(&self) {
        let guard = RunnerGuard(self);
        let next = self.0.lock().waiting.pop_front();
        let Some(mut task) = next else { return };
        let slice = self.0.meters.slice();
        let turn = task.run_slice();
        drop(slice);
        match turn {
            Turn::Requeue => self.0.lock().waiting.push_back(task),
            Turn::MoveTo(queue) => queue.push(task),
            Turn::Done => {}
        }
        drop(guard);
    }
}

impl Inner {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }
}

/// Guard of a running slice. Dropping it, also by a panic, starts the next slice.
struct RunnerGuard<'a>(&'a SliceQueue);

impl Drop for RunnerGuard<'_> {
    fn drop(&mut self) {
        let mut state = self.0.0.lock();
        if state.waiting.is_empty() {
            state.runners -= 1;
        } else {
            drop(state);
            self.0.spawn_runner();
        }
    }
}

impl fmt::Debug for Inner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let State { waiting, runners } = &*self.lock();
        let Self { width, .. } = self;
        write!(f, "Inner {{ width: {width}, waiting: {}, runners: {runners} }}", waiting.len())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, Sender, channel};

    use tokio::runtime::{Builder, Runtime};

    use super::*;

    /// Task that sends its name in each of its slices.
    struct Named {
        name: char,
        slices: usize,
        events: Sender<char>,
    }

    impl Task for Named {
        fn run_slice(&mut self) -> Turn {
            self.slices -= 1;
            self.events.send(self.name).expect("the test receives");
            if self.slices == 0 { Turn::Done } else { Turn::Requeue }
        }
    }

    /// Task that sends `w` and blocks until released.
    struct Blocking(Sender<char>, Receiver<()>);

    impl Task for Blocking {
        fn run_slice(&mut self) -> Turn {
            // Fails only after the test has ended.
            let _ = self.0.send('w');
            let _ = self.1.recv();
            Turn::Done
        }
    }

    struct Panicking;

    impl Task for Panicking {
        fn run_slice(&mut self) -> Turn {
            panic!("test panic")
        }
    }

    fn runtime(threads: usize) -> Runtime {
        Builder::new_multi_thread().worker_threads(1).max_blocking_threads(threads).build().expect("threads")
    }

    /// Returns the numbers of runners and of waiting tasks.
    fn state(queue: &SliceQueue) -> (usize, usize) {
        let state = queue.0.lock();
        (state.runners, state.waiting.len())
    }

    fn receive(events: &Receiver<char>, number: usize) -> String {
        (0..number).map(|_| events.recv().expect("a message")).collect()
    }

    #[test]
    fn tasks_run_round_robin() {
        let runtime = runtime(1);
        let _inside = runtime.enter();
        let queue = SliceQueue::new(1, Arc::default());
        let (sender, events) = channel();
        let (release, released) = channel();
        // Blocks the thread until all tasks are queued.
        queue.push(Box::new(Blocking(sender.clone(), released)));
        for (name, slices) in [('a', 3), ('b', 1), ('c', 2)] {
            queue.push(Box::new(Named { name, slices, events: sender.clone() }));
        }
        release.send(()).expect("the task receives");
        assert_eq!(receive(&events, 7), "wabcaca");
    }

    #[test]
    fn queue_uses_at_most_width_threads() {
        let runtime = runtime(4);
        let _inside = runtime.enter();
        let queue = SliceQueue::new(2, Arc::default());
        let (sender, events) = channel();
        let releases: Vec<_> = (0..4)
            .map(|_| {
                let (release, released) = channel();
                queue.push(Box::new(Blocking(sender.clone(), released)));
                release
            })
            .collect();
        assert_eq!(receive(&events, 2), "ww");
        assert_eq!(state(&queue), (2, 2));
        releases[0].send(()).expect("the task receives");
        assert_eq!(receive(&events, 1), "w");
        assert_eq!(state(&queue), (2, 1));
    }

    #[test]
    fn panicked_task_frees_its_thread() {
        let runtime = runtime(1);
        let _inside = runtime.enter();
        let queue = SliceQueue::new(1, Arc::default());
        let (sender, events) = channel();
        for name in ['a', 'b', 'c'] {
            queue.push(Box::new(Panicking));
            queue.push(Box::new(Named { name, slices: 2, events: sender.clone() }));
        }
        let mut names: Vec<char> = receive(&events, 6).chars().collect();
        names.sort_unstable();
        assert_eq!(names, ['a', 'a', 'b', 'b', 'c', 'c']);
    }

    #[test]
    fn runtime_shutdown_keeps_queued_tasks() {
        let runtime = runtime(1);
        let queue = SliceQueue::new(1, Arc::default());
        let (sender, events) = channel();
        let (release, released) = channel();
        {
            let _inside = runtime.enter();
            queue.push(Box::new(Blocking(sender.clone(), released)));
            for name in ['a', 'b'] {
                queue.push(Box::new(Named { name, slices: 1_000_000, events: sender.clone() }));
            }
            assert_eq!(receive(&events, 1), "w");
        }
        runtime.shutdown_background();
        release.send(()).expect("the task receives");
        drop(sender);
        // The running slice ends; no other starts.
        while Arc::strong_count(&queue.0) > 1 {
            std::thread::yield_now();
        }
        assert!(events.try_recv().is_err());
        assert_eq!(state(&queue).1, 2);
    }
}
