//! The engine for every layout.

use std::sync::atomic::AtomicBool;

use quadrille_exact_cover::unstable::{NodeState, PortfolioSearch, SplitMix64, Step};
use quadrille_exact_cover::{CoverEngine, ProblemError};
use quadrille_exact_cover::{Rest, Split};

use super::engine::{Engine, Remaining, SearchWork};
use crate::encoding::Encoding;
use crate::model::{Grid, Puzzle, Restriction};
use crate::reduce::CandidateMasks;

/// Applies the logical rules to [`CandidateMasks`], then searches with [`PortfolioSearch`].
#[derive(Clone, Debug)]
pub(super) struct GeneralEngine {
    masks: CandidateMasks,
    /// `None` before the first puzzle. That puzzle builds it in any case, so that later ones of its size do not allocate.
    search: Option<PortfolioSearch<Encoding>>,
    /// Whether `search` was built for the current puzzle.
    is_search_current: bool,
    /// Seed of the order of the options.
    seed: Option<u64>,
}

impl GeneralEngine {
    /// Creates an engine without a search; the first puzzle allocates it.
    pub(super) fn new(puzzle: &Puzzle) -> Self {
        Self { masks: CandidateMasks::new(puzzle), search: None, is_search_current: false, seed: None }
    }

    fn current_search(&self) -> Option<&PortfolioSearch<Encoding>> {
        self.search.as_ref().filter(|_| self.is_search_current)
    }
}

/// Puts the options into the random order of the seed, if there is one.
fn shuffle(encoding: &mut Encoding, seed: Option<u64>) -> Result<(), ProblemError> {
    seed.map_or(Ok(()), |seed| encoding.shuffle(&mut SplitMix64::new(seed)))
}

impl Engine for GeneralEngine {
    fn reduce(
        &mut self,
        puzzle: &Puzzle,
        seed: Option<u64>,
        _: &AtomicBool,
    ) -> Result<Option<NodeState>, ProblemError> {
        self.seed = seed;
        self.masks.restart(puzzle);
        let state = self.masks.reduce();
        self.is_search_current = self.search.is_none();
        if self.is_search_current {
            let mut encoding = Encoding::new(&self.masks)?;
            shuffle(&mut encoding, seed)?;
            self.search = Some(PortfolioSearch::with_links(encoding));
        }
        Ok(Some(state))
    }

    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Step, ProblemError> {
        let Some(search) = &mut self.search else { return Ok(Step::Exhausted) };
        if self.is_search_current {
            return Ok(search.advance(budget_nodes, stop));
        }
        search.restart(|encoding| {
            encoding.rebuild(&self.masks)?;
            shuffle(encoding, self.seed)
        })?;
        self.is_search_current = true;
        Ok(Step::Paused)
    }

    fn count(&mut self, limit: u128, budget_nodes: u64, stop: &AtomicBool) -> Result<Step, ProblemError> {
        match &mut self.search {
            Some(search) if self.is_search_current => Ok(search.count(limit, budget_nodes, stop)),
            _ => self.advance(budget_nodes, stop),
        }
    }

    fn is_exhausted(&mut self) -> bool {
        self.search.as_mut().is_some_and(|search| self.is_search_current && search.is_exhausted())
    }

    fn solutions(&self) -> u128 {
        self.current_search().map_or(0, PortfolioSearch::solutions)
    }

    fn is_learning(&self) -> bool {
        self.current_search().is_some_and(|search| search.engine() == CoverEngine::Cdcl)
    }

    fn split(&self, weight: u128) -> Split<Restriction> {
        match self.current_search() {
            Some(search) => search.export(weight).filter_map(|option| search.problem().restriction(option)),
            None => Split::new(0, weight, Rest::whole(weight)),
        }
    }

    fn searched(&self, weight: u128) -> u128 {
        self.current_search().map_or(0, |search| search.searched(weight))
    }

    fn read(&self, grid: &mut Grid) {
        grid.copy_from(self.masks.solved());
        if let Some(search) = self.current_search() {
            search.problem().fill(grid, search.solution());
        }
    }

    fn remaining(&self) -> Remaining {
        Remaining {
            cells: self.masks.unsolved_count(),
            candidates: self.masks.candidate_count(),
            items: self.current_search().map_or(0, |search| search.problem().problem().item_count()),
        }
    }

    fn work(&self) -> SearchWork {
        self.current_search().map_or_else(SearchWork::default, |search| SearchWork {
            nodes: search.nodes(),
            updates: search.updates(),
            steps: search.steps(),
        })
    }
}
