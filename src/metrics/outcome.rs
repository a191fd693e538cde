//! Outcome of a question, for the log and the metrics.

use std::time::Duration;

use quadrille_answers::service::{Answerable, Reply, SearchAnswer, Solvable, Subject, SubjectKind};
use quadrille_answers::wire::{StoppedBy, VerdictKind};

/// Result and cost of a question, without the puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The kind of problem.
    pub subject: SubjectKind,
    /// The verdict; `None` for a stream of solutions and for an answer without one.
    pub verdict: Option<VerdictKind>,
    /// The reason why the search ended early; `None` if it was complete.
    pub stopped_by: Option<StoppedBy>,
    /// Nodes of the search tree that were visited; `None` without statistics.
    pub nodes: Option<u64>,
    /// Time spent waiting for a solver thread.
    pub queued: Duration,
    /// Time spent on solver threads.
    pub solving: Duration,
}

impl Outcome {
    /// The outcome of a question.
    pub fn from_reply<Q: Answerable>(reply: &Reply<Q::Answer>) -> Self {
        Self::new::<Q::Subject, _>(reply)
    }

    fn new<S: Subject, A: SearchAnswer>(reply: &Reply<A>) -> Self {
        let Reply { answer, queued, solving, .. } = reply;
        let summary = answer.summary();
        Self {
            subject: S::KIND,
            verdict: summary.verdict.map(|verdict| VerdictKind::from(&verdict)),
            stopped_by: StoppedBy::from_reply(reply),
            nodes: summary.nodes,
            queued: *queued,
            solving: *solving,
        }
    }

    /// The outcome of a stream of solutions. Its reply contains no solution, hence no verdict.
    pub fn from_stream<S: Solvable>(reply: &Reply<S::Answer>) -> Self {
        Self { verdict: None, ..Self::new::<S, _>(reply) }
    }
}
