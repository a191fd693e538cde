//! The answer as JSON and as text.

use quadrille_sudoku::Answer;

use crate::kinds::count::question::Count;
use crate::service::Reply;
use crate::wire::answer_kind::{AnswerKind, BatchDoc, BatchKind, write_count};
use crate::wire::examples::examples;
use crate::wire::joined::Joined;
use crate::wire::members::{AnalysisResult, common_members};
use crate::wire::puzzle::notation::{GridShape, Notation};
use crate::wire::question::ResultStyle;
use crate::wire::result::{CountFindings, DifferingCells, WorkStats};

impl AnswerKind for Count {
    type Result = AnalysisResult<Joined<CountFindings<GridShape>, DifferingCells>>;
    type Stats = WorkStats;

    fn result(reply: &Reply<Answer>, notation: &Notation) -> Self::Result {
        let Reply { answer, .. } = reply;
        let found = CountFindings::new((&answer.verdict, answer.count, answer.stop_reason), notation);
        AnalysisResult {
            first: Joined { first: found, rest: DifferingCells::from(&answer.verdict) },
            rest: common_members(reply, &answer.conflicts, notation),
        }
    }

    fn write_text(Reply { answer, .. }: &Reply<Answer>, _: &ResultStyle, out: &mut Vec<u8>) {
        write_count(&answer.verdict, answer.count, answer.stop_reason, out);
    }
}

impl BatchKind for Count {
    const BATCH: Option<BatchDoc> = Some(BatchDoc {
        operation: "count_batch",
        title: "Count the solutions of many puzzles",
        link: "count the solutions of many puzzles, as a stream",
        examples: examples!("batch"),
        description: None,
    });
    const COLUMNS: &'static [&'static str] =
        &["verdict", "count", "complete", "solution", "stopped_by", "rules_not_read"];
    const PIECE_ENTRIES: u64 = 4096;
}
