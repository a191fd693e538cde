//! All solutions of one puzzle, one by one.

use std::num::NonZeroU64;
use std::sync::Mutex;
use std::vec;

use pyo3::prelude::*;
use quadrille_answers::kinds;
use quadrille_answers::service::{ClientId, SolutionStream};
use quadrille_answers::wire::{SolutionLines, StoppedBy, StreamFormat};
use quadrille_sudoku::Puzzle;

use crate::engine::{UNLIMITED, dispatcher, thread_count, wait};
use crate::error::lost;
use crate::problem::request;

/// Iterator over the solutions of a puzzle. Searches while Python waits for the next solution.
#[pyclass]
pub(crate) struct Solutions {
    /// `None` after the end. The mutex is never locked: it makes the type `Sync`.
    stream: Mutex<Option<SolutionStream<SolutionLines<Puzzle>>>>,
    /// Solutions found and not returned yet.
    found: vec::IntoIter<String>,
    stopped_by: Option<&'static str>,
}

#[pymethods]
impl Solutions {
    #[new]
    fn new(text: &str, is_json: bool, query: &str, threads: usize) -> PyResult<Self> {
        let mut request = request::<kinds::Solutions>(text, is_json, query)?;
        let threads = thread_count(threads);
        request.question.limit = NonZeroU64::MAX;
        request.limits.threads = Some(threads);
        let limits = UNLIMITED.resolve(request.limits).start();
        let encoder = SolutionLines::new(StreamFormat::Text, request.style.notation);
        let stream = dispatcher(threads.get()).solutions(ClientId::SHARED, request.question, limits, encoder);
        let stream = Mutex::new(Some(stream.map_err(lost)?));
        Ok(Self { stream, found: Vec::new().into_iter(), stopped_by: None })
    }

    fn __iter__(solutions: PyRef<'_, Self>) -> PyRef<'_, Self> {
        solutions
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<String>> {
        if let Some(solution) = self.found.next() {
            return Ok(Some(solution));
        }
        // An exception ends the iteration, as it ends a generator.
        let Some(mut stream) = self.stream.get_mut().ok().and_then(Option::take) else { return Ok(None) };
        // A page may come before `wait` looks for signals.
        py.check_signals()?;
        let (page, mut stream) = wait(py, async move {
            let page = stream.next().await.map_err(lost)?;
            Ok((page, stream))
        })?;
        if let Some(page) = page {
            let lines: Vec<String> = String::from_utf8_lossy(&page).lines().map(str::to_owned).collect();
            self.found = lines.into_iter();
            self.stream = Mutex::new(Some(stream));
        } else {
            let stopped_by = stream.end().and_then(|end| StoppedBy::from_reply(&end.reply));
            self.stopped_by = stopped_by.map(StoppedBy::as_str);
        }
        Ok(self.found.next())
    }

    /// What stopped the search; `None` before the end, and if there are no other solutions.
    #[getter]
    fn stopped_by(&self) -> Option<&'static str> {
        self.stopped_by
    }
}
