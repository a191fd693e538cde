//! A puzzle or an exact cover problem, from text or JSON.

use pyo3::PyResult;
use quadrille_answers::kinds::{Count, CoverCount};
use quadrille_answers::wire::{ProblemBounds, RequestKind, read_json, read_text};
use quadrille_sudoku::unstable::AnyProblem;

use crate::error::invalid;

/// Reads a problem: the body of a request to the endpoint that counts, or its text.
pub(crate) fn read_whole(text: &str, is_cover: bool, is_json: bool, query: &str) -> PyResult<AnyProblem> {
    Ok(if is_cover {
        AnyProblem::Cover(request::<CoverCount>(text, is_json, query)?.question.subject)
    } else {
        AnyProblem::Puzzle(request::<Count>(text, is_json, query)?.question.subject)
    })
}

/// Reads a request of kind `K`.
pub(crate) fn request<K: RequestKind>(text: &str, is_json: bool, query: &str) -> PyResult<K::Valid> {
    let read = if is_json { read_json::<K> } else { read_text::<K> };
    read(text.as_bytes(), query, ProblemBounds::MAX).map_err(|refusal| invalid(refusal, None))
}
