//! Random puzzles.

use std::num::{NonZeroU64, NonZeroUsize};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::pyfunction;
use quadrille_answers::kinds::{Generate, GenerateLines};
use quadrille_answers::service::{ClientId, EntryNumbers, LimitsPolicy, random_seed};
use quadrille_answers::wire::{COUNT_MAX, ProblemBounds, RequestOf, StreamFormat, read_parameters};

use crate::engine::{FOREVER, dispatcher, thread_count, wait};
use crate::error::{invalid, invalid_value, lost};

/// Time limit of a puzzle without one: some wishes have no puzzle.
const TIME_DEFAULT: Duration = Duration::from_secs(60);

/// Generates puzzles. Returns a line of JSON for each.
#[pyfunction]
pub(crate) fn generate(py: Python<'_>, query: &str, count: u64, threads: usize) -> PyResult<String> {
    let request = read_parameters::<Generate>(query, ProblemBounds::MAX);
    let RequestOf::<Generate> { mut question, limits, style } =
        request.map_err(|refusal| invalid(refusal, None))?;
    if !style.notation.has_seed() {
        let seed =
            random_seed().map_err(|error| PyRuntimeError::new_err(format!("cannot draw a seed: {error}")))?;
        question.seed = seed;
    }
    let count = NonZeroU64::new(count).unwrap_or(NonZeroU64::MIN);
    let seed_max = COUNT_MAX.saturating_sub(count.get() - 1);
    if question.seed > seed_max {
        return Err(invalid_value(format!(
            "seed must be at most {seed_max}, so that every puzzle has a seed"
        )));
    }
    let policy = LimitsPolicy {
        time_default: TIME_DEFAULT,
        time_max: FOREVER,
        nodes_max: None,
        threads_max: NonZeroUsize::MIN,
    };
    let limits = policy.resolve(limits);
    let threads = thread_count(threads).get();
    wait(py, async move {
        let dispatcher = dispatcher(threads);
        let permit = dispatcher.stream_permit(ClientId::SHARED).map_err(lost)?;
        let lines = GenerateLines::new(question, limits, style, StreamFormat::Ndjson, "none".to_owned());
        let mut puzzles = dispatcher.batch(permit, lines, EntryNumbers::new(count));
        let mut text = Vec::new();
        while let Some(page) = puzzles.next().await.map_err(lost)? {
            text.extend_from_slice(&page);
        }
        String::from_utf8(text).map_err(invalid_value)
    })
}
