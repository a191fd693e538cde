//! Kinds of question with a single result, as JSON and as text.

use serde::Serialize;

use super::kind::{Count, QuestionKind, Solve};
use super::notation::{Notation, write_number};
use super::options::{COUNT_BATCH, RequestOption, SOLVE_BATCH};
use super::question::ResultStyle;
use super::result::{CountResult, SolveResult, VerdictKind, first_solution};
use crate::service::Question;
use crate::sudoku::Answer;

/// A kind of question with one result, which batches can hold.
pub trait BatchKind: QuestionKind<Question = Question> + Send + Sync + 'static {
    /// The options in the query of a batch.
    const BATCH_OPTIONS: &'static [RequestOption];
    /// The result as JSON.
    type Result: Serialize;

    /// Makes the result.
    fn result(answer: &Answer, notation: Notation) -> Self::Result;

    /// Appends the result as text, without a line end. Does not allocate if `out` has room.
    fn write_text(answer: &Answer, style: ResultStyle, out: &mut Vec<u8>);
}

impl BatchKind for Solve {
    const BATCH_OPTIONS: &'static [RequestOption] = SOLVE_BATCH;
    type Result = SolveResult;

    fn result(answer: &Answer, notation: Notation) -> SolveResult {
        SolveResult::new(answer, notation)
    }

    /// Writes the solution and the verdict; only the solution if it is unique and the client named no `limit`; only the
    /// verdict without a solution.
    fn write_text(answer: &Answer, style: ResultStyle, out: &mut Vec<u8>) {
        let verdict = VerdictKind::from(&answer.verdict);
        if let Some(grid) = first_solution(answer) {
            style.notation.write_line(grid, out);
            if verdict == VerdictKind::Unique && !style.has_limit {
                return;
            }
            out.push(b' ');
        }
        out.extend_from_slice(verdict.as_str().as_bytes());
    }
}

impl BatchKind for Count {
    const BATCH_OPTIONS: &'static [RequestOption] = COUNT_BATCH;
    type Result = CountResult;

    fn result(answer: &Answer, notation: Notation) -> CountResult {
        CountResult::new(answer, notation)
    }

    /// Writes the verdict and the count, with a `+` if there may be more, such as `multiple 2+`.
    fn write_text(answer: &Answer, _: ResultStyle, out: &mut Vec<u8>) {
        out.extend_from_slice(VerdictKind::from(&answer.verdict).as_str().as_bytes());
        out.push(b' ');
        write_number(answer.count, out);
        if !answer.is_complete() {
            out.push(b'+');
        }
    }
}
