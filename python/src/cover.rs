//! Solutions of one exact cover problem, and proofs of their number.

use pyo3::prelude::*;
use pyo3::pyfunction;
use quadrille_answers::kinds::{CoverProve, CoverSolutions, CoverWriteFormula};
use quadrille_answers::service::{ClientId, CoverProblem, SolutionEncoder};
use quadrille_answers::wire::{AnswerKind, AnswerOf, StoppedBy};
use quadrille_exact_cover::Cover;

use crate::column::{Cell, pop, push_value};
use crate::engine::{UNLIMITED, dispatcher, thread_count, wait};
use crate::error::{invalid_value, lost};
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
    let mut request = request::<CoverSolutions>(text, is_json, query)?;
    let skipped =
        request.question.subject.skipped_options().take(SKIPPED_MAX).map(|option| option.0).collect();
    let threads = thread_count(threads);
    request.limits.threads = Some(threads);
    wait(py, async move {
        let dispatcher = dispatcher(threads.get());
        let limits = UNLIMITED.resolve(request.limits).start();
        let mut stream =
            dispatcher.solutions(ClientId::SHARED, request.question, limits, OptionNumbers).map_err(lost)?;
        let mut solutions = Vec::new();
        while let Some(page) = stream.next().await.map_err(lost)? {
            let mut page = page.as_slice();
            while let Some(Cell::Value(value)) = pop(&mut page) {
                let (numbers, _) = value.as_chunks();
                solutions.push(numbers.iter().map(|number| u32::from_ne_bytes(*number)).collect());
            }
        }
        let stopped_by = stream.end().and_then(|end| StoppedBy::from_reply(&end.reply));
        Ok((solutions, stopped_by.map(StoppedBy::as_str), skipped))
    })
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
    wait(py, async move {
        let limits = UNLIMITED.resolve(request.limits).start();
        let reply = dispatcher(1).run(ClientId::SHARED, request.question, limits).await.map_err(lost)?;
        let mut result = K::result(&reply, &request.style.notation);
        complete(&mut result, &reply.answer);
        serde_json::to_string(&result).map_err(invalid_value)
    })
}

/// Writes the numbers of the options.
struct OptionNumbers;

impl SolutionEncoder for OptionNumbers {
    type Subject = CoverProblem;

    fn encode(&mut self, _: u64, solution: &Cover, output: &mut Vec<u8>) {
        push_value(output, |value| {
            solution.options().iter().for_each(|option| value.extend_from_slice(&option.0.to_ne_bytes()));
            true
        });
    }
}
