//! Computations of other modules as tasks.

use std::sync::atomic::AtomicBool;
use std::task::Poll;
use std::time::Duration;

use super::question::Interruption;
use super::task::{Signals, Task};

/// Resumable computation of another module.
pub trait Background: Send + 'static {
    /// Works for a few milliseconds at most, less if `stop` is set. `Ready` at the end.
    fn run_slice(&mut self, stop: &AtomicBool) -> Poll<()>;
}

impl<B: Background> Task for B {
    type Output = B;

    fn run_slice(&mut self, signals: &mut Signals<'_>) -> Poll<()> {
        Background::run_slice(self, signals.stop())
    }

    fn finish(self, _: Option<Interruption>, _: Duration) -> B {
        self
    }
}

/// Task of a short computation.
pub(super) struct ShortTask<F, T> {
    /// `None` once it has run.
    compute: Option<F>,
    result: Option<T>,
}

impl<F, T> ShortTask<F, T> {
    pub(super) fn new(compute: F) -> Self {
        Self { compute: Some(compute), result: None }
    }
}

impl<F: FnOnce() -> T + Send + 'static, T: Send + 'static> Task for ShortTask<F, T> {
    /// Never `None`.
    type Output = Option<T>;

    fn run_slice(&mut self, _: &mut Signals<'_>) -> Poll<()> {
        self.result = self.compute.take().map(|compute| compute());
        Poll::Ready(())
    }

    /// At shutdown, work that is accepted is done.
    fn finish(self, _: Option<Interruption>, _: Duration) -> Option<T> {
        self.result.or_else(|| self.compute.map(|compute| compute()))
    }
}
