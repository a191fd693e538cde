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
    /// `None` before the first puzzle. That takes the memory for all puzzles of its size, though the rules may finish it.
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
    fn reduce(&mut self, puzzle: &Puzzle) -> Result<State, ProblemError> {
        self.masks.restart(puzzle);
        let state = self.masks.reduce();
        self.is_built = self.relay.is_none();
        if self.is_built {
            self.relay = Some(Relay::new(&self.masks)?);
        }
        Ok(state)
    }

    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Step, ProblemError> {
        let Some(relay) = &mut self.relay else { return Ok(Step::Exhausted) };
        if self.is_built {
            return Ok(relay.advance(budget_nodes, stop));
        }
        relay.restart(&self.masks)?;
        self.is_built = true;
        Ok(Step::Paused)
    }

    fn count(&mut self, limit: u64, budget_nodes: u64, stop: &AtomicBool) -> Result<Step, ProblemError> {
        match &mut self.relay {
            Some(relay) if self.is_built => Ok(relay.count(limit, budget_nodes, stop)),
            _ => self.advance(budget_nodes, stop),
        }
    }

    fn solutions(&self) -> u64 {
        self.built().map_or(0, Relay::solutions)
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
