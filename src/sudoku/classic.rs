//! The classic 9x9: boards of bits, copied at a guess.

use std::sync::atomic::AtomicBool;

use super::geometry::{BoxShape, Cell, Geometry};
use super::grid::{Digit, Grid};
use super::method::{Left, Method, Work};
use super::puzzle::Puzzle;
use super::reduce::{Bands, Guesses};
use crate::exact_cover::{Matrix, ProblemError, Search, State, Step};

/// Searches [`Bands`].
#[derive(Clone, Debug)]
pub(super) struct Classic {
    search: Search<Guesses>,
    /// What the rules left.
    reduced: Bands,
}

impl Classic {
    /// Whether the cells and houses are those that this is for.
    pub(super) fn suits(geometry: &Geometry) -> bool {
        geometry.box_shape() == BoxShape { width: 3, height: 3 }
    }

    /// All the memory it will need.
    pub(super) fn new() -> Self {
        let reduced = Bands::new(&[None; 81]);
        Self { search: Search::of(Guesses::new(reduced)), reduced }
    }
}

impl Method for Classic {
    fn reduce(&mut self, puzzle: &Puzzle) -> Result<State, ProblemError> {
        let clues = puzzle.clues().cells().first_chunk().unwrap_or(&[None; 81]);
        self.search.restart(|guesses| guesses.restart(Bands::new(clues)));
        self.reduced = *self.search.matrix().board();
        Ok(self.search.matrix().state())
    }

    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Step, ProblemError> {
        Ok(self.search.advance(budget_nodes, stop))
    }

    fn count(&mut self, limit: u64, budget_nodes: u64, stop: &AtomicBool) -> Result<Step, ProblemError> {
        Ok(self.search.count(limit, budget_nodes, stop))
    }

    fn solutions(&self) -> u64 {
        self.search.solutions()
    }

    fn read(&self, grid: &mut Grid) {
        for (cell, index) in (0..).map(Cell).zip(self.search.matrix().board().digits()) {
            if let Some(digit) = Digit::new(usize::from(index) + 1) {
                grid.fill(cell, digit);
            }
        }
    }

    fn left(&self) -> Left {
        let (candidates, single) = self.reduced.tally();
        let (candidates, single) = (candidates as usize, single as usize);
        Left { cells: 81 - single, candidates: candidates.saturating_sub(single) }
    }

    fn work(&self) -> Work {
        Work { nodes: self.search.nodes(), updates: self.search.updates(), steps: self.search.steps() }
    }
}
