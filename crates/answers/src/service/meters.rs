//! Gauges and counters of the service.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::question::DispatchError;
use super::share::SharedResource;
use super::shed::{Shed, ShedReason};

/// Gauges and counters of the service. Clones share the values.
#[derive(Clone, Debug, Default)]
pub struct Meters {
    /// Admitted tasks that wait for their first slice.
    pub queued: Gauge,
    /// Slices that run now.
    pub running: Gauge,
    /// Requests rejected because a bound was reached.
    pub shed: ShedCounters,
    /// Questions, batches and solution streams cancelled by a client disconnect.
    pub cancelled: Counter,
    /// Tasks that joined the search of a question, so that it ran on several threads.
    pub joined: Counter,
    /// Questions whose deadline passed before their first slice.
    pub expired: Counter,
    /// Busy time of the solver threads.
    pub worked: DurationCounter,
}

/// Counter for each bound.
#[derive(Clone, Debug, Default)]
pub struct ShedCounters {
    full: [Counter; SharedResource::ALL.len()],
    share: [Counter; SharedResource::ALL.len()],
    wait: Counter,
}

impl Meters {
    /// Counts a rejection and returns it. `expected` is the expected time until the bound allows the work.
    pub(super) fn shed(&self, reason: ShedReason, expected: Duration) -> DispatchError {
        self.shed.counter(reason).increment();
        DispatchError::Shed(Shed::new(reason, expected))
    }
}

impl ShedCounters {
    /// Returns the counter of a bound.
    pub fn counter(&self, reason: ShedReason) -> &Counter {
        match reason {
            ShedReason::Full(resource) => &self.full[resource as usize],
            ShedReason::Share(resource) => &self.share[resource as usize],
            ShedReason::Wait => &self.wait,
        }
    }
}

/// Current number of items.
#[derive(Clone, Debug, Default)]
pub struct Gauge(Arc<AtomicU64>);

/// Guard for one item of a [`Gauge`]. Dropping it decrements the gauge.
#[derive(Debug)]
pub struct GaugeGuard(Gauge);

/// Number of events since the start.
#[derive(Clone, Debug, Default)]
pub struct Counter(Arc<AtomicU64>);

/// Guard that counts one event when it is dropped, unless it is disarmed.
#[derive(Debug)]
pub(super) struct CountOnDrop(Option<Counter>);

/// Sum of durations since the start.
#[derive(Clone, Debug, Default)]
pub struct DurationCounter(Arc<AtomicU64>);

impl Gauge {
    /// Increments the gauge until the guard is dropped.
    #[must_use]
    pub fn enter(&self) -> GaugeGuard {
        self.0.fetch_add(1, Ordering::Relaxed);
        GaugeGuard(self.clone())
    }

    /// Returns the current number.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Drop for GaugeGuard {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Counter {
    /// Adds one.
    pub fn increment(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts one event when the guard is dropped.
    pub(super) fn increment_on_drop(&self) -> CountOnDrop {
        CountOnDrop(Some(self.clone()))
    }

    /// Returns the number of events.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl CountOnDrop {
    /// Makes the guard count nothing.
    pub(super) fn disarm(&mut self) {
        self.0 = None;
    }
}

impl Drop for CountOnDrop {
    fn drop(&mut self) {
        self.0.iter().for_each(Counter::increment);
    }
}

impl DurationCounter {
    /// Adds a duration. The sum wraps around after 584 years.
    pub fn add(&self, duration: Duration) {
        self.0.fetch_add(duration.as_nanos().try_into().unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// Returns the sum.
    pub fn get(&self) -> Duration {
        Duration::from_nanos(self.0.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dropped_gauge_guard_decrements_gauge_after_panic_too() {
        let meters = Meters::default();
        let guard = meters.queued.enter();
        let shared = meters.clone();
        let panicked = std::panic::catch_unwind(move || {
            let _running = shared.queued.enter();
            assert_eq!(shared.queued.get(), 2);
            panic!("test panic");
        });
        assert!(panicked.is_err());
        assert_eq!(meters.queued.get(), 1);
        drop(guard);
        assert_eq!(meters.queued.get(), 0);
    }

    #[test]
    fn disarmed_guard_counts_nothing() {
        let meters = Meters::default();
        drop(meters.cancelled.increment_on_drop());
        meters.cancelled.increment_on_drop().disarm();
        assert_eq!(meters.cancelled.get(), 1);
    }

    #[test]
    fn meters_clone_shares_values() {
        let meters = Meters::default();
        let shared = meters.clone();
        let expected = Duration::from_secs(3);
        let error = shared.shed(ShedReason::Wait, expected);
        assert_eq!(error, DispatchError::Shed(Shed::new(ShedReason::Wait, expected)));
        shared.worked.add(Duration::from_micros(3));
        shared.worked.add(Duration::from_micros(4));
        let shed: Vec<_> =
            ShedReason::all().filter(|reason| meters.shed.counter(*reason).get() > 0).collect();
        assert_eq!(shed, [ShedReason::Wait]);
        assert_eq!(meters.worked.get(), Duration::from_micros(7));
    }
}
