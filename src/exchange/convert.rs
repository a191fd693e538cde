//! Questions and replies in the words of the other side.

use crate::service::{self, AskedLimits, Reply};
use crate::wire::{self, Finding, LimitsAnswer, Notation, Report};

/// The question as the service asks it, and the notation for its answer.
pub fn question_of(question: wire::Question) -> (service::Question, Notation) {
    let wire::Question { puzzle, notation, limit, skip, time_ms, nodes } = question;
    let limits = AskedLimits { time_ms, nodes };
    // Those that are passed over have to be found, too.
    let solutions_max = limit.saturating_add(skip);
    (service::Question { puzzle, solutions_max, limits, wants_stats: true }, notation)
}

/// The reply as the wire reports it.
pub fn report_of(reply: Reply, notation: Notation) -> Report {
    let Reply { answer, limits, queued, solving } = reply;
    let limits = LimitsAnswer {
        time_ms: limits.time.as_millis().try_into().unwrap_or(u64::MAX),
        nodes: limits.nodes.map(Into::into),
    };
    Report { answer, notation, limits, queued, solving }
}

/// What a stream of solutions comes to. Its reply holds no solution, and so proves nothing.
pub fn finding_of(reply: &Reply) -> Finding {
    Finding { verdict: None, ..Finding::new(&reply.answer, reply.queued, reply.solving) }
}
