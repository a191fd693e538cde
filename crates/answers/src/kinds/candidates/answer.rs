//! The answer as JSON and as text.

use quadrille_sudoku::analysis::CandidateAnswer;
use quadrille_sudoku::text::Alphabet;
use quadrille_sudoku::{Digit, DigitSet, StopReason};
use serde::Serialize;
use utoipa::ToSchema;

use crate::kinds::candidates::question::FindCandidates;
use crate::kinds::tool_kind::{ToolDoc, ToolKind};
use crate::service::Reply;
use crate::wire::answer_kind::{AnswerKind, BatchDoc, BatchKind, EndpointDoc, EndpointKind};
use crate::wire::examples::examples;
use crate::wire::puzzle::grid_frame::GridFrame;
use crate::wire::puzzle::notation::{Notation, write_number};
use crate::wire::question::ResultStyle;
use crate::wire::result::{AnalysisResult, AnalysisStats, VerdictKind, common_members};

/// The candidates of a puzzle that occur in solutions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CandidatesFindings {
    /// Verdict, as far as the search has proved it.
    pub verdict: VerdictKind,
    /// For each cell, row by row, the digits that occur in a solution, in ascending order. None where no grid is, between several grids.
    #[schema(example = json!([[[1], [3], [2, 4], [2, 4]], [[4], [2], [3], [1]], [[2, 3], [4], [1], [2, 3]], [[2, 3], [1], [2, 4], [2, 3, 4]]]))]
    pub candidates: Vec<Vec<Vec<usize>>>,
    /// For each cell the digits that a limit left undecided: they may occur in solutions, while all digits that are listed
    /// neither here nor in `candidates` occur in none. Absent if all digits are decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub undecided: Option<Vec<Vec<Vec<usize>>>>,
    /// The number of solutions with each digit of `candidates`, in the same places, up to the option `counts`; lower bounds if
    /// a limit stopped the search. Absent without that option.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = json!([[[3], [3], [2, 1], [1, 2]], [[3], [3], [3], [3]], [[2, 1], [3], [3], [1, 2]], [[1, 2], [3], [1, 2], [1, 1, 1]]]))]
    pub counts: Option<Vec<Vec<Vec<u64>>>>,
}

impl AnswerKind for FindCandidates {
    type Result = AnalysisResult<CandidatesFindings>;
    type Stats = AnalysisStats;

    fn result(reply: &Reply<CandidateAnswer>, notation: &Notation) -> Self::Result {
        let answer = &reply.answer;
        let rows = |sets: &[DigitSet]| {
            notation.rows_of(&sets.iter().map(|&digits| notation.values(digits)).collect::<Vec<_>>())
        };
        let is_decided = answer.undecided.iter().all(|digits| digits.is_empty());
        let findings = CandidatesFindings {
            verdict: VerdictKind::from(&answer.verdict()),
            candidates: rows(&answer.candidates),
            undecided: (!is_decided).then(|| rows(&answer.undecided)),
            counts: counts(answer, notation),
        };
        AnalysisResult { first: findings, rest: common_members(reply, &answer.conflicts, notation) }
    }

    /// Writes the digits of each cell, with blanks between the cells, and a `+` if there may be more; only the verdict if no
    /// solution was found.
    fn write_text(Reply { answer, .. }: &Reply<CandidateAnswer>, style: &ResultStyle, out: &mut Vec<u8>) {
        if answer.candidates.iter().all(|digits| digits.is_empty()) {
            return out.extend_from_slice(VerdictKind::from(&answer.verdict()).as_str().as_bytes());
        }
        let alphabet = style.notation.alphabet();
        let size = style.notation.frame().map_or(answer.candidates.len().isqrt(), GridFrame::digits);
        for (index, &digits) in answer.candidates.iter().enumerate() {
            if index > 0 {
                out.push(b' ');
            }
            write_digits(digits, size, alphabet, out);
        }
        if answer.stop_reason != StopReason::Complete {
            out.extend_from_slice(b" +");
        }
    }
}

impl EndpointKind for FindCandidates {
    const DOC: EndpointDoc = EndpointDoc {
        operation: "find_candidates",
        title: "Find the candidates of a puzzle that occur in solutions",
        description: "Returns, for each cell, exactly the digits that occur in some solution: each is proved by a solution, each \
            other digit by a search without one. A puzzle with a unique solution has one digit per cell, a puzzle \
            without a solution none. With `counts` the answer has the number of solutions with each of these digits, \
            up to that number.\n\nA reached limit is an answer: digits in `candidates` occur in solutions, those in \
            `undecided` may, and no others do.",
        answer: "The candidates. As text, in one line: the digits of each cell, with blanks between the cells, and a `+` at \
            the end if a limit stopped the search; only the verdict if no solution was found. Digits of a 36x36 are \
            numbers separated by commas.",
    };
}

impl BatchKind for FindCandidates {
    const BATCH: Option<BatchDoc> = Some(BatchDoc {
        operation: "find_candidates_batch",
        title: "Find the candidates of many puzzles that occur in solutions",
        link: "find the candidates of many puzzles, as a stream",
        examples: examples!("batch"),
        description: None,
    });
    const COLUMNS: &'static [&'static str] = &["verdict", "candidates", "stopped_by", "rules_not_read"];
    const PIECE_ENTRIES: u64 = 512;
    /// An answer may have 300 times the length of its entry.
    const CHUNK_BYTES: usize = 4 << 10;
}

/// The counts of the candidates of each cell; `None` if they were not counted.
fn counts(answer: &CandidateAnswer, notation: &Notation) -> Option<Vec<Vec<Vec<u64>>>> {
    let digits_per_cell = answer.counts.len() / answer.candidates.len().max(1);
    (digits_per_cell > 0).then(|| {
        let of_cell = |(digits, counts): (&DigitSet, &[u64])| {
            digits.digits().filter_map(|digit| counts.get(digit.index()).copied()).collect()
        };
        let cells = answer.candidates.iter().zip(answer.counts.chunks_exact(digits_per_cell));
        notation.rows_of(&cells.map(of_cell).collect::<Vec<_>>())
    })
}

/// Appends digits as symbols; or as numbers with commas between them, if this size has digits without a symbol.
fn write_digits(digits: DigitSet, size: usize, alphabet: Alphabet, out: &mut Vec<u8>) {
    let has_symbols = Digit::new(size).is_some_and(|digit| alphabet.symbol(digit).is_some());
    for (index, digit) in digits.digits().enumerate() {
        match alphabet.symbol(digit).filter(|_| has_symbols) {
            Some(symbol) => out.extend_from_slice(symbol.encode_utf8(&mut [0; 4]).as_bytes()),
            None => {
                if index > 0 {
                    out.push(b',');
                }
                write_number(alphabet.value(digit) as u64, out);
            }
        }
    }
}

impl ToolKind for FindCandidates {
    const TOOL: ToolDoc = ToolDoc {
        name: "candidates",
        title: "Find the possible digits",
        description: "Finds, for each cell, the digits that occur in some solution: the true candidates, not those of a simple elimination. Use it to \
            see what is forced, or how far several solutions differ. It gives the solution away if there is only one.",
        ..ToolDoc::REPEATABLE
    };
}
