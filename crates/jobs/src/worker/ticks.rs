//! Ticks of a worker: which of its regular work is due.

/// Ticks between two renewals of leases: a third of a lease.
const RENEWAL_TICKS: u64 = 10;

/// Ticks between two looks for leases that have ended, and for pieces if this worker has none: new ones wake it.
const IDLE_TICKS: u64 = 2;

/// Ticks between two looks for jobs that nobody has ended: rare, and an idle worker does little else.
const END_TICKS: u64 = 10;

/// Maximum number of pieces in a claim.
const CLAIM_MAX: usize = 16;

/// Ticks so far, and the pieces that ended in the last two.
#[derive(Debug, Default)]
pub(super) struct Ticks {
    tick: u64,
    /// Number of pieces that ended in the tick before, and in this one.
    ended_before: usize,
    ended: usize,
    /// Tick before which no leases of others are ended, because the database has failed: their workers could not renew them.
    reap_from: u64,
}

impl Ticks {
    /// Begins the next tick.
    pub(super) fn begin(&mut self) {
        self.tick += 1;
        (self.ended_before, self.ended) = (self.ended, 0);
    }

    /// Counts a piece that has ended.
    pub(super) fn add_ended(&mut self) {
        self.ended += 1;
    }

    /// Returns the maximum number of pieces of a claim: as many as end in a quarter of a second.
    pub(super) fn claim_max(&self) -> usize {
        (self.ended_before.max(self.ended) / 2).clamp(1, CLAIM_MAX)
    }

    /// Returns whether an idle worker looks for pieces.
    pub(super) fn looks_for_pieces(&self) -> bool {
        self.tick % IDLE_TICKS == 1
    }

    /// Returns whether leases of workers that have disappeared are ended. In the first tick, too: perhaps this process has died before.
    pub(super) fn reaps(&self) -> bool {
        self.tick % IDLE_TICKS == 1 && self.tick >= self.reap_from
    }

    /// Gives all workers the time to renew their leases, after a failure of the database.
    pub(super) fn delay_reaping(&mut self) {
        self.reap_from = self.tick + RENEWAL_TICKS + 1;
    }

    /// Returns whether jobs without open pieces are ended.
    pub(super) fn ends_jobs(&self) -> bool {
        self.tick % END_TICKS == 1
    }

    /// Returns whether this worker reports, although nothing has changed.
    pub(super) fn reports(&self) -> bool {
        self.tick.is_multiple_of(RENEWAL_TICKS)
    }

    /// Returns whether the leases of this worker are renewed: after a failure of the database at each tick.
    pub(super) fn renews(&self) -> bool {
        self.reports() || self.tick < self.reap_from
    }
}
