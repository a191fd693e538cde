//! Metrics of batches and streams of solutions, recorded while they run.

use std::sync::{Arc, OnceLock};

use parking_lot::{Mutex, MutexGuard};
use quadrille_answers::service::{SubjectKind, VerdictCounts};

use super::outcome::Outcome;
use super::solving::Solving;

/// Meter of one stream, for the metrics and the log. Clones share the numbers.
///
/// It is an extension of the response, so that the access log can read it at the end of the body.
#[derive(Clone, Debug)]
pub struct StreamMeter {
    solving: Solving,
    subject: SubjectKind,
    shared: Arc<StreamState>,
}

#[derive(Debug, Default)]
struct StreamState {
    /// Counts of a batch so far.
    counts: Mutex<Option<VerdictCounts>>,
    /// Outcome of a stream of solutions, set at its end.
    outcome: OnceLock<Outcome>,
}

impl StreamMeter {
    /// Creates the meter of a new stream.
    pub fn new(solving: Solving, subject: SubjectKind) -> Self {
        Self { solving, subject, shared: Arc::default() }
    }

    /// Records the counts of a batch since its start.
    pub fn set_counts(&self, counts: VerdictCounts) {
        let mut last = self.counts_now();
        self.solving.observe_batch(self.subject, &last.unwrap_or_default(), &counts);
        *last = Some(counts);
    }

    /// Records the end of a stream of solutions. The access log counts it with its request.
    pub fn ended(&self, outcome: Outcome) {
        // A stream ends only once.
        let _ = self.shared.outcome.set(outcome);
    }

    /// Returns the kind of the problems.
    pub fn subject(&self) -> SubjectKind {
        self.subject
    }

    /// Returns the counts of a batch; `None` for other streams, and before the first answers.
    pub fn counts(&self) -> Option<VerdictCounts> {
        *self.counts_now()
    }

    /// Returns the outcome of a stream of solutions; `None` for other streams, and before its end.
    pub fn outcome(&self) -> Option<Outcome> {
        self.shared.outcome.get().copied()
    }

    fn counts_now(&self) -> MutexGuard<'_, Option<VerdictCounts>> {
        self.shared.counts.lock()
    }
}
