//! The answer as JSON and as text.

use quadrille_sudoku::Digit;
use quadrille_sudoku::analysis::{CanonicalAnswer, CanonicalForm, Symmetry};
use quadrille_sudoku::text::{LetterCase, format_line};
use quadrille_sudoku::unstable::append_line;
use serde::Serialize;
use utoipa::ToSchema;

use crate::kinds::canonical::question::FindCanonical;
use crate::kinds::command_kind::CommandKind;
use crate::service::Reply;
use crate::wire::answer_kind::{AnswerKind, BatchDoc, BatchKind, EndpointDoc, EndpointKind};
use crate::wire::examples::examples;
use crate::wire::puzzle::notation::Notation;
use crate::wire::question::ResultStyle;
use crate::wire::result::{AnalysisResult, AnalysisStats, VerdictKind, common_members};

/// Canonical forms of a puzzle and of its solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CanonicalFindings {
    /// Verdict, as far as the search has proved it.
    pub verdict: VerdictKind,
    /// Canonical form of the puzzle, a line with `.` for empty cells: the first in the order of characters of all lines
    /// that symmetries make of it. Two puzzles are the same under a symmetry if and only if these lines are equal. Null if a
    /// limit stopped the search before, or if a row or column has a digit twice.
    #[schema(required = true, example = "............12..34")]
    pub puzzle: Option<String>,
    /// Canonical form of the unique solution; null unless the verdict is `unique`.
    #[schema(required = true, example = "1234341221434321")]
    pub solution: Option<String>,
    /// A symmetry that makes `puzzle` of the puzzle; null without it.
    #[schema(required = true)]
    pub transformation: Option<Transformation>,
    /// Number of symmetries of the cells that leave the puzzle as it is, with some exchange of the digits; 1 if it has no
    /// symmetry. Null without `puzzle`.
    #[schema(required = true, minimum = 1)]
    pub automorphisms: Option<u64>,
}

/// Symmetry of a grid. To apply it: exchange rows and columns if `transpose` is true; take rows and columns in the order of
/// `rows` and `columns`; replace each digit d by element d of `digits`. All numbers count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Transformation {
    /// Whether rows and columns are exchanged first.
    pub transpose: bool,
    /// For each row of the result, the number of its row before.
    #[schema(example = json!([1, 2, 4, 3]))]
    pub rows: Vec<usize>,
    /// For each column of the result, the number of its column before.
    #[schema(example = json!([3, 4, 2, 1]))]
    pub columns: Vec<usize>,
    /// For each digit, from 1, its digit in the result.
    #[schema(example = json!([4, 3, 1, 2]))]
    pub digits: Vec<usize>,
}

impl AnswerKind for FindCanonical {
    type Result = AnalysisResult<CanonicalFindings>;
    type Stats = AnalysisStats;

    fn result(reply: &Reply<CanonicalAnswer>, notation: &Notation) -> Self::Result {
        let answer = &reply.answer;
        let form = answer.puzzle.as_ref();
        let findings = CanonicalFindings {
            verdict: VerdictKind::from(&answer.verdict),
            puzzle: form.and_then(line),
            solution: answer.solution.as_ref().and_then(line),
            transformation: form.map(|form| Transformation::from(&form.symmetry)),
            automorphisms: form.map(|form| form.automorphisms),
        };
        AnalysisResult { first: findings, rest: common_members(reply, &answer.conflicts, notation) }
    }

    /// Writes both forms; the verdict instead of a form that is unknown or does not exist.
    fn write_text(Reply { answer, .. }: &Reply<CanonicalAnswer>, _: &ResultStyle, out: &mut Vec<u8>) {
        let verdict = VerdictKind::from(&answer.verdict).as_str().as_bytes();
        for form in answer.puzzle.iter().chain(&answer.solution) {
            append_line(form.grid.cells(), LetterCase::default(), out);
            out.push(b' ');
        }
        match answer.solution {
            Some(_) => out.truncate(out.len() - 1),
            None => out.extend_from_slice(verdict),
        }
    }
}

impl EndpointKind for FindCanonical {
    const DOC: EndpointDoc = EndpointDoc {
        operation: "find_canonical",
        title: "Find the canonical form of a puzzle",
        description: "Two puzzles with the same boxes are the same under a symmetry if and only if their canonical forms, \
            `puzzle`, are equal. Symmetries exchange digits, bands, rows of a band, stacks, columns of a stack, and, \
            if the boxes are squares, rows and columns. `solution` is the canonical form of the unique solution: two \
            solutions with the same one are the same grid. The form is the smallest line of all, with empty cells \
            before digits (minlex). Boxes of one row or column are ignored.\n\nFor grids of up to 9x9. A reached limit \
            is an answer: `puzzle` or `solution` is null, and `stopped_by` names the limit.",
        answer: "The canonical forms. As text, in one line: that of the puzzle and that of the solution, with a blank \
            between them; the verdict instead of a form that is unknown or does not exist.",
    };
}

impl BatchKind for FindCanonical {
    const BATCH: Option<BatchDoc> = Some(BatchDoc {
        operation: "find_canonical_batch",
        title: "Find the canonical forms of many puzzles",
        link: "find the canonical forms of many puzzles, as a stream",
        examples: examples!("batch"),
        description: None,
    });
    const COLUMNS: &'static [&'static str] =
        &["verdict", "puzzle", "solution", "automorphisms", "stopped_by", "rules_not_read"];
    const PIECE_ENTRIES: u64 = 512;
}

impl CommandKind for FindCanonical {}

fn line(form: &CanonicalForm) -> Option<String> {
    format_line(form.grid.cells(), LetterCase::default())
}

impl From<&Symmetry> for Transformation {
    fn from(symmetry: &Symmetry) -> Self {
        let numbers = |indices: &[usize]| indices.iter().map(|index| index + 1).collect();
        Self {
            transpose: symmetry.is_transposed,
            rows: numbers(&symmetry.rows),
            columns: numbers(&symmetry.columns),
            digits: symmetry.digits.iter().copied().map(Digit::value).collect(),
        }
    }
}
