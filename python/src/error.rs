//! Exceptions.

use std::fmt::Display;

use pyo3::exceptions::{PyOverflowError, PyRuntimeError, PyValueError};
use pyo3::{PyErr, import_exception};
use quadrille_answers::faults::Refusal;
use quadrille_answers::service::Defect;
use quadrille_exact_cover::ProblemError;
use quadrille_sudoku::cubes::CubeCountError;
use quadrille_sudoku::unstable::CubeError;

import_exception!(quadrille._types, InvalidPuzzle);

/// Makes the exception of an invalid option or problem. `index` is that of the entry.
pub(crate) fn invalid(refusal: Refusal, index: Option<usize>) -> PyErr {
    let faults = match refusal {
        Refusal::Syntax(fault) => vec![fault],
        Refusal::Invalid(faults) => faults.listed,
    };
    let details: Vec<String> = faults.iter().map(ToString::to_string).collect();
    let first = faults.into_iter().next();
    let (code, cell) = first.map_or((None, None), |fault| (code(&fault.code), fault.cell.map(String::from)));
    InvalidPuzzle::new_err((details, index, code, cell))
}

/// Returns the name of a kind of fault.
fn code(code: &quadrille_answers::faults::FaultCode) -> Option<String> {
    serde_json::to_value(code).ok()?.as_str().map(str::to_owned)
}

pub(crate) fn lost(error: Defect) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

pub(crate) fn invalid_value(error: impl Display) -> PyErr {
    PyValueError::new_err(format!("{error}"))
}

pub(crate) fn not_counted(error: CubeError) -> PyErr {
    match error {
        CubeError::Count(CubeCountError::Overflow(overflow)) => {
            PyOverflowError::new_err(overflow.to_string())
        }
        CubeError::Count(CubeCountError::Problem(problem)) => not_encoded(problem),
        _ => invalid_value(error),
    }
}

pub(crate) fn not_encoded(error: ProblemError) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}
