//! Solving metrics: verdicts, times and nodes.

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};
use quadrille_answers::service::{SubjectKind, VerdictCounts};
use quadrille_answers::wire::{StoppedBy, VerdictKind};

use super::outcome::Outcome;

/// Upper bounds of the solve time buckets, in seconds. A newspaper puzzle takes a microsecond.
const SECONDS: [f64; 12] =
    [0.000_001, 0.000_005, 0.000_025, 0.000_1, 0.000_5, 0.0025, 0.01, 0.05, 0.25, 1.0, 5.0, 30.0];

/// Upper bounds of the node buckets. Puzzles solved by rules alone have 0 nodes.
const NODES: [f64; 9] = [0.0, 1.0, 10.0, 100.0, 1e3, 1e4, 1e5, 1e6, 1e7];

/// Solving metrics. Clones share the counters.
#[derive(Clone, Debug)]
pub struct Solving {
    subjects: [SubjectSolving; SubjectKind::ALL.len()],
}

/// Solving metrics of one kind of problem.
#[derive(Clone, Debug)]
struct SubjectSolving {
    verdicts: [Counter; VerdictKind::ALL.len()],
    stopped: [Counter; StoppedBy::ALL.len()],
    solve_time: Histogram,
    queue_time: Histogram,
    nodes: Histogram,
    batch_puzzles: Counter,
    batch_errors: Counter,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct SubjectLabels {
    subject: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct VerdictLabels {
    subject: &'static str,
    verdict: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct StoppedLabels {
    subject: &'static str,
    by: &'static str,
}

/// Histograms with the same buckets.
type Histograms = Family<SubjectLabels, Histogram, fn() -> Histogram>;

impl Solving {
    pub(super) fn register(registry: &mut Registry) -> Self {
        let verdicts = Family::<VerdictLabels, Counter>::default();
        let stopped = Family::<StoppedLabels, Counter>::default();
        let solve_times = Histograms::new_with_constructor(|| Histogram::new(SECONDS));
        let queue_times = Histograms::new_with_constructor(|| Histogram::new(SECONDS));
        let nodes = Histograms::new_with_constructor(|| Histogram::new(NODES));
        let batch_puzzles = Family::<SubjectLabels, Counter>::default();
        let batch_errors = Family::<SubjectLabels, Counter>::default();
        // Creates all series.
        let subjects = SubjectKind::ALL.map(|subject| {
            let subject = subject.as_str();
            let labels = &SubjectLabels { subject };
            let verdict = |word: VerdictKind| VerdictLabels { subject, verdict: word.as_str() };
            let by = |by: StoppedBy| StoppedLabels { subject, by: by.as_str() };
            SubjectSolving {
                verdicts: VerdictKind::ALL.map(|word| verdicts.get_or_create_owned(&verdict(word))),
                stopped: StoppedBy::ALL.map(|ending| stopped.get_or_create_owned(&by(ending))),
                solve_time: solve_times.get_or_create_owned(labels),
                queue_time: queue_times.get_or_create_owned(labels),
                nodes: nodes.get_or_create_owned(labels),
                batch_puzzles: batch_puzzles.get_or_create_owned(labels),
                batch_errors: batch_errors.get_or_create_owned(labels),
            }
        });
        registry.register("verdicts", "Problems answered, by kind and verdict", verdicts);
        registry.register("stopped", "Searches stopped by a limit, by kind of problem and limit", stopped);
        let single = "of single questions, by kind of problem";
        let worked = format!("Solve time {single}");
        registry.register_with_unit("solve", worked, Unit::Seconds, solve_times);
        let waited = format!("Queue time {single}");
        registry.register_with_unit("queue_wait", waited, Unit::Seconds, queue_times);
        registry.register("solve_nodes", format!("Search tree nodes {single}"), nodes);
        registry.register("batch_puzzles", "Batch entries answered, by kind of problem", batch_puzzles);
        registry.register("batch_errors", "Batch entries rejected, by kind of problem", batch_errors);
        Self { subjects }
    }

    /// Records the answer to a single question.
    pub fn observe(&self, outcome: &Outcome) {
        let solving = self.subject(outcome.subject);
        if let Some(verdict) = outcome.verdict {
            solving.verdicts[verdict as usize].inc();
        }
        if let Some(by) = outcome.stopped_by {
            solving.stopped[by as usize].inc();
        }
        solving.solve_time.observe(outcome.solving.as_secs_f64());
        solving.queue_time.observe(outcome.queued.as_secs_f64());
        if let Some(nodes) = outcome.nodes {
            solving.nodes.observe(nodes as f64);
        }
    }

    /// Records the progress of a batch since the last call.
    pub(super) fn observe_batch(&self, subject: SubjectKind, before: &VerdictCounts, now: &VerdictCounts) {
        let solving = self.subject(subject);
        let (earlier, later) = (by_verdict(before), by_verdict(now));
        for (counter, (earlier, later)) in solving.verdicts.iter().zip(earlier.into_iter().zip(later)) {
            counter.inc_by(later - earlier);
            solving.batch_puzzles.inc_by(later - earlier);
        }
        solving.batch_puzzles.inc_by(now.answered - before.answered);
        solving.batch_errors.inc_by(now.errors - before.errors);
    }

    fn subject(&self, subject: SubjectKind) -> &SubjectSolving {
        &self.subjects[subject as usize]
    }
}

/// Returns the counts in the order of [`VerdictKind::ALL`].
fn by_verdict(counts: &VerdictCounts) -> [u64; VerdictKind::ALL.len()] {
    VerdictKind::ALL.map(|verdict| verdict.count_in(counts))
}
