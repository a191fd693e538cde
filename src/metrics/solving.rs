//! Solving metrics: verdicts, times and nodes.

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

use super::outcome::Outcome;
use crate::service::VerdictCounts;
use crate::wire::{StoppedBy, VerdictKind};

/// Upper bounds of the solve time buckets, in seconds. A newspaper puzzle takes a microsecond.
const SECONDS: [f64; 12] =
    [0.000_001, 0.000_005, 0.000_025, 0.000_1, 0.000_5, 0.0025, 0.01, 0.05, 0.25, 1.0, 5.0, 30.0];

/// Upper bounds of the node buckets. Puzzles solved by rules alone have 0 nodes.
const NODES: [f64; 9] = [0.0, 1.0, 10.0, 100.0, 1e3, 1e4, 1e5, 1e6, 1e7];

/// Solving metrics. Clones share the counters.
#[derive(Clone, Debug)]
pub struct Solving {
    verdicts: [Counter; VerdictKind::ALL.len()],
    stopped: [Counter; StoppedBy::ALL.len()],
    solve_time: Histogram,
    queue_time: Histogram,
    nodes: Histogram,
    batch_puzzles: Counter,
    batch_errors: Counter,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct VerdictLabels {
    verdict: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct StoppedLabels {
    by: &'static str,
}

impl Solving {
    pub(super) fn register(registry: &mut Registry) -> Self {
        let verdicts = Family::<VerdictLabels, Counter>::default();
        let stopped = Family::<StoppedLabels, Counter>::default();
        let verdict = |word: VerdictKind| VerdictLabels { verdict: word.as_str() };
        let by = |by: StoppedBy| StoppedLabels { by: by.as_str() };
        let solving = Self {
            verdicts: VerdictKind::ALL.map(|word| verdicts.get_or_create_owned(&verdict(word))),
            stopped: StoppedBy::ALL.map(|ending| stopped.get_or_create_owned(&by(ending))),
            solve_time: Histogram::new(SECONDS),
            queue_time: Histogram::new(SECONDS),
            nodes: Histogram::new(NODES),
            batch_puzzles: Counter::default(),
            batch_errors: Counter::default(),
        };
        registry.register("verdicts", "Puzzles answered, by verdict", verdicts);
        registry.register("stopped", "Searches stopped by a limit, by limit", stopped);
        let Self { solve_time, queue_time, nodes, batch_puzzles, batch_errors, .. } = solving.clone();
        let single = "of single questions";
        let worked = format!("Solve time {single}");
        registry.register_with_unit("solve", worked, Unit::Seconds, solve_time);
        let waited = format!("Queue time {single}");
        registry.register_with_unit("queue_wait", waited, Unit::Seconds, queue_time);
        registry.register("solve_nodes", format!("Search tree nodes {single}"), nodes);
        registry.register("batch_puzzles", "Batch entries answered", batch_puzzles);
        registry.register("batch_errors", "Batch entries rejected", batch_errors);
        solving
    }

    /// Records the answer to a single question.
    pub fn observe(&self, outcome: &Outcome) {
        if let Some(verdict) = outcome.verdict {
            self.verdicts[verdict as usize].inc();
        }
        if let Some(by) = outcome.stopped_by {
            self.stopped[by as usize].inc();
        }
        self.solve_time.observe(outcome.solving.as_secs_f64());
        self.queue_time.observe(outcome.queued.as_secs_f64());
        if let Some(nodes) = outcome.nodes {
            self.nodes.observe(nodes as f64);
        }
    }

    /// Records the progress of a batch since the last call.
    pub(super) fn observe_batch(&self, before: &VerdictCounts, now: &VerdictCounts) {
        let (earlier, later) = (by_verdict(before), by_verdict(now));
        for (counter, (earlier, later)) in self.verdicts.iter().zip(earlier.into_iter().zip(later)) {
            counter.inc_by(later - earlier);
            self.batch_puzzles.inc_by(later - earlier);
        }
        self.batch_errors.inc_by(now.errors - before.errors);
    }
}

/// Returns the counts in the order of [`VerdictKind::ALL`].
fn by_verdict(counts: &VerdictCounts) -> [u64; VerdictKind::ALL.len()] {
    VerdictKind::ALL.map(|verdict| match verdict {
        VerdictKind::None => counts.none,
        VerdictKind::Unique => counts.unique,
        VerdictKind::Multiple => counts.multiple,
        VerdictKind::Solvable => counts.solvable,
        VerdictKind::Unknown => counts.unknown,
    })
}
