//! Search of several cubes within a budget of nodes.

use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;

use quadrille_exact_cover::Split;
use quadrille_exact_cover::{CountOverflow, Progress};

use super::written::WrittenCubes;

/// Number of cubes that a slice ends at most. Most cubes of a rest are tiny.
const CUBES_PER_SLICE: usize = 32;

/// Search of one cube after the other, which keeps the solutions that it finds.
pub trait CubeSearcher: Send + 'static {
    /// Reason why a search fails.
    type Error: From<CountOverflow> + Send;

    /// Starts the search of a cube.
    ///
    /// # Errors
    /// If the text is no cube.
    fn start(&mut self, cube: &str) -> Result<(), Self::Error>;

    /// Visits up to `budget_nodes` further nodes of the cube; fewer if `stop` is set, a slice ends, or the search [is
    /// full](Self::is_full).
    ///
    /// # Errors
    /// If the search fails. It must not be used afterwards.
    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Progress, Self::Error>;

    /// Number of nodes of the cube visited so far.
    fn nodes(&self) -> u64;

    /// Weight of the part of the cube that a split would count as searched.
    fn searched(&self) -> u128;

    /// Whether CDCL continues the search of the cube, whose work a split would drop.
    fn is_learning(&self) -> bool;

    /// Whether the run has to end because of the solutions found.
    fn is_full(&self) -> bool {
        false
    }

    /// Whether no further solutions are needed, so that the rest can be dropped.
    fn is_enough(&self) -> bool {
        false
    }

    /// Ends the search of the cube, keeps the solutions of the part that was searched, and returns the rest, its additions as text.
    ///
    /// # Errors
    /// If a solution cannot be kept.
    fn split(&mut self) -> Result<Split<String>, Self::Error>;
}

/// Search of a queue of cubes within a budget of nodes. Pauses do not change its result.
#[derive(Clone, Debug)]
pub struct CubeRun<S> {
    search: S,
    /// Number of nodes after which the run ends.
    budget_nodes: u64,
    /// Cubes that were not begun.
    waiting: WrittenCubes,
    /// Weight of the cube in `search`; `None` if its result is in `sums`, or no cube was begun.
    searching: Option<u128>,
    /// Sums over the ended cubes, and the rest of the last one.
    sums: Split<String>,
    /// Nodes of the ended cubes.
    nodes: u64,
}

/// Result of a [`CubeRun`].
#[derive(Clone, Debug)]
pub struct SearchedCubes<S> {
    /// Number of solutions in the part that was searched.
    pub counted: u128,
    /// Weight of the part that was searched. Together with the weight of the rest, it is the weight of the cubes.
    pub searched: u128,
    /// All cubes that are left.
    pub rest: WrittenCubes,
    /// Number of nodes visited.
    pub nodes: u64,
    /// The search, with the solutions that it keeps.
    pub search: S,
}

impl<S: CubeSearcher> CubeRun<S> {
    /// Creates a run of these cubes.
    pub fn new(search: S, cubes: WrittenCubes, budget_nodes: u64) -> Self {
        Self { search, budget_nodes, waiting: cubes, searching: None, sums: Split::default(), nodes: 0 }
    }

    /// Runs a slice. `Ready` if the run is over: no cube or budget is left, `stop` is set, or the search is full.
    ///
    /// Also pauses after `pause_nodes` nodes in all, so that the caller can decide to end the run there.
    ///
    /// # Errors
    /// Those of the search. The run must not be used afterwards.
    pub fn run_slice(&mut self, pause_nodes: u64, stop: &AtomicBool) -> Result<Poll<()>, S::Error> {
        let nodes_end = self.budget_nodes.min(pause_nodes);
        for _ in 0..CUBES_PER_SLICE {
            if self.is_over(stop) {
                return Ok(Poll::Ready(()));
            }
            let Some(left) = nodes_end.checked_sub(self.nodes()).filter(|&left| left > 0) else { break };
            if self.searching.is_none() {
                let Some(cube) = self.waiting.next() else { break };
                self.search.start(cube.text())?;
                self.searching = Some(cube.weight());
            }
            match self.search.advance(left, stop)? {
                Progress::Ended(_) => self.end_cube()?,
                // At the end of its slice.
                Progress::Paused => break,
            }
        }
        Ok(if self.is_over(stop) { Poll::Ready(()) } else { Poll::Pending })
    }

    fn is_over(&self, stop: &AtomicBool) -> bool {
        stop.load(Ordering::Relaxed)
            || self.nodes() >= self.budget_nodes
            || (self.searching.is_none() && self.waiting.is_empty())
            || self.search.is_full()
    }

