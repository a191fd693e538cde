//! Random puzzles.

use std::num::{NonZeroU64, NonZeroUsize};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::pyfunction;
use quadrille_answers::kinds::{Generate, GenerateLines, read_set};
use quadrille_answers::service::{LimitsPolicy, random_seed};
use quadrille_answers::wire::{COUNT_MAX, ProblemBounds, RequestOf, StreamFormat, read_parameters};

use crate::engine::{FOREVER, answer_chunks, thread_count};
use crate::error::{invalid, invalid_value};

/// Maximum number of puzzles that a thread generates one after the other.
const CHUNK_PUZZLES: u64 = 64;

/// Chunks per thread at least, so that no thread waits for the others.
const CHUNKS_PER_THREAD: u64 = 8;

/// Limits of a puzzle. There is a time without a limit, because some wishes have no puzzle.
const POLICY: LimitsPolicy = LimitsPolicy {
    time_default: Duration::from_secs(60),
    time_max: FOREVER,
    nodes_max: None,
    threads_max: NonZeroUsize::MIN,
};

/// Generates puzzles. Returns a line of JSON for each.
#[pyfunction]
pub(crate) fn generate(py: Python<'_>, query: &str, count: u64, threads: usize) -> PyResult<String> {
    let request = read_parameters::<Generate>(query, ProblemBounds::MAX);
    let RequestOf::<Generate> { mut question, limits, style } =
        request.map_err(|refusal| invalid(refusal, None))?;
    if !style.notation.has_seed() {
        question.seed = drawn_seed()?;
    }
    let count = NonZeroU64::new(count).unwrap_or(NonZeroU64::MIN);
    let seed_max = COUNT_MAX.saturating_sub(count.get() - 1);
    if question.seed > seed_max {
        return Err(invalid_value(format!(
            "seed must be at most {seed_max}, so that every puzzle has a seed"
        )));
    }
    let limits = POLICY.resolve(limits);
    let lines = GenerateLines::new(question, limits, style, StreamFormat::Ndjson, "none".to_owned());
    lines_of(py, &lines, count, threads)
}

/// Generates the puzzles of a set, whose rows are lines of JSON. Returns a line of JSON for each, with the line of its row.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "lists of Python are extracted by value")]
pub(crate) fn generate_set(
    py: Python<'_>,
    rows: &str,
    defaults: Vec<(String, String)>,
    seed: Option<u64>,
    threads: usize,
) -> PyResult<String> {
    let seed = seed.map_or_else(drawn_seed, Ok)?;
    let defaults: Vec<(&str, String)> =
        defaults.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
    let rows = read_set(rows, &defaults, seed).map_err(invalid_value)?;
    let count = NonZeroU64::new(rows.iter().map(|row| row.count.get()).sum()).unwrap_or(NonZeroU64::MIN);
    let lines = GenerateLines::from_set(rows, seed, POLICY, StreamFormat::Ndjson, "none".to_owned());
    lines_of(py, &lines, count, threads)
}

fn drawn_seed() -> PyResult<u64> {
    random_seed().map_err(|error| PyRuntimeError::new_err(format!("cannot draw a seed: {error}")))
}

/// Generates puzzles, and returns their lines.
fn lines_of(py: Python<'_>, lines: &GenerateLines, count: NonZeroU64, threads: usize) -> PyResult<String> {
    let (count, threads) = (count.get(), thread_count(threads));
    let length = count.div_ceil(CHUNKS_PER_THREAD * threads.get() as u64).clamp(1, CHUNK_PUZZLES);
    let chunks: Vec<_> =
        (0..count.div_ceil(length)).map(|chunk| chunk * length..count.min((chunk + 1) * length)).collect();
    let mut text = Vec::new();
    answer_chunks(py, lines, &chunks, threads, |page| {
        text.extend_from_slice(page);
        Ok(())
    })?;
    String::from_utf8(text).map_err(invalid_value)
}
