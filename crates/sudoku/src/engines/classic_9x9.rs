//! The engine for the classic 9x9 with 3x3 boxes.

use std::sync::atomic::AtomicBool;

use quadrille_exact_cover::ProblemError;
use quadrille_exact_cover::Split;
use quadrille_exact_cover::unstable::{NodeState, Search, SearchSpace, SplitMix64, Step};

use super::engine::{Engine, Remaining, SearchWork};
use crate::model::{Grid, Puzzle, Restriction};
use crate::reduce::{Board9x9, BoardSearch};

/// Number of nodes after which counting uses the memo, before it grew: a tenth of the time to clear it.
const MEMO_AFTER_NODES: u64 = 512;

/// Reduces and searches a [`Board9x9`].
#[derive(Clone, Debug)]
pub(super) struct Classic9x9 {
    search: Search<BoardSearch>,
    /// The board after the rules, before the search.
    reduced: Board9x9,
}

impl Classic9x9 {
    /// Allocates all memory that any search needs.
    pub(super) fn new() -> Self {
        let reduced = Board9x9::new(&[None; 81]);
        let mut search = Search::new(BoardSearch::new(reduced));
        search.set_memo_after_nodes(MEMO_AFTER_NODES);
        Self { search, reduced }
    }
}

impl Engine for Classic9x9 {
    fn reduce(
        &mut self,
        puzzle: &Puzzle,
        seed: Option<u64>,
        _: &AtomicBool,
    ) -> Result<Option<NodeState>, ProblemError> {
        let board = Board9x9::of_puzzle(puzzle);
        self.search.reset(|space| {
            space.set_random(seed.map(SplitMix64::new));
            space.restart(board);
        });
        self.reduced = *self.search.space().board();
        Ok(Some(self.search.space().state()))
    }

    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Step, ProblemError> {
        Ok(self.search.advance(budget_nodes, stop))
    }

    fn count(&mut self, limit: u128, budget_nodes: u64, stop: &AtomicBool) -> Result<Step, ProblemError> {
        Ok(self.search.count(limit, budget_nodes, stop))
    }

    fn is_exhausted(&mut self) -> bool {
        self.search.advance(0, &AtomicBool::new(false)) == Step::Exhausted
    }

    fn solutions(&self) -> u128 {
        self.search.solutions()
    }

    fn split(&self, weight: u128) -> Split<Restriction> {
        let split = Split::new(self.search.solutions(), weight, self.search.rest(weight));
        split.filter_map(BoardSearch::restriction)
    }

    fn searched(&self, weight: u128) -> u128 {
        weight - self.search.rest_weight(weight)
    }

    fn read(&self, grid: &mut Grid) {
        self.search.space().board().fill(grid);
    }

    fn remaining(&self) -> Remaining {
        let (candidates, single) = self.reduced.candidate_counts();
        let (candidates, single) = (candidates as usize, single as usize);
        let cells = 81 - single;
        // An unsolved cell stands for an item of its own, and one in each of its houses.
        Remaining { cells, candidates: candidates.saturating_sub(single), items: 4 * cells }
    }

    fn work(&self) -> SearchWork {
        SearchWork { nodes: self.search.nodes(), updates: self.search.updates(), steps: self.search.steps() }
    }
}
