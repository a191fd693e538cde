//! Results of a call as a column: values after each other, and which are null.

use pyo3::Bound;
use pyo3::Python;
use pyo3::types::PyBytes;

/// Marks in place of a length.
const NULL: u32 = u32::MAX;
const INVALID: u32 = u32::MAX - 1;
const LOST: u32 = u32::MAX - 2;

/// Result of an entry, within a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cell<'a> {
    Value(&'a [u8]),
    Null,
    /// The entry is invalid.
    Invalid,
    /// The result was lost to a bug.
    Lost,
}

/// Appends a result to a page. `write` returns whether there is a value, and appends it.
pub(crate) fn push_value(page: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>) -> bool) {
    let start = page.len();
    page.extend_from_slice(&NULL.to_ne_bytes());
    let value = page.len();
    if write(page) {
        let length = u32::try_from(page.len() - value).unwrap_or(LOST).min(LOST);
        page[start..value].copy_from_slice(&length.to_ne_bytes());
    } else {
        page.truncate(value);
    }
}

/// Appends a result that is no value to a page.
pub(crate) fn push_mark(page: &mut Vec<u8>, cell: Cell<'_>) {
    let mark = match cell {
        Cell::Value(_) | Cell::Null => NULL,
        Cell::Invalid => INVALID,
        Cell::Lost => LOST,
    };
    page.extend_from_slice(&mark.to_ne_bytes());
}

/// Splits the first result off a page; `None` at its end.
pub(crate) fn pop<'a>(page: &mut &'a [u8]) -> Option<Cell<'a>> {
    let (mark, rest) = page.split_first_chunk()?;
    *page = rest;
    Some(match u32::from_ne_bytes(*mark) {
        NULL => Cell::Null,
        INVALID => Cell::Invalid,
        LOST => Cell::Lost,
        length => {
            let (value, rest) = page.split_at_checked(length as usize)?;
            *page = rest;
            Cell::Value(value)
        }
    })
}

/// Column of results.
#[derive(Debug, Default)]
pub(crate) struct Column {
    values: Vec<u8>,
    /// Begin of each value, then the end of the last one, as 64-bit integers.
    offsets: Vec<u8>,
    /// Bits of values that are not null.
    valid: Vec<u8>,
    len: usize,
    nulls: usize,
}

/// Values, offsets, and the bits of those that are not null, unless all are.
pub(crate) type PyColumn<'py> = (Bound<'py, PyBytes>, Bound<'py, PyBytes>, Option<Bound<'py, PyBytes>>);

impl Column {
    /// Creates an empty column with space for this number of values.
    pub(crate) fn with_capacity(len: usize) -> Self {
        let mut column = Self { offsets: Vec::with_capacity(8 * (len + 1)), ..Self::default() };
        column.push_offset();
        column
    }

    /// Returns the number of values and nulls.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Appends a value or a null. `null_bytes` take the place of a null among values of the same length.
    pub(crate) fn push(&mut self, value: Option<&[u8]>, null_bytes: usize) {
        if self.len.is_multiple_of(8) {
            self.valid.push(0);
        }
        match value {
            Some(value) => {
                self.values.extend_from_slice(value);
                if let Some(last) = self.valid.last_mut() {
                    *last |= 1 << (self.len % 8);
                }
            }
            None => {
                self.values.resize(self.values.len() + null_bytes, 0);
                self.nulls += 1;
            }
        }
        self.len += 1;
        self.push_offset();
    }

    fn push_offset(&mut self) {
        self.offsets.extend_from_slice(&(self.values.len() as u64).to_ne_bytes());
    }

    /// Copies the column into objects of Python.
    pub(crate) fn into_python(self, py: Python<'_>) -> PyColumn<'_> {
        let valid = (self.nulls > 0).then(|| PyBytes::new(py, &self.valid));
        (PyBytes::new(py, &self.values), PyBytes::new(py, &self.offsets), valid)
    }
}
