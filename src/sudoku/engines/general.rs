//! The engine for all rules.

use std::sync::atomic::AtomicBool;

use super::engine::{Engine, Remaining, Work};
use crate::exact_cover::{DlxThenCdcl, NodeState, ProblemError, Step};
use crate::sudoku::encoding::Encoding;
use crate::sudoku::model::{Grid, Puzzle};
use crate::sudoku::reduce::CandidateMasks;

/// Applies the rules to [`CandidateMasks`] and searches with [`DlxThenCdcl`].
#[derive(Clone, Debug)]
pub(super) struct GeneralEngine {
    masks: CandidateMasks,
    /// `None` before the first puzzle, which allocates for all puzzles of its size even if the rules solve it.
    search: Option<DlxThenCdcl<Encoding>>,
    /// Whether `search` was built for the current puzzle.
    is_built: bool,
}

impl GeneralEngine {
    /// Allocates for the rules only.
    pub(super) fn new(puzzle: &Puzzle) -> Self {
        Self { masks: CandidateMasks::new(puzzle), search: None, is_built: false }
    }

    fn built(&self) -> Option<&DlxThenCdcl<Encoding>> {
        self.search.as_ref().filter(|_| self.is_built)
    }
}

impl Engine for GeneralEngine {
    fn reduce(&mut self, puzzle: &Puzzle) -> Result<NodeState, ProblemError> {
        self.masks.restart(puzzle);
        let state = self.masks.reduce();
        self.is_built = self.search.is_none();
        if self.is_built {
            self.search = Some(DlxThenCdcl::new(Encoding::new(&self.masks)?));
        }
        Ok(state)
    }

    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Step, ProblemError> {
        let Some(search) = &mut self.search else { return Ok(Step::Exhausted) };
        if self.is_built {
            return Ok(search.advance(budget_nodes, stop));
        }
        search.restart(|encoding| encoding.rebuild(&self.masks))?;
        self.is_built = true;
        Ok(Step::Paused)
    }

    fn count(&mut self, limit: u64, budget_nodes: u64, stop: &AtomicBool) -> Result<Step, ProblemError> {
        match &mut self.search {
            Some(search) if self.is_built => Ok(search.count(limit, budget_nodes, stop)),
            _ => self.advance(budget_nodes, stop),
        }
    }

    fn is_exhausted(&mut self) -> bool {
        self.search.as_mut().is_some_and(|search| self.is_built && search.is_exhausted())
    }

    fn solutions(&self) -> u64 {
        self.built().map_or(0, DlxThenCdcl::solutions)
    }

    fn read(&self, grid: &mut Grid) {
        grid.copy_from(self.masks.solved());
        if let Some(search) = self.built() {
            search.problem().fill(grid, search.solution());
        }
    }

    fn remaining(&self) -> Remaining {
        Remaining {
            cells: self.masks.unsolved_count(),
            candidates: self.masks.candidate_count(),
            items: self.built().map_or(0, |search| search.problem().problem().item_count()),
        }
    }

    fn work(&self) -> Work {
        self.built().map_or_else(Work::default, |search| Work {
            nodes: search.nodes(),
            updates: search.updates(),
            steps: search.steps(),
        })
    }
}
