//! Resumable computations, and the one loop that runs them.

use std::mem;
use std::num::NonZeroU64;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;
use std::time::Duration;

use super::limits::StartedLimits;
use super::question::Interruption;
use super::time::Instant;

/// Brief slices after which the clock is read. A reading takes some 25 ns, a fifteenth of an easy puzzle.
const BRIEF_SLICES_MAX: u32 = 16;

/// Resumable computation: a solve, a stream of solutions, a chunk of a batch.
pub(super) trait Task: Send + 'static {
    /// The result, complete or partial.
    type Output: Send + 'static;

    /// Works for a few milliseconds at most, less if [`Signals::stop`] is set. `Ready` at the end of the task.
    fn run_slice(&mut self, signals: &mut Signals<'_>) -> Poll<()>;

    /// Returns the result so far. `interruption` tells why the task was stopped before its end. `solving` is its time on
    /// solver threads.
    fn finish(self, interruption: Option<Interruption>, solving: Duration) -> Self::Output;

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

    /// Returns whether the last slice took some 16 µs at most, so that the clock may be read after several such slices.
    fn was_brief(&self) -> bool {
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
    /// Ends the slice that runs.
    stop: &'a AtomicBool,
    /// Last reading of the clock.
    now: Instant,
    /// Slices since then, all of them brief.
    brief_slices: u32,
    /// Whether the last slice was counted. A nested `run` counts the slice of its outer task, too.
    is_counted: bool,
    nodes_left: u64,
    must_yield: bool,
}

impl<'a> Signals<'a> {
    /// Reads the clock. The flags stop tasks at shutdown and on cancellation.
    pub(super) fn new(shutdown: &'a AtomicBool, cancelled: &'a AtomicBool) -> Self {
        Self::at(Instant::now(), shutdown, cancelled)
    }

    /// Does not read the clock, which shows `now`.
    pub(super) fn at(now: Instant, shutdown: &'a AtomicBool, cancelled: &'a AtomicBool) -> Self {
        Self {
            shutdown,
            cancelled,
            stop: cancelled,
            now,
            brief_slices: 0,
            is_counted: false,
            nodes_left: 0,
            must_yield: false,
        }
    }

    /// Stops slices by this flag instead of the one for cancellation. It must be set on cancellation, too.
    pub(super) fn stopped_by(self, stop: &'a AtomicBool) -> Self {
        Self { stop, ..self }
    }

    /// Returns the flag that stops a slice.
    pub(super) fn stop(&self) -> &'a AtomicBool {
        self.stop
    }

    /// Returns the number of nodes that the slice may visit.
    pub(super) fn nodes_left(&self) -> u64 {
        self.nodes_left
    }

    /// Returns the last reading of the clock. It may be older than the last slice if that was brief.
    pub(super) fn now(&self) -> Instant {
        self.now
    }

    /// Returns whether [`now`](Self::now) was read after the last slice.
    pub(super) fn is_clock_read(&self) -> bool {
        self.brief_slices == 0
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
    pub(super) fn run(&mut self, task: &mut impl Task, time: Duration) -> Poll<Option<Interruption>> {
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
            self.is_counted = false;
            let polled = task.run_slice(self);
            let is_later = self.count_slice(task.was_brief());
            if polled.is_ready() {
                return Poll::Ready(None);
            }
            // Out of nodes: end now, if the task has not ended by itself.
            if nodes_left == 0 {
                return Poll::Ready(Some(Interruption::NodeLimit));
            }
            must_yield = self.must_yield || (is_later && self.now - begun >= time);
        }
    }

    /// Reads the clock, unless slices since the last reading were few and brief. Returns whether it was read.
    fn count_slice(&mut self, was_brief: bool) -> bool {
        if !mem::replace(&mut self.is_counted, true) {
            self.brief_slices += 1;
            if !was_brief || self.brief_slices >= BRIEF_SLICES_MAX {
                self.brief_slices = 0;
                self.now = Instant::now();
            }
        }
        self.is_clock_read()
    }

    fn interruption(&self, limits: StartedLimits) -> Option<Interruption> {
        if self.shutdown.load(Ordering::Relaxed) {
            return Some(Interruption::Shutdown);
        }
        limits.is_expired(self.now).then_some(Interruption::TimeLimit)
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use futures_util::FutureExt;
    use tokio::time::advance;

    use super::*;
    use crate::service::limits::Limits;

    const SLICE: Duration = Duration::from_millis(1);

    /// Task whose slices take a millisecond of a paused clock each.
    struct Slices {
        left: u32,
        are_brief: bool,
        limits: StartedLimits,
    }

    impl Slices {
        fn new(left: u32, are_brief: bool) -> Self {
            let limits = Limits { time: 40 * SLICE, nodes: None, threads: NonZeroUsize::MIN };
            Self { left, are_brief, limits: limits.start() }
        }
    }

    impl Task for Slices {
        type Output = ();

        fn run_slice(&mut self, _: &mut Signals<'_>) -> Poll<()> {
            // Its first poll moves the clock.
            let _ = advance(SLICE).now_or_never();
            self.left -= 1;
            if self.left == 0 { Poll::Ready(()) } else { Poll::Pending }
        }

        fn finish(self, _: Option<Interruption>, _: Duration) {}

        fn limits(&self) -> Option<StartedLimits> {
            Some(self.limits)
        }

        fn was_brief(&self) -> bool {
            self.are_brief
        }
    }

    /// Task that runs the slices of another one.
    struct Outer(Slices);

    impl Task for Outer {
        type Output = ();

        fn run_slice(&mut self, signals: &mut Signals<'_>) -> Poll<()> {
            signals.run(&mut self.0, Duration::ZERO).map(|_| ())
        }

        fn finish(self, _: Option<Interruption>, _: Duration) {}
    }

    /// Runs a task, and returns its result and the time that the signals show.
    fn run(task: &mut impl Task) -> (Poll<Option<Interruption>>, Duration) {
        let never = AtomicBool::new(false);
        let mut signals = Signals::new(&never, &never);
        let begun = signals.now();
        (signals.run(task, 20 * SLICE), signals.now() - begun)
    }

    #[tokio::test(start_paused = true)]
    async fn clock_is_read_after_each_slice_or_sixteen_brief_ones() {
        assert_eq!(run(&mut Slices::new(3, false)), (Poll::Ready(None), 3 * SLICE));
        assert_eq!(run(&mut Slices::new(3, true)), (Poll::Ready(None), Duration::ZERO));
        assert_eq!(run(&mut Slices::new(16, true)), (Poll::Ready(None), 16 * SLICE));
        assert_eq!(run(&mut Slices::new(19, true)), (Poll::Ready(None), 16 * SLICE));
    }

    #[tokio::test(start_paused = true)]
    async fn turn_of_brief_slices_ends_with_a_reading_after_its_time() {
        let mut task = Slices::new(64, true);
        assert_eq!((run(&mut task), task.left), ((Poll::Pending, 32 * SLICE), 32));
        // The limit of 40 slices is found with the next reading but one.
        assert_eq!(
            (run(&mut task), task.left),
            ((Poll::Ready(Some(Interruption::TimeLimit)), 16 * SLICE), 16)
        );
    }

    #[tokio::test(start_paused = true)]
    async fn slice_of_a_task_that_runs_another_is_counted_once() {
        let mut task = Outer(Slices::new(64, true));
        assert_eq!((run(&mut task), task.0.left), ((Poll::Pending, 32 * SLICE), 32));
        let mut task = Outer(Slices::new(64, false));
        assert_eq!((run(&mut task), task.0.left), ((Poll::Pending, 20 * SLICE), 44));
    }
}
