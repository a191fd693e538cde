//! Work that is done slice by slice, in turn with other work.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::task;

use super::meters::Meters;

/// Work in slices of a few milliseconds.
pub(super) trait Work: Send {
    /// Does a slice.
    fn slice(&mut self) -> Turn;
}

/// Where the work goes on.
#[derive(Debug)]
pub(super) enum Turn {
    /// Behind everything else in the lane.
    Again,
    /// Behind everything in this lane.
    In(Lane),
    /// Nowhere; it is dropped.
    Done,
}

/// How long work should keep its thread; a slice of a search may come on top.
pub(super) const SLICE: Duration = Duration::from_millis(1);

/// Does what is pushed into it on solver threads, a slice each in turn. After every slice the thread is given back, so
/// that what waits for it in the meantime waits no longer than that. Clones share the lane.
#[derive(Clone, Debug)]
pub(super) struct Lane(Arc<Inner>);

struct Inner {
    /// How many threads it may take at once.
    width: usize,
    meters: Arc<Meters>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Box<dyn Work>>,
    /// Slices that run, or wait for a thread. A runtime that ends drops those that wait, and then nobody looks here.
    runners: usize,
}

impl Lane {
    /// A lane that takes `width` threads at most.
    pub(super) fn new(width: usize, meters: Arc<Meters>) -> Self {
        Self(Arc::new(Inner { width, meters, state: Mutex::default() }))
    }

    /// Adds work behind all other. Must be called within the runtime whose threads solve.
    pub(super) fn push(&self, work: Box<dyn Work>) {
        let mut state = self.0.lock();
        state.waiting.push_back(work);
        if state.runners < self.0.width {
            state.runners += 1;
            drop(state);
            self.spawn_runner();
        }
    }

    #[expect(clippy::disallowed_methods, reason = "one of the two places the ban points to")]
    fn spawn_runner(&self) {
        let lane = self.clone();
        task::spawn_blocking(move || lane.run_slice());
    }

    fn run_slice(&self) {
        let place = Place(self);
        let next = self.0.lock().waiting.pop_front();
        let Some(mut work) = next else { return };
        let slice = self.0.meters.slice();
        let turn = work.slice();
        drop(slice);
        match turn {
            Turn::Again => self.0.lock().waiting.push_back(work),
            Turn::In(lane) => lane.push(work),
            Turn::Done => {}
        }
        drop(place);
    }
}

impl Inner {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The place of a running slice. When it is dropped, also by a panic in the slice, the next slice gets it.
struct Place<'a>(&'a Lane);

impl Drop for Place<'_> {
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

    /// No test waits longer than this; it is far more than any of them needs.
    const PATIENCE: Duration = Duration::from_secs(20);

    /// Work that says its name in each slice, for so many slices.
    struct Named {
        name: char,
        slices: usize,
        said: Sender<char>,
    }

    impl Work for Named {
        fn slice(&mut self) -> Turn {
            self.slices -= 1;
            self.said.send(self.name).expect("somebody listens");
            if self.slices == 0 { Turn::Done } else { Turn::Again }
        }
    }

    /// Work that says that it has begun, and does not end before it is told to.
    struct Waiting(Sender<char>, Receiver<()>);

    impl Work for Waiting {
        fn slice(&mut self) -> Turn {
            // Nobody listens where the test has ended.
            let _ = self.0.send('w');
            let _ = self.1.recv_timeout(PATIENCE);
            Turn::Done
        }
    }

    struct Panicking;

    impl Work for Panicking {
        fn slice(&mut self) -> Turn {
            panic!("this is what is tried")
        }
    }

    fn runtime(threads: usize) -> Runtime {
        Builder::new_multi_thread().worker_threads(1).max_blocking_threads(threads).build().expect("threads")
    }

    /// How much runs, and how much waits.
    fn state(lane: &Lane) -> (usize, usize) {
        let state = lane.0.lock();
        (state.runners, state.waiting.len())
    }

    fn heard(said: &Receiver<char>, number: usize) -> String {
        (0..number).map(|_| said.recv_timeout(PATIENCE).expect("in time")).collect()
    }

    #[test]
    fn work_has_its_slices_in_turn() {
        let runtime = runtime(1);
        let _inside = runtime.enter();
        let lane = Lane::new(1, Arc::default());
        let (say, said) = channel();
        let (go, wait) = channel();
        // Until all have come, the thread is taken.
        lane.push(Box::new(Waiting(say.clone(), wait)));
        for (name, slices) in [('a', 3), ('b', 1), ('c', 2)] {
            lane.push(Box::new(Named { name, slices, said: say.clone() }));
        }
        go.send(()).expect("it waits");
        assert_eq!(heard(&said, 7), "wabcaca");
    }

    #[test]
    fn no_more_threads_are_taken_than_the_lane_is_wide() {
        let runtime = runtime(4);
        let _inside = runtime.enter();
        let lane = Lane::new(2, Arc::default());
        let (say, said) = channel();
        let goes: Vec<_> = (0..4)
            .map(|_| {
                let (go, wait) = channel();
                lane.push(Box::new(Waiting(say.clone(), wait)));
                go
            })
            .collect();
        assert_eq!(heard(&said, 2), "ww");
        assert_eq!(state(&lane), (2, 2));
        goes[0].send(()).expect("it waits");
        assert_eq!(heard(&said, 1), "w");
        assert_eq!(state(&lane), (2, 1));
    }

    #[test]
    fn a_panic_takes_no_place_with_it() {
        let runtime = runtime(1);
        let _inside = runtime.enter();
        let lane = Lane::new(1, Arc::default());
        let (say, said) = channel();
        for name in ['a', 'b', 'c'] {
            lane.push(Box::new(Panicking));
            lane.push(Box::new(Named { name, slices: 2, said: say.clone() }));
        }
        let mut names: Vec<char> = heard(&said, 6).chars().collect();
        names.sort_unstable();
        assert_eq!(names, ['a', 'a', 'b', 'b', 'c', 'c']);
    }

    #[test]
    fn a_runtime_that_ends_leaves_work_where_it_is() {
        let runtime = runtime(1);
        let lane = Lane::new(1, Arc::default());
        let (say, said) = channel();
        let (go, wait) = channel();
        {
            let _inside = runtime.enter();
            lane.push(Box::new(Waiting(say.clone(), wait)));
            for name in ['a', 'b'] {
                lane.push(Box::new(Named { name, slices: 1_000_000, said: say.clone() }));
            }
            assert_eq!(heard(&said, 1), "w");
        }
        runtime.shutdown_background();
        go.send(()).expect("it waits");
        drop(say);
        // What runs ends, the rest is not begun.
        while Arc::strong_count(&lane.0) > 1 {}
        assert!(said.try_recv().is_err());
        assert_eq!(state(&lane).1, 2);
    }
}
