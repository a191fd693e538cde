//! From a puzzle to its solutions: rules first, then a search of what they leave, by the method that suits it.

use std::sync::atomic::AtomicBool;

use super::classic_9x9::Classic9x9;
use super::engine::{Engine, Remaining, Work};
use super::general::GeneralEngine;
use super::geometry::HOUSES_PER_CELL;
use super::grid::Grid;
use super::puzzle::Puzzle;
use crate::exact_cover::{NodeState, ProblemError, Step};

/// Where the work stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Nothing has been done.
    NotStarted,
    /// The rules have finished the puzzle; its solution has not been handed out.
    Solved,
    /// The rules have left something open, which is searched.
    Searching,
    /// Its solution has been handed out, and there is no further one.
    Returned,
    /// The rules have found that there is no solution.
    Contradiction,
}

/// What the rules have done, and what they have left to the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Reduction {
    /// Cells settled that are no clues.
    pub(super) placements: usize,
    /// Candidates excluded that the clues had left.
    pub(super) eliminations: usize,
    /// Items of what was left to the search.
    pub(super) items: usize,
    /// Options of what was left to the search.
    pub(super) options: usize,
}

/// Finds the solutions of one puzzle after another, in the same memory.
#[derive(Clone, Debug)]
pub(super) struct EngineSet {
    phase: Phase,
    /// Whether the puzzle is a classic one.
    is_classic: bool,
    classic: Option<Box<Classic9x9>>,
    general: Option<Box<GeneralEngine>>,
}

impl EngineSet {
    /// An engine that has not worked yet, and holds no memory.
    pub(super) fn new() -> Self {
        Self { phase: Phase::NotStarted, is_classic: false, classic: None, general: None }
    }

    /// Forgets what was found, and keeps the memory, for another puzzle.
    pub(super) fn restart(&mut self) {
        self.phase = Phase::NotStarted;
    }

    /// Goes on to the next solution of `puzzle`, which must be the same from one restart to the next and have no
    /// conflicts. With a limit to `count_limit`, solutions may be passed over, many in one call, until there are as many.
    ///
    /// It pauses within the bounds of [`Search::advance`](crate::exact_cover::Search::advance). Where there are links to
    /// be built, drawing the rules is a step of its own, which visits no node and looks at no flag, and so is building
    /// them but for the first puzzle.
    ///
    /// # Errors
    /// As [`Encoding::new`](super::Encoding::new).
    pub(super) fn advance(
        &mut self,
        puzzle: &Puzzle,
        count_limit: Option<u64>,
        budget_nodes: u64,
        stop: &AtomicBool,
    ) -> Result<Step, ProblemError> {
        if self.phase == Phase::NotStarted {
            self.is_classic = Classic9x9::suits(puzzle.geometry());
            self.phase = match self.select(puzzle).reduce(puzzle)? {
                NodeState::Open => Phase::Searching,
                NodeState::Solved => Phase::Solved,
                NodeState::Dead => Phase::Contradiction,
            };
            if self.phase == Phase::Searching && !self.is_classic {
                return Ok(Step::Paused);
            }
        }
        match self.phase {
            Phase::Solved => {
                self.phase = Phase::Returned;
                Ok(Step::Solution)
            }
            Phase::Searching => {
                let method = self.select(puzzle);
                match count_limit {
                    None => method.advance(budget_nodes, stop),
                    Some(limit) => method.count(limit, budget_nodes, stop),
                }
            }
            Phase::NotStarted | Phase::Returned | Phase::Contradiction => Ok(Step::Exhausted),
        }
    }

    /// The method for the puzzle, which is made when there is none.
    fn select(&mut self, puzzle: &Puzzle) -> &mut dyn Engine {
        if self.is_classic {
            self.classic.get_or_insert_with(|| Box::new(Classic9x9::new())).as_mut()
        } else {
            self.general.get_or_insert_with(|| Box::new(GeneralEngine::new(puzzle))).as_mut()
        }
    }

    /// The method that was at work, if any was.
    fn selected(&self) -> Option<&dyn Engine> {
        let method: Option<&dyn Engine> = if self.is_classic {
            self.classic.as_deref().map(|classic| classic as _)
        } else {
            self.general.as_deref().map(|general| general as _)
        };
        method.filter(|_| self.phase != Phase::NotStarted)
    }

    /// Whether the solution just returned was the last one, as far as that is known without visiting a node. The
    /// solution must have been read: the search takes it back.
    pub(super) fn is_exhausted(&mut self, puzzle: &Puzzle) -> bool {
        match self.phase {
            Phase::NotStarted | Phase::Solved => false,
            Phase::Returned | Phase::Contradiction => true,
            Phase::Searching => self.select(puzzle).is_exhausted(),
        }
    }

    /// How many solutions were handed out or counted.
    pub(super) fn solutions(&self) -> u64 {
        match self.phase {
            Phase::Searching => self.selected().map_or(0, Engine::solutions),
            Phase::Returned => 1,
            Phase::NotStarted | Phase::Solved | Phase::Contradiction => 0,
        }
    }

    /// Writes the solution reached into a grid that has the puzzle's clues.
    pub(super) fn read(&self, grid: &mut Grid) {
        if let Some(method) = self.selected() {
            method.read(grid);
        }
    }

    /// The work of the search so far: none, where the rules sufficed.
    pub(super) fn work(&self) -> Work {
        let method = self.selected().filter(|_| self.phase == Phase::Searching);
        method.map_or_else(Work::default, Engine::work)
    }

    /// What the rules have done with `puzzle`.
    pub(super) fn reduction(&self, puzzle: &Puzzle) -> Reduction {
        let Some(Remaining { cells, candidates }) = self.selected().map(Engine::remaining) else {
            return Reduction::default();
        };
        let empty = puzzle.clues().cells().iter().filter(|digit| digit.is_none()).count();
        let placements = empty.saturating_sub(cells);
        let searched = usize::from(self.work().nodes > 0);
        Reduction {
            placements,
            // Where a contradiction was found, the board is left as it was then.
            eliminations: puzzle.candidate_count().saturating_sub(placements + candidates),
            items: searched * (1 + HOUSES_PER_CELL) * cells,
            options: searched * candidates,
        }
    }
}
