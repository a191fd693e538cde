//! All solutions of one puzzle, one by one.

use std::mem;
use std::num::NonZeroU64;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::vec;

use pyo3::prelude::*;
use quadrille_answers::kinds;
use quadrille_answers::wire::{Notation, SolutionNotation, StoppedBy};
use quadrille_sudoku::Puzzle;

use crate::engine::{Signals, UNLIMITED};
use crate::error::invalid_value;
use crate::listing::{Listed, Listing};
use crate::problem::request;

/// Solutions that are found at once, at most.
const PAGE_SOLUTIONS: usize = 512;

/// Iterator over the solutions of a puzzle. Searches while Python waits for the next solution.
#[pyclass]
pub(crate) struct Solutions {
    /// `None` after the end. The mutex is never locked: it makes the type `Sync`.
    search: Mutex<Option<Listing<Puzzle>>>,
    notation: Notation,
    /// Solutions found and not returned yet.
    found: vec::IntoIter<String>,
    stopped_by: Option<&'static str>,
}

#[pymethods]
impl Solutions {
    #[new]
    fn new(text: &str, is_json: bool, query: &str) -> PyResult<Self> {
        let request = request::<kinds::Solutions>(text, is_json, query)?;
        let limits = UNLIMITED.resolve(request.limits);
        let search = Mutex::new(Some(Listing::new(request.question.subject, NonZeroU64::MAX, &limits)));
        Ok(Self { search, notation: request.style.notation, found: Vec::new().into_iter(), stopped_by: None })
    }

    fn __iter__(solutions: PyRef<'_, Self>) -> PyRef<'_, Self> {
        solutions
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<String>> {
        if let Some(solution) = self.found.next() {
            return Ok(Some(solution));
        }
        // An exception ends the iteration, as it ends a generator.
        let Some(search) = self.search.get_mut().ok().and_then(Option::take) else { return Ok(None) };
        // A page may come before signals are looked for.
        py.check_signals()?;
        let notation = &self.notation;
        let page = py.detach(|| Page::search(search, notation))?;
        self.found = page.found.into_iter();
        self.stopped_by = page.stopped_by.map(StoppedBy::as_str);
        self.search = Mutex::new(page.search);
        Ok(self.found.next())
    }

    /// What stopped the search; `None` before the end, and if there are no other solutions.
    #[getter]
    fn stopped_by(&self) -> Option<&'static str> {
        if self.found.as_slice().is_empty() { self.stopped_by } else { None }
    }
}

/// Solutions that a search has found.
struct Page {
    found: Vec<String>,
    /// The search; `None` after its end.
    search: Option<Listing<Puzzle>>,
    stopped_by: Option<StoppedBy>,
}

impl Page {
    /// Searches for some solutions, at least for one.
    fn search(mut search: Listing<Puzzle>, notation: &Notation) -> PyResult<Self> {
        let (mut found, mut line, mut signals) = (Vec::new(), Vec::new(), Signals::new());
        let never = AtomicBool::new(false);
        while found.len() < PAGE_SOLUTIONS {
            match search.next(&never)? {
                Listed::Found(solution) => {
                    notation.write_solution(&solution, &mut line);
                    found.push(String::from_utf8(mem::take(&mut line)).map_err(invalid_value)?);
                }
                Listed::Paused if !found.is_empty() => break,
                Listed::Paused => signals.handle()?,
                Listed::Ended(stopped_by) => return Ok(Self { found, search: None, stopped_by }),
            }
        }
        Ok(Self { found, search: Some(search), stopped_by: None })
    }
}
