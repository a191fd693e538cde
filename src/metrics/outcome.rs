//! Outcome of a question, for the log and the metrics.

use std::time::Duration;

use quadrille_answers::service::{Answerable, Question, Reply, SearchAnswer, Subject, SubjectKind};
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
    pub fn of<Q: Answerable>(reply: &Reply<Q::Answer>) -> Self {
        let Reply { answer, queued, solving, .. } = reply;
        Self {
            subject: Q::SUBJECT,
            verdict: answer.verdict().map(|verdict| VerdictKind::from(&verdict)),
            stopped_by: StoppedBy::of(reply),
            nodes: answer.nodes(),
            queued: *queued,
            solving: *solving,
        }
    }

    /// The outcome of a stream of solutions. Its reply contains no solution, hence no verdict.
    pub fn of_stream<S: Subject>(reply: &Reply<S::Answer>) -> Self {
        Self { verdict: None, ..Self::of::<Question<S>>(reply) }
    }
}
