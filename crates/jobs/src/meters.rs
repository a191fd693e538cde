//! Gauges, counters and histograms of jobs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use quadrille_answers::service::{Counter, Gauge};

use super::bounds::JobBounds;
use super::rows::JobTotals;
use super::spec::JobSpec;
use super::state::JobState;

/// Upper bounds of the buckets, in seconds. A claim takes a millisecond, and a piece about a second.
const SECONDS: [f64; 13] = [0.001, 0.004, 0.015, 0.06, 0.25, 0.5, 1.0, 2.0, 4.0, 15.0, 60.0, 600.0, 3600.0];

/// Gauges, counters and histograms of jobs. Clones share the values.
#[derive(Clone, Debug, Default)]
pub struct JobMeters {
    /// Pieces claimed.
    pub claimed: Counter,
    /// Pieces whose results count.
    pub done: Counter,
    /// Pieces that were tried again.
    pub retried: Counter,
    /// Leases that this process has lost.
    pub lost: Counter,
    /// Leases of other workers that have ended without a completion.
    pub reaped: Counter,
    /// Pieces that run now.
    pub running: Gauge,
    /// Jobs that clients with an API key have created.
    pub created_with_key: Counter,
    /// Jobs that clients without one have created.
    pub created_without_key: Counter,
    /// Times in seconds.
    pub times: JobHistograms,
    totals: Arc<Totals>,
    stored_bytes_max: u64,
    free_bytes_min: u64,
}

/// Times of pieces by the kind of work.
pub type PieceTimes = Family<[(&'static str, &'static str); 1], Histogram, fn() -> Histogram>;

/// Times of jobs and pieces, in seconds. Clones share the values.
#[derive(Clone, Debug)]
pub struct JobHistograms {
    /// Duration of an attempt at a piece, by the kind of work.
    pub piece: PieceTimes,
    /// Time from the creation of a job to the claim of its first piece.
    pub first_claim: Histogram,
    /// Duration of a claim that has found pieces.
    pub claim: Histogram,
}

impl Default for JobHistograms {
    fn default() -> Self {
        let histogram = || Histogram::new(SECONDS);
        let piece = PieceTimes::new_with_constructor(histogram);
        // Creates all series.
        for work in JobSpec::WORKS {
            drop(piece.get_or_create(&[("work", work)]));
        }
        Self { piece, first_claim: histogram(), claim: histogram() }
    }
}

impl JobHistograms {
    /// Records an attempt at a piece of a job.
    pub(crate) fn observe_piece(&self, job: &JobSpec, time: Duration) {
        self.piece.get_or_create(&[("work", job.work())]).observe(time.as_secs_f64());
    }
}

/// Numbers that the janitor reads from the database.
#[derive(Debug)]
struct Totals {
    jobs: [AtomicU64; JobState::ALL.len()],
    ready: AtomicU64,
    ready_age_ms: AtomicU64,
    workers: AtomicU64,
    idle_threads: AtomicU64,
    stored_bytes: AtomicU64,
    /// `u64::MAX` if unknown.
    free_bytes: AtomicU64,
    is_paused: AtomicBool,
}

impl Default for Totals {
    fn default() -> Self {
        Self {
            jobs: Default::default(),
            ready: AtomicU64::default(),
            ready_age_ms: AtomicU64::default(),
            workers: AtomicU64::default(),
            idle_threads: AtomicU64::default(),
            stored_bytes: AtomicU64::default(),
            free_bytes: AtomicU64::new(u64::MAX),
            is_paused: AtomicBool::default(),
        }
    }
}

impl JobMeters {
    /// Makes meters of jobs with these bounds.
    pub(crate) fn new(bounds: &JobBounds) -> Self {
        let JobBounds { stored_bytes_total_max: stored_bytes_max, free_bytes_min, .. } = *bounds;
        Self { stored_bytes_max, free_bytes_min, ..Self::default() }
    }

    /// The maximum of [`stored_bytes`](Self::stored_bytes); 0 for none.
    pub fn stored_bytes_max(&self) -> u64 {
        self.stored_bytes_max
    }

    /// The minimum of [`free_bytes`](Self::free_bytes).
    pub fn free_bytes_min(&self) -> u64 {
        self.free_bytes_min
    }

    /// Returns the number of jobs in a state, some seconds ago.
    pub fn jobs(&self, state: JobState) -> u64 {
        self.totals.jobs[state as usize].load(Ordering::Relaxed)
    }

    /// Returns the number of pieces that wait for a worker, some seconds ago.
    pub fn ready_pieces(&self) -> u64 {
        self.totals.ready.load(Ordering::Relaxed)
    }

    /// Returns the time for which the oldest of them had been ready; zero without any.
    pub fn ready_age(&self) -> Duration {
        Duration::from_millis(self.totals.ready_age_ms.load(Ordering::Relaxed))
    }

    /// Returns the number of workers that are alive, of all processes that share the database, some seconds ago.
    pub fn workers(&self) -> u64 {
        self.totals.workers.load(Ordering::Relaxed)
    }

    /// Returns the number of threads of all workers that have nothing to do, some seconds ago.
    pub fn idle_threads(&self) -> u64 {
        self.totals.idle_threads.load(Ordering::Relaxed)
    }

    /// Returns the bytes that all clients have stored or reserved, some seconds ago.
    pub fn stored_bytes(&self) -> u64 {
        self.totals.stored_bytes.load(Ordering::Relaxed)
    }

    /// Returns the free space of the folder of the store in bytes, some seconds ago; `u64::MAX` if unknown.
    pub fn free_bytes(&self) -> u64 {
        self.totals.free_bytes.load(Ordering::Relaxed)
    }

    /// Returns whether the queue was paused, some seconds ago.
    pub fn is_paused(&self) -> bool {
        self.totals.is_paused.load(Ordering::Relaxed)
    }

    /// Stores whether the queue is paused.
    pub(crate) fn set_paused(&self, is_paused: bool) {
        self.totals.is_paused.store(is_paused, Ordering::Relaxed);
    }

    /// Stores the free space of the folder of the store.
    pub(crate) fn set_free_bytes(&self, free: Option<u64>) {
        self.totals.free_bytes.store(free.unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// Stores the numbers over all jobs, of workers, and of their idle threads.
    pub(crate) fn set_totals(&self, totals: &JobTotals, workers: u64, idle_threads: u64) {
        for (meter, number) in self.totals.jobs.iter().zip(totals.states) {
            meter.store(number, Ordering::Relaxed);
        }
        self.totals.ready.store(totals.ready, Ordering::Relaxed);
        self.totals.stored_bytes.store(totals.stored_bytes, Ordering::Relaxed);
        let age = u64::try_from(totals.ready_age.as_millis()).unwrap_or(u64::MAX);
        self.totals.ready_age_ms.store(age, Ordering::Relaxed);
        self.set_paused(totals.is_paused);
        self.totals.workers.store(workers, Ordering::Relaxed);
        self.totals.idle_threads.store(idle_threads, Ordering::Relaxed);
    }
}
