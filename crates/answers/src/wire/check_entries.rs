//! The kind of `/check`: its options, and its result as JSON and as text.

use quadrille_sudoku::analysis::CheckAnswer;
use quadrille_sudoku::{Puzzle, StopReason};
use serde::Serialize;
use utoipa::ToSchema;

use super::analysis_result::{AnalysisResult, NotationMembers};
use super::answer_kind::{AnswerKind, BatchKind};
use super::fault::{Faults, is_zero};
use super::kind::QuestionKind;
use super::notation::{Notation, cell_names};
use super::options::Options;
use super::played::played_puzzle;
use super::question::ResultStyle;
use super::request_option::{CHECK, CHECK_BATCH, RequestOption};
use super::result::{AnalysisStats, HouseConflict, ResponseBody, StoppedBy, VerdictKind};
use crate::service::{CheckQuestion, Reply};

/// The kind of `/check`.
#[derive(Clone, Copy, Debug)]
pub struct CheckEntries;

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
    pub conflicts: Vec<HouseConflict>,
    /// Number of conflicts not listed; absent if all are.
    #[serde(skip_serializing_if = "is_zero")]
    #[schema(required = false, minimum = 1)]
    pub conflicts_omitted: usize,
}

/// The result as JSON.
pub type CheckResult = AnalysisResult<CheckFindings, NotationMembers>;

/// The body of responses to `POST /check`.
pub type CheckResponse = ResponseBody<CheckResult, AnalysisStats>;

impl QuestionKind for CheckEntries {
    type Subject = Puzzle;
    type Question = CheckQuestion;
    const PATH: &'static str = "/check";
    const NAME: &'static str = "Check";
    const OPTIONS: &'static [RequestOption] = CHECK;

    fn question(puzzle: Puzzle, options: &Options, faults: &mut Faults) -> Option<CheckQuestion> {
        played_puzzle(puzzle, options, faults).map(CheckQuestion)
    }
}

impl AnswerKind for CheckEntries {
    type Result = CheckResult;
    type Stats = AnalysisStats;

    fn result(reply: &Reply<CheckAnswer>, notation: &Notation) -> CheckResult {
        let answer = &reply.answer;
        let (conflicts, conflicts_omitted) = HouseConflict::list(&answer.conflicts, *notation);
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
            stopped_by: StoppedBy::of(reply),
            conflicts,
            conflicts_omitted,
        };
        AnalysisResult { findings, common: notation.into() }
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
            for name in cell_names(cells, &answer.rules) {
                out.push(b' ');
                out.extend_from_slice(name.as_bytes());
            }
        }
        if answer.stop_reason != StopReason::Complete {
            out.extend_from_slice(b" +");
        }
    }
}

impl BatchKind for CheckEntries {
    const BATCH_OPTIONS: &'static [RequestOption] = CHECK_BATCH;
}
