//! Resumable computations, and the one loop that runs them.
#![expect(clippy::disallowed_types, reason = "service is the one module that reads the clock")]

use std::num::NonZeroU64;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;
use std::time::Duration;

use tokio::time::Instant;

use super::limits::StartedLimits;
use crate::exact_cover::StopReason;

/// Resumable computation: a solve, a stream of solutions, a chunk of a batch.
pub(super) trait Task: Send + 'static {
    /// The result, complete or partial.
    type Output: Send + 'static;

    /// Works for a few milliseconds at most, less if [`Signals::stop`] is set. `Ready` at the end of the task.
    fn run_slice(&mut self, signals: &mut Signals<'_>) -> Poll<()>;

    /// Returns the result so far. `interruption` tells why the task was stopped before its end. `solving` is its time on
    /// solver threads.
    fn finish(self, interruption: Option<StopReason>, solving: Duration) -> Self::Output;

    /// Returns the limits; `None` for a task that applies limits to its parts, and at shutdown ends with them.
    fn limits(&self) -> Option<StartedLimits> {
        None
    }

    /// Returns the number of visited nodes, which the node limit bounds.
    fn nodes(&self) -> u64 {
        0
    }

    /// Returns whether the task takes much memory.
    fn is_large(&self) -> bool {
        false
    }

    /// Called when the task must yield its thread. `Ready` ends it, so that its result is sent at once.
    fn yield_thread(&mut self, _now: Instant) -> Poll<()> {
        Poll::Pending
    }
}

/// Conditions that stop a task, and the time.
pub(super) struct Signals<'a> {
    shutdown: &'a AtomicBool,
    cancelled: &'a AtomicBool,
    /// Last reading of the clock.
    now: Instant,
    nodes_left: u64,
    must_yield: bool,
}

impl<'a> Signals<'a> {
    /// Reads the clock. The flags stop tasks at shutdown and on cancellation.
    pub(super) fn new(shutdown: &'a AtomicBool, cancelled: &'a AtomicBool) -> Self {
        Self { shutdown, cancelled, now: Instant::now(), nodes_left: 0, must_yield: false }
    }

    /// Returns the flag that stops a slice.
    pub(super) fn stop(&self) -> &'a AtomicBool {
        self.cancelled
    }

    /// Returns the number of nodes that the slice may visit.
    pub(super) fn nodes_left(&self) -> u64 {
        self.nodes_left
    }

    /// Returns the last reading of the clock.
    pub(super) fn now(&self) -> Instant {
        self.now
    }

    /// Makes the task yield its thread after this call of `run_slice`.
    pub(super) fn request_yield(&mut self) {
        self.must_yield = true;
    }

    /// Returns whether the task is cancelled.
    pub(super) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Runs slices of a task until it ends, a signal interrupts it, or `time` has passed. Runs at least one slice unless
    /// interrupted. `Pending` if the task is paused or cancelled.
    pub(super) fn run(&mut self, task: &mut impl Task, time: Duration) -> Poll<Option<StopReason>> {
        let begun = self.now;
        let mut must_yield = false;
        loop {
            if self.is_cancelled() {
                return Poll::Pending;
            }
            let limits = task.limits();
            if let Some(interruption) = limits.and_then(|limits| self.interruption(limits)) {
                return Poll::Ready(Some(interruption));
            }
            if must_yield {
                return task.yield_thread(self.now).map(|()| None);
            }
            let nodes_max = limits.and_then(|limits| limits.limits().nodes);
            let nodes_left = nodes_max.map_or(u64::MAX, NonZeroU64::get).saturating_sub(task.nodes());
            self.nodes_left = nodes_left;
            let before = self.now;
            let polled = task.run_slice(self);
            // A task that runs others has read the clock.
            if self.now == before {
                self.now = Instant::now();
            }
            if polled.is_ready() {
                return Poll::Ready(None);
            }
            // With no node left, a task that can end does.
            if nodes_left == 0 {
                return Poll::Ready(Some(StopReason::NodeLimit));
            }
            must_yield = self.must_yield || self.now - begun >= time;
        }
    }

    fn interruption(&self, limits: StartedLimits) -> Option<StopReason> {
        if self.shutdown.load(Ordering::Relaxed) {
            return Some(StopReason::Shutdown);
        }
        limits.is_expired(self.now).then_some(StopReason::TimeLimit)
    }
}
