//! Gauges and counters of jobs.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::state::JobState;
use crate::service::{Counter, Gauge};

/// Gauges and counters of jobs. Clones share the values.
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
    totals: Arc<Totals>,
}

/// Numbers that the janitor reads from the database.
#[derive(Debug, Default)]
struct Totals {
    jobs: [AtomicU64; JobState::ALL.len()],
    ready: AtomicU64,
    workers: AtomicU64,
    idle_threads: AtomicU64,
}

impl JobMeters {
    /// Returns the number of jobs in a state, some seconds ago.
    pub fn jobs(&self, state: JobState) -> u64 {
        self.totals.jobs[state as usize].load(Ordering::Relaxed)
    }

    /// Returns the number of pieces that wait for a worker, some seconds ago.
    pub fn ready_pieces(&self) -> u64 {
        self.totals.ready.load(Ordering::Relaxed)
    }

    /// Returns the number of workers that are alive, of all processes that share the database, some seconds ago.
    pub fn workers(&self) -> u64 {
        self.totals.workers.load(Ordering::Relaxed)
    }

    /// Returns the number of threads of all workers that have nothing to do, some seconds ago.
    pub fn idle_threads(&self) -> u64 {
        self.totals.idle_threads.load(Ordering::Relaxed)
    }

    /// Stores the numbers of jobs by state, of ready pieces, of workers, and of their idle threads.
    pub(super) fn set_totals(
        &self,
        jobs: [u64; JobState::ALL.len()],
        ready: u64,
        workers: u64,
        idle_threads: u64,
    ) {
        for (meter, number) in self.totals.jobs.iter().zip(jobs) {
            meter.store(number, Ordering::Relaxed);
        }
        self.totals.ready.store(ready, Ordering::Relaxed);
        self.totals.workers.store(workers, Ordering::Relaxed);
        self.totals.idle_threads.store(idle_threads, Ordering::Relaxed);
    }
}
