//! Count of the solutions of one cube, which can be split while it is paused.

use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;

use crate::answer::{NextSolution, Progress, StopReason};
use crate::cube::{Cube, SubProblem};
use crate::portfolio::{CoverEngine, PortfolioSearch};
use crate::problem::{OptionId, Problem};
use crate::rest::{Rest, Split};
use crate::search::{SLICE_STEPS, Step};

/// Error of a count: a cube has 2^128 solutions or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the number of solutions exceeds 128 bits")]
pub struct CountOverflow;

/// Search for the solutions of a cube.
///
/// Either [`advance`](Self::advance) finds them one by one, or [`count`](Self::count) counts them. Cube and visited nodes
/// determine the [split](Self::split): pauses do not change it.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use std::thread;
/// use quadrille_exact_cover::{CountOverflow, CubeSearch, NamedProblem, Progress};
///
/// let problem: NamedProblem = "a b c d\na b\nc d\na c\nb d\na d\nb c\n".parse()?;
/// let stop = AtomicBool::new(false); // ends all searches
/// let count = |cube| {
///     let mut search = CubeSearch::new(&problem, cube);
///     while search.count(u64::MAX, &stop)? == Progress::Paused {}
///     Ok::<u128, CountOverflow>(search.solutions())
/// };
/// let counts = thread::scope(|scope| {
///     let threads = problem.cubes(3, 0).into_iter().map(|cube| scope.spawn(move || count(cube)));
///     let threads: Vec<_> = threads.collect(); // all of them run
///     threads.into_iter().map(|thread| thread.join().expect("no panic")).sum::<Result<u128, _>>()
/// });
/// assert_eq!(counts, Ok(3));
/// # Ok::<(), quadrille_exact_cover::TextError>(())
/// ```
#[derive(Clone, Debug)]
pub struct CubeSearch {
    cube: Cube,
    search: PortfolioSearch<SubProblem>,
    is_exhausted: bool,
}

impl CubeSearch {
    /// Creates a search of a cube of `problem`.
    pub fn new(problem: &Problem, cube: Cube) -> Self {
        let search = PortfolioSearch::new(SubProblem::new(problem, &cube));
        Self { cube, search, is_exhausted: false }
    }

    /// Continues to the next solution, and visits up to `budget_nodes` further nodes; fewer if `stop` is set or a slice ends.
    pub fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> NextSolution {
        let ended = NextSolution::Ended(StopReason::Complete);
        if self.is_exhausted {
            return ended;
        }
        match self.search.advance(self.search_budget(budget_nodes), stop) {
            Step::Solution => NextSolution::Found,
            Step::Paused => NextSolution::Paused,
            Step::Exhausted => {
                self.is_exhausted = true;
                ended
            }
        }
    }

    /// Counts solutions, and visits up to `budget_nodes` further nodes; fewer if `stop` is set or a slice ends.
    ///
    /// # Errors
    /// [`CountOverflow`].
    pub fn count(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Progress, CountOverflow> {
        let nodes_end = self.nodes().saturating_add(budget_nodes);
        let steps_end = self.steps() + SLICE_STEPS;
        while !self.is_exhausted {
            let budget = self.search_budget(nodes_end - self.nodes());
            match self.search.count(u128::MAX, budget, stop) {
                Step::Solution if self.solutions() == u128::MAX => return Err(CountOverflow),
                Step::Solution if self.steps() < steps_end && !stop.load(Ordering::Relaxed) => {}
                Step::Solution | Step::Paused => return Ok(Progress::Paused),
                Step::Exhausted => self.is_exhausted = true,
            }
        }
        Ok(Progress::Ended(StopReason::Complete))
    }

    /// Returns the options of the last solution, as numbers of the whole problem.
    pub fn solution(&self) -> impl Iterator<Item = OptionId> {
        self.search.solution().map(|option| self.search.problem().whole_option(option))
    }

    /// Number of solutions found or counted.
    pub fn solutions(&self) -> u128 {
        self.search.solutions()
    }

    /// Number of nodes visited, without one for each option of the cube: those only repeat its choices.
    pub fn nodes(&self) -> u64 {
        self.search.nodes().saturating_sub(self.repeated_nodes())
    }

    /// Number of nodes that may only repeat the choices of the cube.
    fn repeated_nodes(&self) -> u64 {
        self.cube.options().len() as u64
    }

    /// Budget of the search for `budget_nodes` further nodes of this count.
    fn search_budget(&self, budget_nodes: u64) -> u64 {
        let repeated_left = self.repeated_nodes().saturating_sub(self.search.nodes());
        budget_nodes.saturating_add(if budget_nodes > 0 { repeated_left } else { 0 })
    }

    /// Whether CDCL continues the search, whose work a [split](Self::split) would drop; after a solution, whether CDCL has found it.
    pub fn is_learning(&self) -> bool {
        self.search.engine() == CoverEngine::Cdcl
    }

    /// Number of updates.
    pub fn updates(&self) -> u64 {
        self.search.updates()
    }

    /// Number of steps.
    pub fn steps(&self) -> u64 {
        self.search.steps()
    }

    /// Weight of the part that a [split](Self::split) would count as searched.
    pub fn searched(&self) -> u128 {
        let weight = self.cube.weight();
        if self.is_exhausted { weight } else { self.search.searched(weight) }
    }

    /// Ends the search, and returns what it has found and left: additions to the cube.
    ///
    /// If CDCL has not ended the search, its work is dropped, and the split is the one of the backtracking before.
    pub fn split(self) -> Split {
        let (solutions, weight) = (self.solutions(), self.cube.weight());
        if self.is_exhausted {
            return Split::new(solutions, weight, Rest::default());
        }
        // The search repeats the choices of the cube.
        let further = |option| self.cube.options().binary_search(&option).is_err().then_some(option);
        let split = self.search.export(weight);
        split.filter_map(|option| further(self.search.problem().whole_option(option)))
    }
}
