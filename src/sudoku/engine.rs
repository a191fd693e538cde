//! From a puzzle to its solutions: rules first, then a search of what they leave.

use std::sync::atomic::AtomicBool;

use super::encoding::Encoding;
use super::geometry::HOUSES_OF_A_CELL;
use super::grid::Grid;
use super::puzzle::Puzzle;
use super::reduce::Masks;
use crate::exact_cover::{ProblemError, Search, State, Step};

/// Where the work stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Nothing has been done.
    Clues,
    /// The rules have finished the puzzle; its solution has not been handed out.
    Finished,
    /// The rules have left something open, and no links are built for it.
    Reduced,
    /// The links are being searched.
    Links,
    /// There is no further solution.
    Exhausted,
}

/// What the rules have settled, and what they have left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Reduction {
    /// Cells settled that are no clues.
    pub(super) placements: usize,
    /// Candidates that the clues had left and that are excluded.
    pub(super) eliminations: usize,
    /// Items of what was left to the search.
    pub(super) items: usize,
    /// Options of what was left to the search.
    pub(super) options: usize,
}

/// Finds the solutions of one puzzle after another, in the same memory.
#[derive(Clone, Debug)]
pub(super) struct Engine {
    phase: Phase,
    masks: Option<Masks>,
    encoding: Option<Encoding>,
    links: Option<Search>,
}

impl Engine {
    /// An engine that has not worked yet, and holds no memory.
    pub(super) fn new() -> Self {
        Self { phase: Phase::Clues, masks: None, encoding: None, links: None }
    }

    /// Forgets what was found, and keeps the memory, for another puzzle.
    pub(super) fn restart(&mut self) {
        self.phase = Phase::Clues;
    }

    /// Goes on to the next solution of `puzzle`, which must be the same from one restart to the next and have no
    /// conflicts. It pauses within the bounds of [`Search::advance`]; drawing the rules and building the links are
    /// steps of their own, which visit no node and look at no flag.
    ///
    /// # Errors
    /// As [`Encoding::new`].
    pub(super) fn advance(
        &mut self,
        puzzle: &Puzzle,
        budget_nodes: u64,
        stop: &AtomicBool,
    ) -> Result<Step, ProblemError> {
        match self.phase {
            Phase::Clues => {
                self.phase = match self.reduce(puzzle) {
                    State::Open => Phase::Reduced,
                    State::Solved => Phase::Finished,
                    State::Dead => Phase::Exhausted,
                };
                Ok(Step::Paused)
            }
            Phase::Finished => {
                self.phase = Phase::Exhausted;
                Ok(Step::Solution)
            }
            Phase::Reduced => {
                self.build()?;
                self.phase = Phase::Links;
                Ok(Step::Paused)
            }
            Phase::Links => {
                Ok(self.links.as_mut().map_or(Step::Exhausted, |links| links.advance(budget_nodes, stop)))
            }
            Phase::Exhausted => Ok(Step::Exhausted),
        }
    }

    /// Draws the rules.
    fn reduce(&mut self, puzzle: &Puzzle) -> State {
        match &mut self.masks {
            Some(masks) => {
                masks.restart(puzzle);
                masks.reduce()
            }
            None => self.masks.insert(Masks::new(puzzle)).reduce(),
        }
    }

    /// States what the rules left as an exact cover problem, and builds the links for it.
    fn build(&mut self) -> Result<(), ProblemError> {
        let Some(masks) = &self.masks else { return Ok(()) };
        let encoding = match &mut self.encoding {
            Some(encoding) => {
                encoding.restate(masks)?;
                encoding
            }
            None => self.encoding.insert(Encoding::new(masks)?),
        };
        self.links = Some(Search::new(encoding.problem()));
        Ok(())
    }

    /// Writes the solution reached into a grid.
    pub(super) fn read(&self, grid: &mut Grid) {
        if let Some(masks) = &self.masks {
            grid.copy_from(masks.settled());
        }
        if self.phase == Phase::Links
            && let (Some(encoding), Some(links)) = (&self.encoding, &self.links)
        {
            encoding.fill(grid, links.solution());
        }
    }

    /// The search of what the rules left, if there is one.
    fn search(&self) -> Option<&Search> {
        self.links.as_ref().filter(|_| self.phase == Phase::Links)
    }

    /// Nodes visited so far: none, where the rules sufficed.
    pub(super) fn nodes(&self) -> u64 {
        self.search().map_or(0, Search::nodes)
    }

    /// Updates made so far.
    pub(super) fn updates(&self) -> u64 {
        self.search().map_or(0, Search::updates)
    }

    /// Nodes and updates together.
    pub(super) fn steps(&self) -> u64 {
        self.nodes() + self.updates()
    }

    /// What the rules have done.
    pub(super) fn reduction(&self) -> Reduction {
        let Some(masks) = self.masks.as_ref().filter(|_| self.phase != Phase::Clues) else {
            return Reduction::default();
        };
        let searched = usize::from(self.search().is_some());
        let options = masks.candidate_count();
        Reduction {
            placements: masks.placement_count(),
            eliminations: masks.initial_count() - masks.placement_count() - options,
            items: searched * (1 + HOUSES_OF_A_CELL) * masks.open_count(),
            options: searched * options,
        }
    }
}
