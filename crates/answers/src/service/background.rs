//! Computations of other modules as tasks.

use std::sync::atomic::AtomicBool;
use std::task::Poll;
use std::time::Duration;

use tokio::sync::oneshot;

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

/// Task of a short computation, which sends its result itself: one type of task for results of all types.
pub(super) struct ShortTask {
    /// `None` once it has run.
    compute: Option<Box<dyn FnOnce() + Send>>,
}

impl ShortTask {
    /// Returns the task, and the receiver of the result.
    pub(super) fn new<T: Send + 'static>(
        compute: impl FnOnce() -> T + Send + 'static,
    ) -> (Self, oneshot::Receiver<T>) {
        let (sender, result) = oneshot::channel();
        // Fails only if the client has disconnected.
        let compute = move || drop(sender.send(compute()));
        (Self { compute: Some(Box::new(compute)) }, result)
    }

    fn run(&mut self) {
        if let Some(compute) = self.compute.take() {
            compute();
        }
    }
}

impl Task for ShortTask {
    type Output = ();

    fn run_slice(&mut self, _: &mut Signals<'_>) -> Poll<()> {
        self.run();
        Poll::Ready(())
    }

    /// At shutdown, work that is accepted is done.
    fn finish(mut self, _: Option<Interruption>, _: Duration) {
        self.run();
    }
}
