//! Cubes: parts of a problem that are counted apart, as text.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;

use pyo3::prelude::*;
use pyo3::{pyclass, pyfunction, pymethods};
use quadrille::exact_cover::{
    Cube, CubeSearch, Problem, Progress, Split, cubes as cover_cubes, parse_cube, parse_weight,
};
use quadrille::service::{Background, ClientId};
use quadrille::sudoku::cubes::{PuzzleCubeCount, format_puzzle_cube, parse_puzzle_cube, puzzle_cubes};
use quadrille::sudoku::{Puzzle, PuzzleCube};

use crate::engine::{dispatcher, wait};
use crate::error::{invalid_value, lost, not_counted, not_encoded};
use crate::problem::Whole;

/// Number of cubes that a slice ends at most. Most cubes of a rest are tiny.
const CUBES_PER_SLICE: usize = 32;

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
    let whole = Whole::read(text, is_cover, is_json, query)?;
    wait(py, async {
        let partition = Partition { whole, want, seed, cubes: Ok(Vec::new()) };
        dispatcher(1).run_background(ClientId::SHARED, partition).await.map_err(lost)?.cubes
    })
}

/// Partition of a problem, in one slice.
struct Partition {
    whole: Whole,
    want: usize,
    seed: u64,
    cubes: PyResult<Vec<String>>,
}

impl Background for Partition {
    fn run_slice(&mut self, _: &AtomicBool) -> Poll<()> {
        self.cubes = match &self.whole {
            Whole::Puzzle(puzzle) => puzzle_cubes(puzzle, self.want, self.seed)
                .map(|cubes| cubes.iter().map(|cube| format_puzzle_cube(puzzle, cube)).collect())
                .map_err(not_encoded),
            Whole::Cover(problem) => {
                Ok(cover_cubes(problem, self.want, self.seed).iter().map(ToString::to_string).collect())
            }
        };
        Poll::Ready(())
    }
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
    let whole = Whole::read(text, is_cover, is_json, query)?;
    for cube in &cubes {
        check_cube(&whole, cube)?;
    }
    let stop = stop.map(|stop| Arc::clone(&stop.0)).unwrap_or_default();
    let count = CubesCount::new(whole, cubes, nodes.unwrap_or(u64::MAX), stop);
    wait(py, async {
        let count = dispatcher(1).run_background(ClientId::SHARED, count).await.map_err(lost)?;
        count.finish()
    })
}

fn check_cube(whole: &Whole, cube: &str) -> PyResult<()> {
    let named = |error: String| invalid_value(format!("cube `{}`: {error}", cube.escape_debug()));
    match whole {
        Whole::Puzzle(puzzle) => {
            parse_puzzle_cube(puzzle, cube).map(|_| ()).map_err(|error| named(error.to_string()))
        }
        Whole::Cover(problem) => {
            parse_cube(problem, cube).map(|_| ()).map_err(|error| named(error.to_string()))
        }
    }
}

/// Search that counts the solutions of one cube after the other.
enum CubeCount {
    Puzzle { whole: Puzzle, search: Option<Box<PuzzleCubeCount>> },
    Cover { whole: Arc<Problem>, search: Option<Box<CubeSearch>> },
}

impl CubeCount {
    fn start(&mut self, cube: &str) -> PyResult<()> {
        match self {
            Self::Puzzle { whole, search } => {
                let cube = parse_puzzle_cube(whole, cube).map_err(invalid_value)?;
                match search {
                    Some(search) => search.restart(cube),
                    None => *search = Some(Box::new(PuzzleCubeCount::new(cube))),
                }
            }
            Self::Cover { whole, search } => {
                let cube = parse_cube(whole, cube).map_err(invalid_value)?;
                *search = Some(Box::new(CubeSearch::new(whole, cube)));
            }
        }
        Ok(())
    }

    fn nodes(&self) -> u64 {
        match self {
            Self::Puzzle { search, .. } => search.as_ref().map_or(0, |search| search.nodes()),
            Self::Cover { search, .. } => search.as_ref().map_or(0, |search| search.nodes()),
        }
    }

    /// Continues for a slice. Returns whether the cube has ended.
    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> PyResult<bool> {
        let progress = match self {
            Self::Puzzle { search: Some(search), .. } => {
                search.advance(budget_nodes, stop).map_err(not_counted)?
            }
            Self::Cover { search: Some(search), .. } => {
                search.count(budget_nodes, stop).map_err(|overflow| not_counted(overflow.into()))?
            }
            Self::Puzzle { search: None, .. } | Self::Cover { search: None, .. } => return Ok(true),
        };
        Ok(matches!(progress, Progress::Ended(_)))
    }

