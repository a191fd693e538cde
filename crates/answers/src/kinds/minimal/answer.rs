//! The answer as JSON and as text.

use quadrille_sudoku::StopReason;
use quadrille_sudoku::analysis::{MinimalAnswer, PuzzlePart};
use serde::Serialize;
use utoipa::ToSchema;

use crate::kinds::minimal::question::TestMinimal;
use crate::service::Reply;
use crate::wire::answer_kind::{AnswerKind, BatchDoc, BatchKind, EndpointDoc, EndpointKind};
use crate::wire::examples::examples;
use crate::wire::puzzle::constraints::{constraint_pointer, constraint_pointers};
use crate::wire::puzzle::notation::{GridShape, Notation, write_names};
use crate::wire::question::ResultStyle;
use crate::wire::result::{AnalysisResult, AnalysisStats, NotationMembers, StoppedBy};

/// The redundant clues or constraints of a puzzle, and on request a minimal puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct MinimalFindings {
    /// Whether nothing is redundant; null if a limit stopped the search before it found something redundant or tested all.
    #[schema(required = true)]
    pub is_minimal: Option<bool>,
    /// Cells of the redundant clues, row by row, or JSON pointers of the redundant constraints: each of them alone can go without
    /// changing the set of solutions. Two of them can go together only if the second one is still redundant without the first.
    #[schema(example = json!(["r2c3", "r4c4"]))]
    pub redundant: Vec<String>,
    /// Cells of the clues, or pointers of the constraints, that a limit left undecided; absent if all are decided.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, min_items = 1)]
    pub undecided: Vec<String>,
    /// With `reduce`, the puzzle without redundant clues, in the notation of the request, but always with digits from 1. It has the same
    /// solutions, and is minimal unless a limit stopped the search. Absent without `reduce`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub puzzle: Option<GridShape>,
    /// JSON pointers of the constraints that `reduce` keeps, with `"of": "constraints"`. Absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = json!(["/constraints/0"]))]
    pub constraints: Option<Vec<String>>,
    /// The reason why the search ended early; null if it was complete.
    #[schema(required = true)]
    pub stopped_by: Option<StoppedBy>,
}

impl AnswerKind for TestMinimal {
    type Result = AnalysisResult<MinimalFindings, NotationMembers>;
    type Stats = AnalysisStats;

    fn result(reply: &Reply<MinimalAnswer>, notation: &Notation) -> Self::Result {
        let answer = &reply.answer;
        let findings = MinimalFindings {
            is_minimal: is_minimal(answer),
            redundant: part_names(&answer.redundant, answer),
            undecided: part_names(&answer.undecided, answer),
            puzzle: answer.reduced.as_ref().map(|puzzle| notation.of_puzzles().represent(puzzle.clues())),
            constraints: answer.constraints.as_deref().map(constraint_pointers),
            stopped_by: StoppedBy::from_reply(reply),
        };
        AnalysisResult { first: findings, rest: notation.into() }
    }

    /// Writes the reduced puzzle, if it was asked for; else `minimal`, `unknown`, or the redundant clues. Adds a `+` if a
    /// limit stopped the search.
    fn write_text(Reply { answer, .. }: &Reply<MinimalAnswer>, style: &ResultStyle, out: &mut Vec<u8>) {
        match (&answer.constraints, &answer.reduced, is_minimal(answer)) {
            (Some(kept), ..) => {
                out.extend_from_slice(b"constraints");
                write_names(constraint_pointers(kept), out);
            }
            (None, Some(puzzle), _) => style.notation.of_puzzles().write_line(puzzle.clues(), out),
            (None, None, Some(true)) => out.extend_from_slice(b"minimal"),
            (None, None, None) => return out.extend_from_slice(b"unknown"),
            (None, None, Some(false)) => {
                out.extend_from_slice(b"redundant");
                write_names(part_names(&answer.redundant, answer), out);
            }
        }
        if answer.stop_reason != StopReason::Complete {
            out.extend_from_slice(b" +");
        }
    }
}

impl EndpointKind for TestMinimal {
    const DOC: EndpointDoc = EndpointDoc {
        operation: "test_minimal",
        title: "Find the redundant clues or constraints of a puzzle",
        description: "With `\"of\": \"constraints\"`, constraints are tested instead of clues. A clue is redundant if the puzzle has the same solutions without it, be they one, several or none; a \
            puzzle without redundant clues is minimal. Without its clue, a cell allows all digits, also if \
            `candidates` has a list for it. With `reduce` the answer also has a minimal `puzzle` with the same \
            solutions: redundant clues are removed one after the other, as long as there are some, in an order that \
            `seed` determines.\n\nA reached limit is an answer: `redundant` clues are redundant, those in `undecided` \
            may be, and no others are.",
        answer: "The redundant clues. As text, in one line: `minimal`, `unknown`, or `redundant` and the cells of the \
            clues; with `reduce` the reduced puzzle. A `+` at the end if a limit stopped the search.",
    };
}

impl BatchKind for TestMinimal {
    const BATCH: Option<BatchDoc> = Some(BatchDoc {
        operation: "test_minimal_batch",
        title: "Find the redundant clues of many puzzles",
        link: "find the redundant clues of many puzzles, as a stream",
        examples: examples!("batch"),
        description: None,
    });
    const COLUMNS: &'static [&'static str] =
        &["is_minimal", "redundant", "puzzle", "constraints", "stopped_by", "rules_not_read"];
}

fn part_names(parts: &[PuzzlePart], answer: &MinimalAnswer) -> Vec<String> {
    let name = |part: &PuzzlePart| match part {
        PuzzlePart::Clue(cell) => answer.rules.layout().position(*cell).to_string(),
        PuzzlePart::Constraint(index) => constraint_pointer(*index),
    };
    parts.iter().map(name).collect()
}

/// Whether nothing is redundant; `None` if that is not known.
fn is_minimal(answer: &MinimalAnswer) -> Option<bool> {
    match (answer.redundant.is_empty(), answer.undecided.is_empty()) {
        (false, _) => Some(false),
        (true, true) => Some(true),
        (true, false) => None,
    }
}
