//! Cubes: parts of a problem that are counted apart, as text.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;

use pyo3::prelude::*;
use pyo3::{pyclass, pyfunction, pymethods};
use quadrille_answers::service::{Background, ClientId};
use quadrille_exact_cover::ProblemError;
use quadrille_exact_cover::unstable::parse_weight;
use quadrille_sudoku::unstable::{AnyProblem, CubeCounter, CubeError, CubeRun, WrittenCube, WrittenCubes};

use crate::engine::{dispatcher, wait};
use crate::error::{invalid_value, lost, not_counted, not_encoded};
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
    wait(py, async {
        let partition = Partition { whole, want, seed, cubes: Ok(Vec::new()) };
        let partition = dispatcher(1).run_background(ClientId::SHARED, partition).await.map_err(lost)?;
        Ok(texts(partition.cubes.map_err(not_encoded)?))
    })
}

/// Partition of a problem, in one slice.
struct Partition {
    whole: AnyProblem,
    want: usize,
    seed: u64,
    cubes: Result<Vec<WrittenCube>, ProblemError>,
}

impl Background for Partition {
    fn run_slice(&mut self, _: &AtomicBool) -> Poll<()> {
        self.cubes = self.whole.cubes(self.want, self.seed);
        Poll::Ready(())
    }
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
    let run = CubeRun::new(CubeCounter::new(whole), cubes, nodes.unwrap_or(u64::MAX));
    let count = CubesCount { run, stop, error: None };
    wait(py, async {
        let count = dispatcher(1).run_background(ClientId::SHARED, count).await.map_err(lost)?;
        count.finish().map_err(not_counted)
    })
}

fn read_cube(whole: &AnyProblem, cube: String) -> PyResult<WrittenCube> {
    let escaped = cube.escape_debug().to_string();
    whole.read_cube(cube).map_err(|error| invalid_value(format!("cube `{escaped}`: {error}")))
}

/// Count of cubes, which ends early if a flag is set.
struct CubesCount {
    run: CubeRun<CubeCounter>,
    stop: Arc<AtomicBool>,
    error: Option<CubeError>,
}

impl CubesCount {
    fn finish(self) -> Result<(u128, u128, Vec<String>, u64), CubeError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let ended = self.run.finish()?;
        Ok((ended.counted, ended.searched, texts(ended.rest), ended.nodes))
    }
}

impl Background for CubesCount {
    fn run_slice(&mut self, _: &AtomicBool) -> Poll<()> {
        self.run.run_slice(u64::MAX, &self.stop).unwrap_or_else(|error| {
            self.error = Some(error);
            Poll::Ready(())
        })
    }
}

/// Returns the weight of a cube, with which its text begins.
#[pyfunction]
pub(crate) fn weight(cube: &str) -> PyResult<u128> {
    parse_weight(cube.split(' ').next().unwrap_or_default()).map_err(invalid_value)
}
