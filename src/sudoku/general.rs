//! Every size and box: masks for the rules, and an exact cover problem for what they leave.

use std::sync::atomic::AtomicBool;

use super::grid::Grid;
use super::method::{Left, Method, Work};
use super::puzzle::Puzzle;
use super::reduce::Masks;
use super::relay::Relay;
use crate::exact_cover::{ProblemError, State, Step};

/// Draws the rules by [`Masks`] and searches by a [`Relay`].
#[derive(Clone, Debug)]
pub(super) struct General {
    masks: Masks,
    /// `None` until a puzzle has been left open.
    relay: Option<Relay>,
    /// Whether the relay is this puzzle's.
    is_built: bool,
}

impl General {
    /// Holds no memory but that for the rules of this puzzle.
    pub(super) fn new(puzzle: &Puzzle) -> Self {
        Self { masks: Masks::new(puzzle), relay: None, is_built: false }
    }

    fn built(&self) -> Option<&Relay> {
        self.relay.as_ref().filter(|_| self.is_built)
    }
}

impl Method for General {
    fn reduce(&mut self, puzzle: &Puzzle) -> State {
        self.masks.restart(puzzle);
        self.is_built = false;
        self.masks.reduce()
    }

    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Step, ProblemError> {
        match &mut self.relay {
            Some(relay) if self.is_built => return Ok(relay.advance(budget_nodes, stop)),
            Some(relay) => relay.restart(&self.masks)?,
            None => self.relay = Some(Relay::new(&self.masks)?),
        }
        self.is_built = true;
        Ok(Step::Paused)
    }

    fn read(&self, grid: &mut Grid) {
        grid.copy_from(self.masks.settled());
        if let Some(relay) = self.built() {
            relay.fill(grid);
        }
    }

    fn left(&self) -> Left {
        Left { cells: self.masks.open_count(), candidates: self.masks.candidate_count() }
    }

    fn work(&self) -> Work {
        self.built().map_or_else(Work::default, Relay::work)
    }
}
