//! Batches and streams of solutions: counted while they are under way.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use super::solving::Solving;
use crate::service::Tally;
use crate::wire::Finding;

/// Counts what one stream comes to, for the metrics and for the log. As an extension of the response it tells the log, once
/// the body has ended, what became of it. Clones share the numbers.
#[derive(Clone, Debug)]
pub struct StreamMeter {
    solving: Solving,
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    /// Of a batch, as far as it has come.
    tally: Mutex<Option<Tally>>,
    /// Of a stream of solutions, at its end.
    finding: OnceLock<Finding>,
}

impl StreamMeter {
    /// A stream that begins.
    pub fn new(solving: Solving) -> Self {
        Self { solving, shared: Arc::default() }
    }

    /// A batch has come so far, everything before included.
    pub fn came_to(&self, tally: Tally) {
        let mut last = self.tally_now();
        self.solving.observe_batch(&last.unwrap_or_default(), &tally);
        *last = Some(tally);
    }

    /// A stream of solutions has ended. It is counted with the request that asked for it.
    pub fn ended(&self, finding: Finding) {
        // A stream ends once.
        let _ = self.shared.finding.set(finding);
    }

    /// What a batch came to; `None` for another stream, and before its first answers.
    pub fn tally(&self) -> Option<Tally> {
        *self.tally_now()
    }

    /// What a stream of solutions came to; `None` for another stream, and before its end.
    pub fn finding(&self) -> Option<Finding> {
        self.shared.finding.get().copied()
    }

    fn tally_now(&self) -> MutexGuard<'_, Option<Tally>> {
        self.shared.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
