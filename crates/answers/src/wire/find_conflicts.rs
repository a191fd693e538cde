//! The kind of `/conflicts`: its options, and its result as JSON and as text.

use quadrille_sudoku::Puzzle;
use quadrille_sudoku::analysis::ContradictionAnswer;
use serde::Serialize;
use utoipa::ToSchema;

use super::analysis_result::{AnalysisResult, NotationMembers};
use super::answer_kind::{AnswerKind, BatchKind};
use super::fault::Faults;
use super::kind::QuestionKind;
use super::notation::{Notation, cell_names};
use super::options::Options;
use super::question::ResultStyle;
use super::request_option::{FIND_CONFLICTS, FIND_CONFLICTS_BATCH, RequestOption};
use super::result::{AnalysisStats, ResponseBody, StoppedBy, VerdictKind};
use crate::service::{ConflictQuestion, Reply};

/// The kind of `/conflicts`.
#[derive(Clone, Copy, Debug)]
pub struct FindConflicts;

/// Clues of a puzzle that contradict each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ConflictsFindings {
    /// Verdict on the puzzle: `none`, `solvable` or `unknown`.
    pub verdict: VerdictKind,
    /// Cells of clues without a common solution, row by row; empty unless the verdict is `none`, and if the candidates of
    /// the request have no solution even without clues.
    #[schema(example = json!(["r1c1", "r2c3"]))]
    pub clues: Vec<String>,
    /// Whether all of these clues are needed: without any one of them, the others have a solution. False if a limit stopped
    /// the search before; null unless the verdict is `none`.
    #[schema(required = true)]
    pub minimal: Option<bool>,
    /// The reason why the search ended early; null if it was complete.
    #[schema(required = true)]
    pub stopped_by: Option<StoppedBy>,
}

/// The result as JSON.
pub type ConflictsResult = AnalysisResult<ConflictsFindings, NotationMembers>;

/// The body of responses to `POST /conflicts`.
pub type ConflictsResponse = ResponseBody<ConflictsResult, AnalysisStats>;

impl QuestionKind for FindConflicts {
    type Subject = Puzzle;
    type Question = ConflictQuestion;
    const PATH: &'static str = "/conflicts";
    const NAME: &'static str = "Conflicts";
    const OPTIONS: &'static [RequestOption] = FIND_CONFLICTS;

    fn question(puzzle: Puzzle, _: &Options, _: &mut Faults) -> Option<ConflictQuestion> {
        Some(ConflictQuestion { puzzle })
    }
}

impl AnswerKind for FindConflicts {
    type Result = ConflictsResult;
    type Stats = AnalysisStats;

    fn result(reply: &Reply<ContradictionAnswer>, notation: &Notation) -> ConflictsResult {
        let answer = &reply.answer;
        let verdict = verdict(answer);
        let findings = ConflictsFindings {
            verdict,
            clues: cell_names(&answer.clues, &answer.rules),
            minimal: (verdict == VerdictKind::None).then_some(answer.is_minimal),
            stopped_by: StoppedBy::of(reply),
        };
        AnalysisResult { findings, common: notation.into() }
    }

    /// Writes the verdict and the clues, with a `+` if some of them may not be needed.
    fn write_text(Reply { answer, .. }: &Reply<ContradictionAnswer>, _: &ResultStyle, out: &mut Vec<u8>) {
        let verdict = verdict(answer);
        out.extend_from_slice(verdict.as_str().as_bytes());
        for name in cell_names(&answer.clues, &answer.rules) {
            out.push(b' ');
            out.extend_from_slice(name.as_bytes());
        }
        if verdict == VerdictKind::None && !answer.is_minimal {
            out.extend_from_slice(b" +");
        }
    }
}

/// Only the command line has batches of this kind.
impl BatchKind for FindConflicts {
    const BATCH_OPTIONS: &'static [RequestOption] = FIND_CONFLICTS_BATCH;
}

fn verdict(answer: &ContradictionAnswer) -> VerdictKind {
    match answer.is_solvable {
        Some(true) => VerdictKind::Solvable,
        Some(false) => VerdictKind::None,
        None => VerdictKind::Unknown,
    }
}
