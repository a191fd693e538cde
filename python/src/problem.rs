//! A puzzle or an exact cover problem, from text or JSON.

use pyo3::PyResult;
use quadrille_answers::wire::{
    Count, CoverCount, ProblemBounds, QuestionKind, RequestOf, question_from_json, question_from_text,
};
use quadrille_sudoku::unstable::Whole;

use crate::error::invalid;

/// Reads a problem: the body of a request to the endpoint that counts, or its text.
pub(crate) fn read_whole(text: &str, is_cover: bool, is_json: bool, query: &str) -> PyResult<Whole> {
    Ok(if is_cover {
        Whole::Cover(request::<CoverCount>(text, is_json, query)?.question.subject)
    } else {
        Whole::Puzzle(request::<Count>(text, is_json, query)?.question.subject)
    })
}

/// Reads a request of kind `K`.
pub(crate) fn request<K: QuestionKind>(text: &str, is_json: bool, query: &str) -> PyResult<RequestOf<K>> {
    let read = if is_json { question_from_json::<K> } else { question_from_text::<K> };
    read(text.as_bytes(), query, ProblemBounds::MAX).map_err(|refusal| invalid(refusal, None))
}
