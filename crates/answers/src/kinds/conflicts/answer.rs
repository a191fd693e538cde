//! The answer as JSON and as text.

use quadrille_sudoku::analysis::ContradictionAnswer;
use serde::Serialize;
use utoipa::ToSchema;

use crate::kinds::command_kind::{CommandDoc, CommandKind};
use crate::kinds::conflicts::question::FindConflicts;
use crate::kinds::tool_kind::{ToolDoc, ToolKind};
use crate::service::Reply;
use crate::wire::answer_kind::{AnswerKind, BatchKind, EndpointDoc, EndpointKind};
use crate::wire::puzzle::constraints::constraint_pointers;
use crate::wire::puzzle::notation::{Notation, cell_names, write_cells, write_names};
use crate::wire::question::ResultStyle;
use crate::wire::result::{AnalysisResult, AnalysisStats, NotationMembers, StoppedBy, VerdictKind};

/// Clues of a puzzle that contradict each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ConflictsFindings {
    /// Verdict on the puzzle: `none`, `solvable` or `unknown`.
    pub verdict: VerdictKind,
    /// Cells of clues without a common solution, row by row; empty unless the verdict is `none`, and if the candidates of
    /// the request have no solution even without clues.
    #[schema(example = json!(["r1c1", "r2c3"]))]
    pub clues: Vec<String>,
    /// JSON pointers of the constraints that contradict these clues and each other; for a puzzle whose text has constraints, in the
    /// order of the text. Absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, min_items = 1, example = json!(["/constraints/2"]))]
    pub constraints: Vec<String>,
    /// Whether all of these clues and constraints are needed: without any one of them, the others have a solution. False if a limit stopped
    /// the search before; null unless the verdict is `none`.
    #[schema(required = true)]
    pub minimal: Option<bool>,
    /// The reason why the search ended early; null if it was complete.
    #[schema(required = true)]
    pub stopped_by: Option<StoppedBy>,
}

impl AnswerKind for FindConflicts {
    type Result = AnalysisResult<ConflictsFindings, NotationMembers>;
    type Stats = AnalysisStats;

    fn result(reply: &Reply<ContradictionAnswer>, notation: &Notation) -> Self::Result {
        let answer = &reply.answer;
        let verdict = verdict(answer);
        let findings = ConflictsFindings {
            verdict,
            clues: cell_names(&answer.clues, &answer.rules),
            constraints: constraint_pointers(&answer.constraints),
            minimal: (verdict == VerdictKind::None).then_some(answer.is_minimal),
            stopped_by: StoppedBy::from_reply(reply),
        };
        AnalysisResult { first: findings, rest: notation.into() }
    }

    /// Writes the verdict and the clues, with a `+` if some of them may not be needed.
    fn write_text(Reply { answer, .. }: &Reply<ContradictionAnswer>, _: &ResultStyle, out: &mut Vec<u8>) {
        let verdict = verdict(answer);
        out.extend_from_slice(verdict.as_str().as_bytes());
        write_cells(&answer.clues, &answer.rules, out);
        write_names(constraint_pointers(&answer.constraints), out);
        if verdict == VerdictKind::None && !answer.is_minimal {
            out.extend_from_slice(b" +");
        }
    }
}

impl EndpointKind for FindConflicts {
    const DOC: EndpointDoc = EndpointDoc {
        operation: "find_conflicts",
        title: "Find clues and constraints of a puzzle that contradict each other",
        description: "For a puzzle without a solution, returns a minimal set of clues and constraints without a common solution: the cause of \
            the contradiction. There may be other such sets. `candidates` of the request count as rules, not as clues: \
            if they alone have no solution, `clues` is empty.\n\nA reached limit is an answer: the `clues` contradict \
            each other, but some of them may not be needed.",
        answer: "The clues. As text, in one line: the verdict and the cells of the clues, such as `none r1c1 r2c3`, with a \
            `+` if some of them may not be needed.",
    };
}

/// Only the command line has batches of this kind.
impl BatchKind for FindConflicts {
    const COLUMNS: &'static [&'static str] =
        &["verdict", "clues", "constraints", "minimal", "stopped_by", "rules_not_read"];
}

fn verdict(answer: &ContradictionAnswer) -> VerdictKind {
    match answer.is_solvable {
        Some(true) => VerdictKind::Solvable,
        Some(false) => VerdictKind::None,
        None => VerdictKind::Unknown,
    }
}

impl CommandKind for FindConflicts {
    const COMMAND: CommandDoc =
        CommandDoc { examples: &["'12....3....4....'", "--format json puzzles.txt"], ..CommandDoc::PLAIN };
}

impl ToolKind for FindConflicts {
    const TOOL: ToolDoc = ToolDoc {
        name: "conflicts",
        title: "Explain why there is no solution",
        description: "Finds a small set of clues and constraints that cannot hold together, for a puzzle without a solution: `clues` and `constraints`. \
            If `minimal` is true, each of them is needed. Use it to find a mistyped clue. For a puzzle that has a solution, `clues` is empty.",
        ..ToolDoc::REPEATABLE
    };
}