    /// Ends the search of the cube, and splits it.
    fn split(&mut self) -> Split<String> {
        match self {
            Self::Puzzle { whole, search } => {
                let write = |cube: &PuzzleCube| format_puzzle_cube(whole, cube);
                map_rest(search.as_ref().map(|search| search.split()), write)
            }
            Self::Cover { search, .. } => {
                map_rest(search.take().map(|search| search.split()), Cube::to_string)
            }
        }
    }
}

/// Writes the cubes of a split; `None` is the split of nothing.
fn map_rest<C>(split: Option<Split<C>>, write: impl Fn(&C) -> String) -> Split<String> {
    let split = split.unwrap_or(Split { counted: 0, searched: 0, rest: Vec::new() });
    Split { counted: split.counted, searched: split.searched, rest: split.rest.iter().map(write).collect() }
}

/// Count of cubes within a budget.
struct CubesCount {
    count: CubeCount,
    budget_nodes: u64,
    stop: Arc<AtomicBool>,
    /// Cubes that were not begun, in the order of the search.
    waiting: VecDeque<String>,
    /// Whether `count` has a cube that is not added to the sums.
    is_counting: bool,
    /// Sums over the cubes before, and the rest of the last one.
    sums: Split<String>,
    nodes: u64,
    error: Option<PyErr>,
}

impl CubesCount {
    fn new(whole: Whole, cubes: Vec<String>, budget_nodes: u64, stop: Arc<AtomicBool>) -> Self {
        let count = match whole {
            Whole::Puzzle(whole) => CubeCount::Puzzle { whole, search: None },
            Whole::Cover(whole) => CubeCount::Cover { whole, search: None },
        };
        Self {
            count,
            budget_nodes,
            stop,
            waiting: cubes.into(),
            is_counting: false,
            sums: Split { counted: 0, searched: 0, rest: Vec::new() },
            nodes: 0,
            error: None,
        }
    }

    /// Continues with a cube, until it ends, or the search pauses. `Ready` at the end.
    fn advance(&mut self) -> PyResult<Poll<()>> {
        if self.stop.load(Ordering::Relaxed) || self.all_nodes() >= self.budget_nodes {
            return Ok(Poll::Ready(()));
        }
        if !self.is_counting {
            let Some(cube) = self.waiting.pop_front() else { return Ok(Poll::Ready(())) };
            self.count.start(&cube)?;
            self.is_counting = true;
        }
        let left = self.budget_nodes.saturating_sub(self.all_nodes());
        if self.count.advance(left, &self.stop)? {
            self.add()?;
        }
        Ok(Poll::Pending)
    }

    fn all_nodes(&self) -> u64 {
        self.nodes + if self.is_counting { self.count.nodes() } else { 0 }
    }

    /// Ends the search of a cube, and adds what it has found.
    fn add(&mut self) -> PyResult<()> {
        self.nodes = self.all_nodes();
        self.is_counting = false;
        let Split { counted, searched, rest } = self.count.split();
        let overflow = || not_counted(quadrille::exact_cover::CountOverflow.into());
        self.sums.counted = self.sums.counted.checked_add(counted).ok_or_else(overflow)?;
        self.sums.searched = self.sums.searched.checked_add(searched).ok_or_else(overflow)?;
        self.sums.rest = rest;
        Ok(())
    }

    fn finish(mut self) -> PyResult<(u128, u128, Vec<String>, u64)> {
        if let Some(error) = self.error {
            return Err(error);
        }
        if self.is_counting {
            self.add()?;
        }
        let Split { counted, searched, mut rest } = self.sums;
        rest.extend(self.waiting);
        Ok((counted, searched, rest, self.nodes))
    }
}

impl Background for CubesCount {
    fn run_slice(&mut self, _: &AtomicBool) -> Poll<()> {
        for _ in 0..CUBES_PER_SLICE {
            match self.advance() {
                Ok(Poll::Ready(())) => return Poll::Ready(()),
                // The search of the cube has paused at the end of its slice.
                Ok(Poll::Pending) if self.is_counting => return Poll::Pending,
                Ok(Poll::Pending) => {}
                Err(error) => {
                    self.error = Some(error);
                    return Poll::Ready(());
                }
            }
        }
        Poll::Pending
    }
}

/// Returns the weight of a cube, with which its text begins.
#[pyfunction]
pub(crate) fn weight(cube: &str) -> PyResult<u128> {
    parse_weight(cube.split(' ').next().unwrap_or_default()).map_err(invalid_value)
}
