//! Computations of other modules as tasks.

use std::sync::atomic::AtomicBool;
use std::task::Poll;
use std::time::Duration;

use super::task::{Signals, Task};
use crate::exact_cover::StopReason;

/// Resumable computation of another module.
pub trait Background: Send + 'static {
    /// Works for a few milliseconds at most, less if `stop` is set. `Ready` at the end.
    fn run_slice(&mut self, stop: &AtomicBool) -> Poll<()>;
}

/// Task of a computation.
pub(super) struct BackgroundTask<B>(pub(super) B);

impl<B: Background> Task for BackgroundTask<B> {
    type Output = B;

    fn run_slice(&mut self, signals: &mut Signals<'_>) -> Poll<()> {
        self.0.run_slice(signals.stop())
    }

    fn finish(self, _: Option<StopReason>, _: Duration) -> B {
        self.0
    }
}
