//! The answer as JSON and as text.

use quadrille_sudoku::StopReason;
use quadrille_sudoku::analysis::CheckAnswer;
use serde::Serialize;
use utoipa::ToSchema;

use crate::faults::is_zero;
use crate::kinds::check::question::CheckEntries;
use crate::kinds::tool_kind::{ToolDoc, ToolKind};
use crate::service::Reply;
use crate::wire::answer_kind::{AnswerKind, BatchKind, EndpointDoc, EndpointKind};
use crate::wire::puzzle::notation::{Notation, cell_names, write_cells};
use crate::wire::question::ResultStyle;
use crate::wire::result::{
    AnalysisResult, AnalysisStats, NotationMembers, PuzzleConflict, StoppedBy, VerdictKind,
};

/// Mistakes of a player. Cells are named `r1c1`, and listed row by row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CheckFindings {
    /// Verdict on the puzzle without the entries. If it is `none`, or `unknown`, no entries or marks are wrong.
    pub verdict: VerdictKind,
    /// Whether clues and entries fill the grid and solve the puzzle.
    pub solved: bool,
    /// Whether a solution has all entries; null if a limit left that undecided.
    #[schema(required = true)]
    pub solvable: Option<bool>,
    /// Cells without a clue whose entry no solution has; if the solution is unique, all that differ from it.
    #[schema(example = json!(["r1c2"]))]
    pub wrong: Vec<String>,
    /// Cells with an entry that differs from their clue. The other lists are as if these entries were not made; `solved` and
    /// `solvable` are false.
    pub overwritten: Vec<String>,
    /// Cells with marks, none of which is the digit of a solution. Marks of cells with a clue or an entry are ignored.
    pub wrong_marks: Vec<String>,
    /// Cells with entries that a solution has one by one, but none together. Empty if there are none, or if the solution is
    /// unique.
    pub contradicting: Vec<String>,
    /// Whether some solution has any part of the contradicting entries; false if a limit stopped the search before. Absent
    /// without contradicting entries.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub contradicting_minimal: Option<bool>,
    /// Cells whose entry or marks a limit left undecided; absent if all are decided.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, min_items = 1)]
    pub undecided: Vec<String>,
    /// The reason why the search ended early; null if it was complete.
    #[schema(required = true)]
    pub stopped_by: Option<StoppedBy>,
    /// Digits that clues and entries have more than once in a house, at most 20.
    pub conflicts: Vec<PuzzleConflict>,
    /// Number of conflicts not listed; absent if all are.
    #[serde(skip_serializing_if = "is_zero")]
    #[schema(required = false, minimum = 1)]
    pub conflicts_omitted: usize,
}

impl AnswerKind for CheckEntries {
    type Result = AnalysisResult<CheckFindings, NotationMembers>;
    type Stats = AnalysisStats;

    fn result(reply: &Reply<CheckAnswer>, notation: &Notation) -> Self::Result {
        let answer = &reply.answer;
        let (conflicts, conflicts_omitted) = PuzzleConflict::list(&answer.conflicts, **notation);
        let names = |cells| cell_names(cells, &answer.rules);
        let findings = CheckFindings {
            verdict: VerdictKind::from(&answer.verdict),
            solved: answer.is_solved,
            solvable: answer.is_solvable,
            wrong: names(&answer.wrong),
            overwritten: names(&answer.overwritten),
            wrong_marks: names(&answer.wrong_marks),
            contradicting: names(&answer.contradicting),
            contradicting_minimal: (!answer.contradicting.is_empty())
                .then_some(answer.is_contradiction_minimal),
            undecided: names(&answer.undecided),
            stopped_by: StoppedBy::from_reply(reply),
            conflicts,
            conflicts_omitted,
        };
        AnalysisResult { first: findings, rest: notation.into() }
    }

    /// Writes `solved`, `solvable`, `unsolvable` or `unknown`, then each kind of mistake with its cells, and a `+` if there
    /// may be more.
    fn write_text(Reply { answer, .. }: &Reply<CheckAnswer>, _: &ResultStyle, out: &mut Vec<u8>) {
        let state = match answer.is_solvable {
            Some(true) if answer.is_solved => "solved",
            Some(true) => "solvable",
            Some(false) => "unsolvable",
            None => "unknown",
        };
        out.extend_from_slice(state.as_bytes());
        for (kind, cells) in [
            (" wrong", &answer.wrong),
            (" overwritten", &answer.overwritten),
            (" wrong_marks", &answer.wrong_marks),
            (" contradicting", &answer.contradicting),
        ] {
            if !cells.is_empty() {
                out.extend_from_slice(kind.as_bytes());
            }
            write_cells(cells, &answer.rules, out);
        }
        if answer.stop_reason != StopReason::Complete {
            out.extend_from_slice(b" +");
        }
    }
}

impl EndpointKind for CheckEntries {
    const DOC: EndpointDoc = EndpointDoc {
        operation: "check_entries",
        title: "Check the entries of a player",
        description: "Compares `entries` and pencil `marks` with the solutions of the puzzle. If the solution is unique, every \
            entry that differs from it is `wrong`. If there are several, an entry is wrong if no solution has it, and \
            `contradicting` lists entries that are possible one by one, but not together: as few of them as possible, \
            in that none can be left out. `conflicts` are digits that clues and entries repeat in a house. The answer \
            does not contain the solution.\n\nA reached limit is an answer: what it lists is proved, and `undecided` \
            lists the other cells with entries or marks.",
        answer: "The mistakes. As text, in one line: `solved`, `solvable`, `unsolvable` or `unknown`; `wrong`, \
            `overwritten`, `wrong_marks` and `contradicting`, each with its cells, unless there are none; and a `+` if \
            a limit stopped the search.",
    };
}

impl BatchKind for CheckEntries {
    const COLUMNS: &'static [&'static str] = &[
        "verdict",
        "solved",
        "solvable",
        "wrong",
        "overwritten",
        "wrong_marks",
        "contradicting",
        "undecided",
        "stopped_by",
        "rules_not_read",
    ];
}

impl ToolKind for CheckEntries {
    const TOOL: ToolDoc = ToolDoc {
        name: "check",
        title: "Check the entries of a player",
        description: "Checks the entries of a player against the solution without revealing it. Give the clues as `puzzle`, and the grid as it stands \
            as `entries`. Returns `wrong`, the cells whose digit is not the solution's; `overwritten`, clues that were changed; `solved`, whether the grid is full and right; and \
            `solvable`, whether it can still be completed.",
        ..ToolDoc::REPEATABLE
    };
}
