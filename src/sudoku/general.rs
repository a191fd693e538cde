//! Every size and box: masks for the rules, links for what they leave.

use std::sync::atomic::AtomicBool;

use super::encoding::Encoding;
use super::grid::Grid;
use super::method::{Left, Method, Work};
use super::puzzle::Puzzle;
use super::reduce::Masks;
use super::solution::Solution;
use crate::exact_cover::{ProblemError, Search, State, Step};

/// Where the search of what the rules left stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// It has not begun.
    Reduced,
    /// The links are being searched.
    Links,
}

/// Searches the links of an [`Encoding`].
#[derive(Clone, Debug)]
pub(super) struct General {
    masks: Masks,
    stage: Stage,
    /// `None` until a puzzle has been left open.
    encoding: Option<Encoding>,
    links: Option<Search>,
}

impl General {
    /// Holds no memory but that for the rules of this puzzle.
    pub(super) fn new(puzzle: &Puzzle) -> Self {
        Self { masks: Masks::new(puzzle), stage: Stage::Reduced, encoding: None, links: None }
    }

    /// States what the rules left as an exact cover problem, and builds the links for it.
    fn build(&mut self) -> Result<(), ProblemError> {
        let encoding = match &mut self.encoding {
            Some(encoding) => {
                encoding.restate(&self.masks)?;
                encoding
            }
            None => self.encoding.insert(Encoding::new(&self.masks)?),
        };
        self.links = Some(Search::new(encoding.problem()));
        Ok(())
    }
}

impl Method for General {
    fn reduce(&mut self, puzzle: &Puzzle) -> State {
        self.masks.restart(puzzle);
        self.stage = Stage::Reduced;
        self.masks.reduce()
    }

    fn advance(
        &mut self,
        _: &[Solution],
        _: u64,
        budget_nodes: u64,
        stop: &AtomicBool,
    ) -> Result<Step, ProblemError> {
        match (self.stage, &mut self.links) {
            (Stage::Links, Some(links)) => Ok(links.advance(budget_nodes, stop)),
            _ => {
                self.build()?;
                self.stage = Stage::Links;
                Ok(Step::Paused)
            }
        }
    }

    fn read(&self, grid: &mut Grid) {
        grid.copy_from(self.masks.settled());
        if let (Stage::Links, Some(encoding), Some(links)) = (self.stage, &self.encoding, &self.links) {
            encoding.fill(grid, links.solution());
        }
    }

    fn left(&self) -> Left {
        Left { cells: self.masks.open_count(), candidates: self.masks.candidate_count() }
    }

    fn work(&self) -> Work {
        let links = self.links.as_ref().filter(|_| self.stage == Stage::Links);
        links.map_or_else(Work::default, |links| Work { nodes: links.nodes(), updates: links.updates() })
    }
}
