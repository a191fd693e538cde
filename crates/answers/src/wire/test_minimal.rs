//! The kind of `/minimal`: its options, and its result as JSON and as text.

use quadrille_sudoku::analysis::MinimalAnswer;
use quadrille_sudoku::{Puzzle, StopReason};
use serde::Serialize;
use utoipa::ToSchema;

use super::analysis_result::{AnalysisResult, NotationMembers};
use super::answer_kind::{AnswerKind, BatchKind};
use super::fault::Faults;
use super::kind::QuestionKind;
use super::notation::{GridShape, Notation, cell_names};
use super::options::Options;
use super::question::ResultStyle;
use super::request_option::{RequestOption, TEST_MINIMAL, TEST_MINIMAL_BATCH};
use super::result::{AnalysisStats, ResponseBody, StoppedBy};
use crate::service::{MinimalQuestion, Reply};

/// The kind of `/minimal`.
#[derive(Clone, Copy, Debug)]
pub struct TestMinimal;

/// The redundant clues of a puzzle, and on request a minimal puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct MinimalFindings {
    /// Whether no clue is redundant; null if a limit stopped the search before it found a redundant clue or tested all.
    #[schema(required = true)]
    pub is_minimal: Option<bool>,
    /// Cells of the redundant clues, row by row: each of them alone can go without changing the set of solutions. Two of
    /// them can go together only if the second one is still redundant without the first.
    #[schema(example = json!(["r2c3", "r4c4"]))]
    pub redundant: Vec<String>,
    /// Cells of the clues that a limit left undecided; absent if all are decided.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, min_items = 1)]
    pub undecided: Vec<String>,
    /// With `reduce`, the puzzle without redundant clues, in the notation of the request. It has the same solutions, and is
    /// minimal unless a limit stopped the search. Absent without `reduce`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub puzzle: Option<GridShape>,
    /// The reason why the search ended early; null if it was complete.
    #[schema(required = true)]
    pub stopped_by: Option<StoppedBy>,
}

/// The result as JSON.
pub type MinimalResult = AnalysisResult<MinimalFindings, NotationMembers>;

/// The body of responses to `POST /minimal`.
pub type MinimalResponse = ResponseBody<MinimalResult, AnalysisStats>;

impl QuestionKind for TestMinimal {
    type Subject = Puzzle;
    type Question = MinimalQuestion;
    const PATH: &'static str = "/minimal";
    const NAME: &'static str = "Minimal";
    const OPTIONS: &'static [RequestOption] = TEST_MINIMAL;

    fn question(puzzle: Puzzle, options: &Options, _: &mut Faults) -> Option<MinimalQuestion> {
        Some(MinimalQuestion { puzzle, seed: options.reduce().then(|| options.seed()) })
    }
}

impl AnswerKind for TestMinimal {
    type Result = MinimalResult;
    type Stats = AnalysisStats;

    fn result(reply: &Reply<MinimalAnswer>, notation: &Notation) -> MinimalResult {
        let answer = &reply.answer;
        let findings = MinimalFindings {
            is_minimal: is_minimal(answer),
            redundant: cell_names(&answer.redundant, &answer.rules),
            undecided: cell_names(&answer.undecided, &answer.rules),
            puzzle: answer.reduced.as_ref().map(|puzzle| notation.represent(puzzle.clues())),
            stopped_by: StoppedBy::of(reply),
        };
        AnalysisResult { findings, common: notation.into() }
    }

    /// Writes the reduced puzzle, if it was asked for; else `minimal`, `unknown`, or the redundant clues. Adds a `+` if a
    /// limit stopped the search.
    fn write_text(Reply { answer, .. }: &Reply<MinimalAnswer>, style: &ResultStyle, out: &mut Vec<u8>) {
        match (&answer.reduced, is_minimal(answer)) {
            (Some(puzzle), _) => style.notation.write_line(puzzle.clues(), out),
            (None, Some(true)) => out.extend_from_slice(b"minimal"),
            (None, None) => return out.extend_from_slice(b"unknown"),
            (None, Some(false)) => {
                out.extend_from_slice(b"redundant");
                for name in cell_names(&answer.redundant, &answer.rules) {
                    out.push(b' ');
                    out.extend_from_slice(name.as_bytes());
                }
            }
        }
        if answer.stop_reason != StopReason::Complete {
            out.extend_from_slice(b" +");
        }
    }
}

impl BatchKind for TestMinimal {
    const BATCH_OPTIONS: &'static [RequestOption] = TEST_MINIMAL_BATCH;
}

/// Whether no clue is redundant; `None` if that is not known.
fn is_minimal(answer: &MinimalAnswer) -> Option<bool> {
    match (answer.redundant.is_empty(), answer.undecided.is_empty()) {
        (false, _) => Some(false),
        (true, true) => Some(true),
        (true, false) => None,
    }
}
