//! The kind of `/canonical`: its options, and its result as JSON and as text.

use quadrille_sudoku::analysis::{CanonicalAnswer, CanonicalForm, CanonicalSearch, Symmetry};
use quadrille_sudoku::notation::{LetterCase, format_line};
use quadrille_sudoku::unstable::append_line;
use quadrille_sudoku::{Digit, Puzzle};
use serde::Serialize;
use utoipa::ToSchema;

use super::analysis_result::{AnalysisResult, CommonMembers};
use super::answer_kind::{AnswerKind, BatchKind};
use super::fault::{Fault, FaultCode, Faults};
use super::kind::QuestionKind;
use super::notation::Notation;
use super::options::Options;
use super::question::ResultStyle;
use super::request_option::{CANONICAL, CANONICAL_BATCH, RequestOption};
use super::result::{AnalysisStats, ResponseBody, VerdictKind};
use crate::service::{CanonicalQuestion, Reply};

/// The kind of `/canonical`.
#[derive(Clone, Copy, Debug)]
pub struct FindCanonical;

/// Canonical forms of a puzzle and of its solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CanonicalFindings {
    /// Verdict on the puzzle, as far as the search has proved it.
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

/// The result as JSON.
pub type CanonicalResult = AnalysisResult<CanonicalFindings>;

/// The body of responses to `POST /canonical`.
pub type CanonicalResponse = ResponseBody<CanonicalResult, AnalysisStats>;

impl QuestionKind for FindCanonical {
    type Subject = Puzzle;
    type Question = CanonicalQuestion;
    const PATH: &'static str = "/canonical";
    const NAME: &'static str = "Canonical";
    const OPTIONS: &'static [RequestOption] = CANONICAL;

    fn question(puzzle: Puzzle, _: &Options, faults: &mut Faults) -> Option<CanonicalQuestion> {
        if CanonicalSearch::supports(&puzzle) {
            return Some(CanonicalQuestion(puzzle));
        }
        faults.push(|| {
            let detail = if puzzle.given_candidates().is_some() {
                "a puzzle with candidates has no canonical form: leave them out"
            } else {
                "canonical forms are for grids of up to 9x9, or 7x7 if the boxes are lines"
            };
            Fault::new(FaultCode::NoCanonicalForm, detail)
        });
        None
    }
}

impl AnswerKind for FindCanonical {
    type Result = CanonicalResult;
    type Stats = AnalysisStats;

    fn result(reply: &Reply<CanonicalAnswer>, notation: &Notation) -> CanonicalResult {
        let answer = &reply.answer;
        let form = answer.puzzle.as_ref();
        let findings = CanonicalFindings {
            verdict: VerdictKind::from(&answer.verdict),
            puzzle: form.and_then(line),
            solution: answer.solution.as_ref().and_then(line),
            transformation: form.map(|form| Transformation::from(&form.symmetry)),
            automorphisms: form.map(|form| form.automorphisms),
        };
        let common = CommonMembers::new(reply, &answer.conflicts, notation);
        AnalysisResult { findings, common }
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

impl BatchKind for FindCanonical {
    const BATCH_OPTIONS: &'static [RequestOption] = CANONICAL_BATCH;
}

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
