//! The answer as JSON and as text.

use quadrille_sudoku::Answer;

use crate::kinds::count::question::Count;
use crate::kinds::job_kind::{JobDoc, JobForm, JobKind};
use crate::kinds::tool_kind::{ToolDoc, ToolKind};
use crate::service::Reply;
use crate::wire::answer_kind::{
    AnswerKind, BatchDoc, BatchKind, EndpointDoc, EndpointKind, QueryDoc, write_count,
};
use crate::wire::examples::examples;
use crate::wire::joined::Joined;
use crate::wire::puzzle::notation::{GridShape, Notation};
use crate::wire::question::ResultStyle;
use crate::wire::result::{AnalysisResult, CountFindings, DifferingCells, WorkStats, common_members};

impl AnswerKind for Count {
    type Result = AnalysisResult<Joined<CountFindings<GridShape>, DifferingCells>>;
    type Stats = WorkStats;

    fn result(reply: &Reply<Answer>, notation: &Notation) -> Self::Result {
        let Reply { answer, .. } = reply;
        let found = CountFindings::new((&answer.verdict, answer.count, answer.stop_reason), notation);
        AnalysisResult {
            first: Joined { first: found, rest: DifferingCells::new(&answer.verdict, notation) },
            rest: common_members(reply, &answer.conflicts, notation),
        }
    }

    fn write_text(Reply { answer, .. }: &Reply<Answer>, _: &ResultStyle, out: &mut Vec<u8>) {
        write_count(&answer.verdict, answer.count, answer.stop_reason, out);
    }
}

impl EndpointKind for Count {
    const DOC: EndpointDoc = EndpointDoc {
        operation: "count",
        title: "Count the solutions of a puzzle",
        description: "Counts up to `limit`. The default, 2, decides whether a puzzle is proper: `unique`, `none` or `multiple`. If it has\n\
            several solutions, two of them are `witnesses`, with the cells in which they differ. `complete` says whether `count`\n\
            is the number of all solutions. It is false if `limit` is reached, even if no further solution exists.\n\n\
            With `Accept: application/x-ndjson` the response is a stream with a JSON value per line, a `CountStreamLine`: a\n\
            `ProgressLine` twice a second, then a `CountResultLine`. A client that disconnects ends the count.",
        answer: "The answer. As text: the verdict and the count, with a `+` if there may be more, such as `unique 1`, `none 0`, `multiple 2+`.",
    };
    const QUERY: Option<QueryDoc> = Some(QueryDoc {
        title: "Count the solutions of a puzzle given in the query",
        description: "Like `POST /count`, with a cacheable answer that omits `stats` and `limits`, so that it is the same each time.",
        answer: "The answer. As text: the verdict and the count, with a `+` if there may be more.",
    });
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

impl ToolKind for Count {
    const TOOL: ToolDoc = ToolDoc {
        name: "count",
        title: "Count the solutions",
        description: "Counts the solutions of a Sudoku up to `limit`, by default 2, which proves a puzzle proper or not. Use it to test a puzzle that \
            someone has made, or to learn how ambiguous it is. Returns `count`; `complete`: unless it is true, `count` is only a lower bound; and, \
            with several solutions, two `witnesses` and the `differing_cells`, which show where a clue is missing.",
        ..ToolDoc::REPEATABLE
    };
}

impl JobKind for Count {
    const JOB: JobDoc = JobDoc {
        form: JobForm::Count,
        title: "Count the solutions of one puzzle, by default all",
        columns: None,
    };
}
