//! Solutions of one exact cover problem, and proofs of their number.

use pyo3::prelude::*;
use pyo3::pyfunction;
use quadrille_answers::kinds::{CoverProve, CoverSolutions, CoverWriteFormula};
use quadrille_answers::wire::{AnswerKind, AnswerOf, StoppedBy};
use quadrille_exact_cover::Cover;

use crate::engine::{UNLIMITED, reply, thread_count};
use crate::error::invalid_value;
use crate::listing::list;
use crate::problem::request;

/// Numbers of the options of each solution, what stopped the search, and the first options that were skipped.
type Solutions = (Vec<Vec<u32>>, Option<&'static str>, Vec<u32>);

/// Maximum number of skipped options in a warning.
const SKIPPED_MAX: usize = 20;

/// Lists solutions.
#[pyfunction]
pub(crate) fn cover_solutions(
    py: Python<'_>,
    text: &str,
    is_json: bool,
    query: &str,
    threads: usize,
) -> PyResult<Solutions> {
    let request = request::<CoverSolutions>(text, is_json, query)?;
    let skipped =
        request.question.subject.skipped_options().take(SKIPPED_MAX).map(|option| option.0).collect();
    let limits = UNLIMITED.resolve(request.limits);
    let (solutions, stopped_by) = list(py, request.question, &limits, thread_count(threads))?;
    let numbers = |cover: &Cover| cover.options().iter().map(|option| option.0).collect();
    Ok((solutions.iter().map(numbers).collect(), stopped_by.map(StoppedBy::as_str), skipped))
}

/// Answers a question about one problem, as JSON.
#[pyfunction]
pub(crate) fn cover_answer(
    py: Python<'_>,
    question: &str,
    text: &str,
    is_json: bool,
    query: &str,
) -> PyResult<String> {
    match question {
        "prove" => {
            // A text of any length.
            let complete = |result: &mut AnswerResult<CoverProve>, answer: &_| result.first.add_text(answer);
            answer_as_json::<CoverProve>(py, text, is_json, query, complete)
        }
        "formula" => {
            let complete =
                |result: &mut AnswerResult<CoverWriteFormula>, answer: &_| result.first.add_text(answer);
            answer_as_json::<CoverWriteFormula>(py, text, is_json, query, complete)
        }
        other => Err(invalid_value(format!("no question `{other}`"))),
    }
}

/// The result of a kind of question.
type AnswerResult<K> = <K as AnswerKind>::Result;

fn answer_as_json<K: AnswerKind>(
    py: Python<'_>,
    text: &str,
    is_json: bool,
    query: &str,
    complete: fn(&mut AnswerResult<K>, &AnswerOf<K>),
) -> PyResult<String> {
    let request = request::<K>(text, is_json, query)?;
    let reply = reply(py, request.question, UNLIMITED.resolve(request.limits))?;
    let mut result = K::result(&reply, &request.style.notation);
    complete(&mut result, &reply.answer);
    serde_json::to_string(&result).map_err(invalid_value)
}
