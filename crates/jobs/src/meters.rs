//! Gauges, counters and histograms of jobs.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use quadrille_answers::service::{Counter, Gauge};

use super::bounds::JobBounds;
use super::queue::LiveWorkers;
use super::rows::JobTotals;
use super::spec::JobSpec;

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
    /// Maximum of the stored bytes of all clients; 0 for none.
    pub stored_bytes_max: u64,
    /// Free space of the folder of the store below which nothing is written, in bytes.
    pub free_bytes_min: u64,
    gauges: Arc<Mutex<JobGauges>>,
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

/// Numbers that the janitor has read, some seconds ago.
#[derive(Clone, Copy, Debug, Default)]
pub struct JobGauges {
    /// Numbers over all jobs.
    pub totals: JobTotals,
    /// Workers that are alive, of all processes that share the database.
    pub live: LiveWorkers,
    /// Free space of the folder of the store in bytes; `None` if unknown.
    pub free_bytes: Option<u64>,
}

impl JobMeters {
    /// Makes meters of jobs with these bounds.
    pub(crate) fn new(bounds: &JobBounds) -> Self {
        let JobBounds { stored_bytes_total_max: stored_bytes_max, free_bytes_min, .. } = *bounds;
        Self { stored_bytes_max, free_bytes_min, ..Self::default() }
    }

    /// Returns the numbers of some seconds ago.
    pub fn gauges(&self) -> JobGauges {
        *self.gauges.lock()
    }

    /// Changes the numbers.
    pub(crate) fn update(&self, change: impl FnOnce(&mut JobGauges)) {
        change(&mut self.gauges.lock());
    }
}
