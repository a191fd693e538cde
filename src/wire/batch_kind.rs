//! Kinds of question with a single result, as JSON and as text.

use serde::Serialize;

use super::notation::{Notation, write_number};
use super::request::{CountRequest, QuestionKind, SolveRequest};
use super::result::{CountResult, SolveResult, VerdictKind, first_solution};
use crate::service::Question;
use crate::sudoku::Answer;

/// A kind of question with one result, which batches can hold.
pub trait BatchKind: QuestionKind<Question = Question> + Send + Sync + 'static {
    /// The result as JSON.
    type Result: Serialize;

    /// Makes the result.
    fn result(answer: &Answer, notation: Notation) -> Self::Result;

    /// Appends the result as text, without a line end. Does not allocate if `out` has room.
    fn write_text(answer: &Answer, notation: Notation, out: &mut Vec<u8>);
}

impl BatchKind for SolveRequest {
    type Result = SolveResult;

    fn result(answer: &Answer, notation: Notation) -> SolveResult {
        SolveResult::new(answer, notation)
    }

    /// Writes the solution, else the verdict.
    fn write_text(answer: &Answer, notation: Notation, out: &mut Vec<u8>) {
        match first_solution(answer) {
            Some(grid) => notation.write_line(grid, out),
            None => out.extend_from_slice(VerdictKind::from(&answer.verdict).as_str().as_bytes()),
        }
    }
}

impl BatchKind for CountRequest {
    type Result = CountResult;

    fn result(answer: &Answer, notation: Notation) -> CountResult {
        CountResult::new(answer, notation)
    }

    /// Writes the verdict and the count, with a `+` if there may be more, such as `multiple 2+`.
    fn write_text(answer: &Answer, _: Notation, out: &mut Vec<u8>) {
        out.extend_from_slice(VerdictKind::from(&answer.verdict).as_str().as_bytes());
        out.push(b' ');
        write_number(answer.count, out);
        if !answer.is_complete() {
            out.push(b'+');
        }
    }
}