    /// Number of nodes visited.
    pub fn nodes(&self) -> u64 {
        self.nodes + self.searching.map_or(0, |_| self.search.nodes())
    }

    /// Weight of the part that was searched.
    pub fn searched(&self) -> u128 {
        self.sums.searched.saturating_add(self.searching.map_or(0, |_| self.search.searched()))
    }

    /// Weight of the part that was not searched.
    pub fn left(&self) -> u128 {
        let searching = self.searching.map_or(0, |weight| weight.saturating_sub(self.search.searched()));
        searching.saturating_add(self.sums.rest.weight()).saturating_add(self.waiting.weight())
    }

    /// Whether CDCL continues the search of a cube, whose work would be dropped if the run ended now.
    pub fn is_learning(&self) -> bool {
        self.searching.is_some() && self.search.is_learning()
    }

    /// Ends the search of a cube, and adds its result to the sums.
    fn end_cube(&mut self) -> Result<(), S::Error> {
        self.nodes = self.nodes();
        self.searching = None;
        let Split { counted, searched, rest } = self.search.split()?;
        self.sums.counted = self.sums.counted.checked_add(counted).ok_or(CountOverflow)?;
        self.sums.searched = self.sums.searched.checked_add(searched).ok_or(CountOverflow)?;
        self.sums.rest = rest;
        Ok(())
    }

    /// Ends the run. Drops the rest if no further solutions are needed.
    ///
    /// # Errors
    /// Those of the search.
    pub fn finish(mut self) -> Result<SearchedCubes<S>, S::Error> {
        if self.searching.is_some() {
            self.end_cube()?;
        }
        let Split { counted, searched, rest } = self.sums;
        let is_enough = self.search.is_enough();
        let rest = if is_enough { WrittenCubes::default() } else { self.waiting.with_rest(&rest) };
        Ok(SearchedCubes { counted, searched, rest, nodes: self.nodes, search: self.search })
    }
}

#[cfg(test)]
mod tests {
    use quadrille_exact_cover::Cube;

    use super::*;
    use crate::cubes::{AnyProblem, CubeCounter};
    use crate::model::{BoxShape, Grid, Puzzle, Rules};

    /// Cubes of the empty 4x4, which has 288 solutions.
    fn run(budget_nodes: u64) -> CubeRun<CubeCounter> {
        let rules = Rules::plain(4, BoxShape { width: 2, height: 2 }).expect("rules");
        let clues = Grid::from_cells(vec![None; 16]).expect("a square");
        let whole = AnyProblem::Puzzle(Puzzle::new(rules, clues).expect("fits"));
        let cubes = whole.cubes(10, 0).expect("cubes");
        CubeRun::new(CubeCounter::new(whole), cubes.into_iter().collect(), budget_nodes)
    }

    #[test]
    fn pauses_change_no_sums() {
        let (stop, mut alone, mut paused) = (AtomicBool::new(false), run(40), run(40));
        while alone.run_slice(u64::MAX, &stop).expect("a slice").is_pending() {}
        let mut pause_nodes = 0;
        while paused.run_slice(pause_nodes, &stop).expect("a slice").is_pending() {
            assert!(paused.nodes() <= pause_nodes);
            assert_eq!(paused.searched() + paused.left(), Cube::WEIGHT_OF_WHOLE);
            pause_nodes += 1;
        }
        let (alone, paused) = (alone.finish().expect("sums"), paused.finish().expect("sums"));
        let sums =
            |run: &SearchedCubes<CubeCounter>| (run.nodes, run.counted, run.searched, run.rest.clone());
        assert_eq!(sums(&alone), sums(&paused));
        assert!(alone.nodes == 40 && alone.counted > 0 && !alone.rest.is_empty());
    }

    #[test]
    fn stopped_run_leaves_all_cubes() {
        let mut run = run(u64::MAX);
        let cubes = run.waiting.clone();
        assert!(run.run_slice(u64::MAX, &AtomicBool::new(true)).expect("a slice").is_ready());
        let ended = run.finish().expect("sums");
        assert_eq!((ended.nodes, ended.counted, ended.searched, ended.rest), (0, 0, 0, cubes));
    }

    #[test]
    fn sum_beyond_128_bits_is_an_error() {
        let mut run = run(u64::MAX);
        run.sums.counted = u128::MAX;
        let mut slice = || run.run_slice(u64::MAX, &AtomicBool::new(false));
        let error = loop {
            match slice() {
                Ok(Poll::Pending) => {}
                Ok(Poll::Ready(())) => panic!("a sum"),
                Err(error) => break error,
            }
        };
        assert_eq!(error, CountOverflow.into());
    }
}
