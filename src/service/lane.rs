//! Work that is done slice by slice, in turn with other work.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::task;

/// Work in slices of a few milliseconds.
pub(super) trait Work: Send {
    /// Does a slice.
    fn slice(&mut self) -> Turn;
}

/// Whether there is more to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// Behind everything else in the lane.
    Again,
    /// No; the work is dropped.
    Done,
}

/// Does what is pushed into it on solver threads, a slice each in turn. After every slice the thread is given back, so
/// that what waits for it in the meantime waits no longer than that. Clones share the lane.
#[derive(Clone, Debug)]
pub(super) struct Lane(Arc<Inner>);

struct Inner {
    /// How many threads it may take at once.
    width: usize,
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
    pub(super) fn new(width: usize) -> Self {
        Self(Arc::new(Inner { width, state: Mutex::default() }))
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
        if work.slice() == Turn::Again {
            self.0.lock().waiting.push_back(work);
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
