//! Cubes: parts of a problem that are counted apart, as text.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::prelude::*;
use pyo3::{pyclass, pyfunction, pymethods};
use quadrille_exact_cover::unstable::parse_weight;
use quadrille_sudoku::unstable::{AnyProblem, CubeCounter, CubeRun, WrittenCube, WrittenCubes};

use crate::engine::Signals;
use crate::error::{invalid_value, not_counted, not_encoded};
use crate::problem::read_whole;

/// Maximum number of cubes that a partition is asked for.
const CUBES_MAX: usize = 1 << 20;

/// Flag that another thread sets to end a call early.
#[pyclass(frozen, module = "quadrille")]
#[derive(Debug, Default)]
pub(crate) struct Stop(Arc<AtomicBool>);

#[pymethods]
impl Stop {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Splits a problem into about `want` cubes.
#[pyfunction]
pub(crate) fn cubes(
    py: Python<'_>,
    text: &str,
    is_cover: bool,
    is_json: bool,
    query: &str,
    want: usize,
    seed: u64,
) -> PyResult<Vec<String>> {
    if want > CUBES_MAX {
        return Err(invalid_value(format!("n must be at most {CUBES_MAX}")));
    }
    let whole = read_whole(text, is_cover, is_json, query)?;
    py.detach(|| Ok(texts(whole.cubes(want, seed).map_err(not_encoded)?)))
}

fn texts(cubes: impl IntoIterator<Item = WrittenCube>) -> Vec<String> {
    cubes.into_iter().map(WrittenCube::into_text).collect()
}

/// Counts cubes within a budget. Returns the number of solutions, the weight that was searched, the cubes that were not, and
/// the number of nodes.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "called by the Python package only")]
pub(crate) fn split(
    py: Python<'_>,
    text: &str,
    is_cover: bool,
    is_json: bool,
    query: &str,
    cubes: Vec<String>,
    nodes: Option<u64>,
    stop: Option<PyRef<'_, Stop>>,
) -> PyResult<(u128, u128, Vec<String>, u64)> {
    let whole = read_whole(text, is_cover, is_json, query)?;
    let cubes = cubes.into_iter().map(|cube| read_cube(&whole, cube)).collect::<PyResult<WrittenCubes>>()?;
    let stop = stop.map(|stop| Arc::clone(&stop.0)).unwrap_or_default();
    let mut run = CubeRun::new(CubeCounter::new(whole), cubes, nodes.unwrap_or(u64::MAX));
    py.detach(|| {
        let mut signals = Signals::new();
        while run.run_slice(u64::MAX, &stop).map_err(not_counted)?.is_pending() {
            signals.handle()?;
        }
        let ended = run.finish().map_err(not_counted)?;
        Ok((ended.counted, ended.searched, texts(ended.rest), ended.nodes))
    })
}

fn read_cube(whole: &AnyProblem, cube: String) -> PyResult<WrittenCube> {
    let escaped = cube.escape_debug().to_string();
    whole.read_cube(cube).map_err(|error| invalid_value(format!("cube `{escaped}`: {error}")))
}

/// Returns the weight of a cube, with which its text begins.
#[pyfunction]
pub(crate) fn weight(cube: &str) -> PyResult<u128> {
    parse_weight(cube.split(' ').next().unwrap_or_default()).map_err(invalid_value)
}
