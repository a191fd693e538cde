//! The engine for puzzles with constraints beside their houses.

use std::sync::atomic::AtomicBool;

use quadrille_exact_cover::ProblemError;
use quadrille_exact_cover::Split;
use quadrille_exact_cover::unstable::{NodeState, SLICE_STEPS, Step};

use super::engine::{Engine, Remaining, SearchWork};
use crate::model::{Grid, Puzzle, Restriction};
use crate::propagation::TurnSearch;

/// Applies the rules of a puzzle, then searches with [`TurnSearch`].
#[derive(Clone, Debug)]
pub(super) struct ConstrainedEngine {
    search: TurnSearch,
    /// Size of the puzzle after the rules, before the search.
    remaining: Remaining,
}

impl ConstrainedEngine {
    /// Creates an engine that has yet to [reduce](Engine::reduce) the puzzle.
    pub(super) fn new(puzzle: &Puzzle) -> Self {
        Self { search: TurnSearch::new(puzzle.rules()), remaining: Remaining::default() }
    }
}

impl Engine for ConstrainedEngine {
    fn reduce(
        &mut self,
        puzzle: &Puzzle,
        seed: Option<u64>,
        stop: &AtomicBool,
    ) -> Result<Option<NodeState>, ProblemError> {
        self.search.restart(puzzle, seed);
        Ok(self.continue_reduction(stop))
    }

    fn continue_reduction(&mut self, stop: &AtomicBool) -> Option<NodeState> {
        if !self.search.prepare(SLICE_STEPS, stop) {
            return None;
        }
        let (cells, candidates) = self.search.open_counts();
        self.remaining = Remaining { cells, candidates, items: cells };
        Some(self.search.root_state())
    }

    fn reduction_steps(&self) -> u64 {
        self.search.steps()
    }

    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Step, ProblemError> {
        Ok(self.search.advance(budget_nodes, stop))
    }

    fn count(&mut self, limit: u128, budget_nodes: u64, stop: &AtomicBool) -> Result<Step, ProblemError> {
        Ok(self.search.count(limit, budget_nodes, stop))
    }

    fn is_exhausted(&mut self) -> bool {
        self.search.is_exhausted()
    }

    fn solutions(&self) -> u128 {
        self.search.solutions()
    }

    fn is_learning(&self) -> bool {
        self.search.is_learning()
    }

    fn split(&self, weight: u128) -> Split<Restriction> {
        self.search.split(weight)
    }

    fn searched(&self, weight: u128) -> u128 {
        self.search.searched(weight)
    }

    fn read(&self, grid: &mut Grid) {
        self.search.fill(grid);
    }

    fn remaining(&self) -> Remaining {
        self.remaining
    }

    fn work(&self) -> SearchWork {
        let search = &self.search;
        SearchWork { nodes: search.nodes(), updates: search.updates(), steps: search.steps() }
    }
}
