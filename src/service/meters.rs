//! What the service counts of its own work, for whoever wants to look.
#![expect(clippy::disallowed_types, reason = "this folder is the one that looks at a clock")]

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::time::Instant;

/// The service's own numbers. Clones share them; reading them disturbs nobody.
#[derive(Clone, Debug, Default)]
pub struct Meters {
    /// Pieces of work that were taken on and wait for a solver thread for the first time.
    pub queued: Level,
    /// Slices that run on solver threads at this moment.
    pub running: Level,
    /// Searches that left their fresh place and are in the slow lane, running or waiting for their turn.
    pub slow: Level,
    /// Questions turned away because every thread and every place in the queue was taken.
    pub shed_queue: Count,
    /// Searches turned away because the slow lane was full.
    pub shed_slow: Count,
    /// Batches and streams of solutions turned away because there were as many as there may be.
    pub shed_streams: Count,
    /// Questions, batches and streams of solutions whose client left before the end: never started, or stopped.
    pub cancelled: Count,
    /// Questions whose deadline passed before they had a thread.
    pub expired: Count,
    /// Time that solver threads worked.
    pub worked: Time,
}

/// A slice on a solver thread, until it is dropped: also when it panics.
#[derive(Debug)]
pub(super) struct Slice<'a> {
    meters: &'a Meters,
    begun: Instant,
    _running: Present,
}

impl Meters {
    /// Counts a slice that begins on this thread.
    pub(super) fn slice(&self) -> Slice<'_> {
        Slice { meters: self, begun: Instant::now(), _running: self.running.enter() }
    }
}

impl Drop for Slice<'_> {
    fn drop(&mut self) {
        self.meters.worked.add(self.begun.elapsed());
    }
}

/// How many of something there are at this moment.
#[derive(Clone, Debug, Default)]
pub struct Level(Arc<AtomicU64>);

/// One of those that a [`Level`] counts, until it is dropped.
#[derive(Debug)]
pub struct Present(Level);

/// How often something happened since the start.
#[derive(Clone, Debug, Default)]
pub struct Count(Arc<AtomicU64>);

/// How long something took in all, since the start.
#[derive(Clone, Debug, Default)]
pub struct Time(Arc<AtomicU64>);

impl Level {
    /// Counts one more, until what is returned is dropped: by whichever thread, and also when that panics.
    #[must_use]
    pub fn enter(&self) -> Present {
        self.0.fetch_add(1, Ordering::Relaxed);
        Present(self.clone())
    }

    /// How many there are.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Drop for Present {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Count {
    /// It happened once more.
    pub fn increment(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// How often it happened.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Time {
    /// It took so much longer. The sum wraps around after 584 years.
    pub fn add(&self, duration: Duration) {
        self.0.fetch_add(duration.as_nanos().try_into().unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// How long it took in all.
    pub fn get(&self) -> Duration {
        Duration::from_nanos(self.0.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_sinks_when_what_it_counts_is_dropped_by_whatever_cause() {
        let meters = Meters::default();
        let present = meters.slow.enter();
        let shared = meters.clone();
        let panicked = std::panic::catch_unwind(move || {
            let _running = shared.slow.enter();
            assert_eq!(shared.slow.get(), 2);
            panic!("a bug");
        });
        assert!(panicked.is_err());
        assert_eq!(meters.slow.get(), 1);
        drop(present);
        assert_eq!(meters.slow.get(), 0);
    }

    #[test]
    fn clones_share_their_numbers() {
        let meters = Meters::default();
        let shared = meters.clone();
        shared.shed_queue.increment();
        shared.worked.add(Duration::from_micros(3));
        shared.worked.add(Duration::from_micros(4));
        assert_eq!((meters.shed_queue.get(), meters.shed_slow.get()), (1, 0));
        assert_eq!(meters.worked.get(), Duration::from_micros(7));
    }
}
