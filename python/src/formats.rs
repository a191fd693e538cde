//! A puzzle in another format, or as a picture.

use std::borrow::Cow;

use pyo3::{PyResult, pyfunction};
use quadrille_answers::kinds::{Convert, Render};

use crate::problem::request;

/// Writes a puzzle in another format. Returns the text, and warnings about the puzzle in words.
#[pyfunction]
pub(crate) fn convert(text: &str, is_json: bool, query: &str) -> PyResult<(String, Vec<Cow<'static, str>>)> {
    let conversion = request::<Convert>(text, is_json, query)?;
    let words = conversion.warnings_in_words().collect();
    Ok((conversion.puzzle, words))
}

/// Draws a puzzle. Returns the picture as SVG, and warnings about the puzzle in words.
#[pyfunction]
pub(crate) fn render(text: &str, is_json: bool, query: &str) -> PyResult<(String, Vec<Cow<'static, str>>)> {
    let drawn = request::<Render>(text, is_json, query)?;
    Ok((drawn.picture.to_string(), drawn.warnings_in_words().collect()))
}
