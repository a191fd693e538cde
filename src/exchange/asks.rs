//! The kinds of question that batches ask.

use serde::Serialize;

use crate::wire::{Asks, CountAnswer, CountRequest, Report, SolveAnswer, SolveRequest};

/// A kind of request that may come in a batch: how its answers are written.
pub trait AsksBatch: Asks + Send + Sync + 'static {
    /// The answer as JSON.
    type Answer: Serialize + for<'a> From<&'a Report>;

    /// Writes the answer as text.
    fn write_text(report: &Report, page: &mut Vec<u8>);
}

impl AsksBatch for SolveRequest {
    type Answer = SolveAnswer;

    fn write_text(report: &Report, page: &mut Vec<u8>) {
        report.write_solve_text(page);
    }
}

impl AsksBatch for CountRequest {
    type Answer = CountAnswer;

    fn write_text(report: &Report, page: &mut Vec<u8>) {
        report.write_count_text(page);
    }
}
