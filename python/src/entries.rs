//! Entries of a call, from strings and buffers of Python.

use std::sync::Arc;

use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::PyType;
use pyo3::{pyclass, pymethods};

use crate::error::invalid_value;

/// Texts of entries; null entries have none.
#[pyclass(frozen, module = "quadrille._native")]
#[derive(Debug)]
pub(crate) struct Entries(pub(crate) Arc<Texts>);

/// Memory of the texts.
///
/// Strings of Python cannot change, and are not copied. Arrays are copied: another thread may write to them.
#[derive(Debug)]
pub(crate) enum Texts {
    /// Strings of Python.
    Strings(Vec<Option<PyBackedStr>>),
    /// Arrow column: the text of entry `i` begins at `offsets[i] - offsets[0]`. A bit of `valid` is cleared for a null, from bit
    /// `first_bit`.
    Column { data: Vec<u8>, offsets: Vec<i64>, valid: Option<Vec<u8>>, first_bit: usize },
    /// Texts of the same length.
    Rows { data: Vec<u8>, width: usize },
}

#[pymethods]
impl Entries {
    #[classmethod]
    fn of_strings(_: &Bound<'_, PyType>, texts: Vec<Option<PyBackedStr>>) -> Self {
        Self(Arc::new(Texts::Strings(texts)))
    }

    #[classmethod]
    #[expect(clippy::needless_pass_by_value, reason = "buffers of Python are extracted by value")]
    fn of_column(
        class: &Bound<'_, PyType>,
        data: PyBuffer<u8>,
        offsets: PyBuffer<i64>,
        valid: Option<PyBuffer<u8>>,
        first_bit: usize,
    ) -> PyResult<Self> {
        let py = class.py();
        let valid = valid.map(|valid| valid.to_vec(py)).transpose()?;
        let (data, offsets) = (data.to_vec(py)?, offsets.to_vec(py)?);
        Ok(Self(Arc::new(Texts::Column { data, offsets, valid, first_bit })))
    }

    #[classmethod]
    #[expect(clippy::needless_pass_by_value, reason = "buffers of Python are extracted by value")]
    fn of_rows(class: &Bound<'_, PyType>, data: PyBuffer<u8>, width: usize) -> PyResult<Self> {
        if width == 0 {
            return Err(invalid_value("the rows have no cells"));
        }
        Ok(Self(Arc::new(Texts::Rows { data: data.to_vec(class.py())?, width })))
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }
}

impl Texts {
    /// Returns the number of entries.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Strings(texts) => texts.len(),
            Self::Column { offsets, .. } => offsets.len().saturating_sub(1),
            Self::Rows { data, width } => data.len() / width,
        }
    }

    /// Returns the text of an entry; `None` for a null.
    pub(crate) fn get(&self, index: usize) -> Option<&[u8]> {
        match self {
            Self::Strings(texts) => texts.get(index)?.as_ref().map(|text| text.as_bytes()),
            Self::Column { data, offsets, valid, first_bit } => {
                let bit = first_bit + index;
                if valid
                    .as_ref()
                    .is_some_and(|valid| valid.get(bit / 8).is_none_or(|byte| byte >> (bit % 8) & 1 == 0))
                {
                    return None;
                }
                let offset = |index: usize| usize::try_from(offsets.get(index)? - offsets.first()?).ok();
                data.get(offset(index)?..offset(index + 1)?)
            }
            Self::Rows { data, width } => data.get(index * width..(index + 1) * width),
        }
    }
}
