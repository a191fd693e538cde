//! From what the service replies to what the wire reports.

use crate::service::Reply;
use crate::wire::{LimitsAnswer, Notation, Report};

pub(super) fn report(reply: Reply, notation: Notation) -> Report {
    let Reply { answer, limits, queued, solving } = reply;
    let limits = LimitsAnswer {
        time_ms: limits.time.as_millis().try_into().unwrap_or(u64::MAX),
        nodes: limits.nodes.map(Into::into),
    };
    Report { answer, notation, limits, queued, solving, with_stats: true }
}
