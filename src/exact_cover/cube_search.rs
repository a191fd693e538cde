//! Search of one cube, which can be split while it is paused.

use std::sync::atomic::AtomicBool;

use super::cube::{Cube, SubProblem};
use super::portfolio::PortfolioSearch;
use super::problem::{OptionId, Problem};
use super::search::Step;

/// Solutions counted so far, and the part of a cube that was not searched yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    /// Number of solutions found or counted.
    pub counted: u128,
    /// Disjoint cubes with all other solutions, in the order of the search. Their weights sum up to that of the cube, less
    /// the share that was searched.
    pub rest: Vec<Cube>,
}

/// Search of the solutions of a cube. Pauses like the search of a whole problem.
///
/// May visit a node for each option of the cube before it branches: a search that is split earlier makes no progress.
#[derive(Clone, Debug)]
pub struct CubeSearch {
    cube: Cube,
    search: PortfolioSearch<SubProblem>,
}

impl CubeSearch {
    /// Creates a search of a cube of `problem`.
    pub fn new(problem: &Problem, cube: Cube) -> Self {
        let search = PortfolioSearch::new(SubProblem::new(problem, &cube));
        Self { cube, search }
    }

    /// See [`PortfolioSearch::advance`].
    pub fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Step {
        self.search.advance(budget_nodes, stop)
    }

    /// See [`PortfolioSearch::count`].
    pub fn count(&mut self, limit: u64, budget_nodes: u64, stop: &AtomicBool) -> Step {
        self.search.count(limit, budget_nodes, stop)
    }

    /// Returns the options of the last solution, as numbers of the whole problem.
    pub fn solution(&self) -> impl Iterator<Item = OptionId> {
        self.search.solution().map(|option| self.search.problem().whole_option(option))
    }

    /// Number of solutions found or counted.
    pub fn solutions(&self) -> u64 {
        self.search.solutions()
    }

    /// Number of nodes visited.
    pub fn nodes(&self) -> u64 {
        self.search.nodes()
    }

    /// Number of updates.
    pub fn updates(&self) -> u64 {
        self.search.updates()
    }

    /// Number of steps.
    pub fn steps(&self) -> u64 {
        self.search.steps()
    }

    /// Ends the search and returns its rest as cubes.
    ///
    /// # Errors
    /// The search itself, if CDCL has taken part: it does not search in an order that leaves cubes.
    pub fn split(self) -> Result<Split, Box<Self>> {
        let Some(rest) = self.search.rest(self.cube.weight()) else { return Err(Box::new(self)) };
        let sub_problem = self.search.problem();
        let in_whole = |rest: Cube| {
            let found = rest.options().iter().map(|&option| sub_problem.whole_option(option));
            Cube::new(self.cube.options().iter().copied().chain(found).collect(), rest.weight())
        };
        let rest = rest.into_iter().map(in_whole).collect();
        Ok(Split { counted: u128::from(self.search.solutions()), rest })
    }
}
