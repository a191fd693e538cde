//! Kinds of question with a single result, as JSON and as text, and those that batches can hold.

use quadrille_exact_cover::{StopReason, Verdict};
use quadrille_sudoku::Answer;
use serde::Serialize;

use super::chunk::CHUNK_BYTES;
use super::kind::{AnswerOf, Count, NotationOf, QuestionKind, Solve};
use super::notation::{Notation, write_number};
use super::question::ResultStyle;
use super::request_option::{COUNT_BATCH, RequestOption, SOLVE_BATCH, SOLVE_ENTRY};
use super::result::{CountResult, ReplyStats, SolveResult, VerdictKind, WorkStats, first_solution};
use crate::service::{Answerable, Reply};

/// A kind of question with one result.
pub trait AnswerKind: QuestionKind<Question: Answerable> + Send + Sync + 'static {
    /// The result as JSON.
    type Result: Serialize;
    /// Statistics of the search as JSON.
    type Stats: ReplyStats<AnswerOf<Self>>;

    /// Makes the result.
    fn result(reply: &Reply<AnswerOf<Self>>, notation: &NotationOf<Self>) -> Self::Result;

    /// Appends the result as one line of text, without a line end.
    fn write_text(reply: &Reply<AnswerOf<Self>>, style: &ResultStyle<NotationOf<Self>>, out: &mut Vec<u8>);
}

/// A kind of question that batches can hold.
pub trait BatchKind: AnswerKind {
    /// The options in the query of a batch.
    const BATCH_OPTIONS: &'static [RequestOption];
    /// The options of an entry of a batch.
    const ENTRY_OPTIONS: &'static [RequestOption] = Self::OPTIONS;
    /// Bytes of entries that are read together. Their answers are in memory at the same time.
    const CHUNK_BYTES: usize = CHUNK_BYTES;
}

impl AnswerKind for Solve {
    type Result = SolveResult;
    type Stats = WorkStats;

    fn result(reply: &Reply<Answer>, notation: &Notation) -> SolveResult {
        SolveResult::new(reply, *notation)
    }

    /// Writes the solution and the verdict; only the solution if it is unique and the client named no `limit`; only the
    /// verdict without a solution.
    fn write_text(Reply { answer, .. }: &Reply<Answer>, style: &ResultStyle, out: &mut Vec<u8>) {
        let verdict = VerdictKind::from(&answer.verdict);
        if let Some(grid) = first_solution(answer) {
            style.notation.write_line(grid, out);
            if verdict == VerdictKind::Unique && !style.has_limit {
                return;
            }
            out.push(b' ');
        }
        out.extend_from_slice(verdict.as_str().as_bytes());
    }
}

impl BatchKind for Solve {
    const BATCH_OPTIONS: &'static [RequestOption] = SOLVE_BATCH;
    const ENTRY_OPTIONS: &'static [RequestOption] = SOLVE_ENTRY;
}

impl AnswerKind for Count {
    type Result = CountResult;
    type Stats = WorkStats;

    fn result(reply: &Reply<Answer>, notation: &Notation) -> CountResult {
        CountResult::new(reply, *notation)
    }

    fn write_text(Reply { answer, .. }: &Reply<Answer>, _: &ResultStyle, out: &mut Vec<u8>) {
        write_count(&answer.verdict, answer.count, answer.stop_reason, out);
    }
}

impl BatchKind for Count {
    const BATCH_OPTIONS: &'static [RequestOption] = COUNT_BATCH;
}

/// Writes the verdict and the count, with a `+` if there may be more, such as `multiple 2+`.
pub(super) fn write_count<S>(verdict: &Verdict<S>, count: u64, stop_reason: StopReason, out: &mut Vec<u8>) {
    out.extend_from_slice(VerdictKind::from(verdict).as_str().as_bytes());
    out.push(b' ');
    write_number(count, out);
    if stop_reason != StopReason::Complete {
        out.push(b'+');
    }
}
