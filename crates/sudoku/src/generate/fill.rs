//! Clues for the cells of a pattern, by local search.
//!
//! A random solution gives most patterns clues with several solutions. A move changes the clue of a random cell to a digit
//! that leaves the fewest solutions.

use std::num::NonZeroU64;

use quadrille_exact_cover::unstable::SplitMix64;

use crate::model::{Cell, Digit};

/// Number of solutions up to which a move counts.
const COUNT_MAX: NonZeroU64 = NonZeroU64::MIN.saturating_add(255);

/// Moves after which the local search gives up.
const MOVES_MAX: u32 = 150;

/// A move of the local search, which counts the solutions with each digit of a cell.
#[derive(Clone, Debug)]
pub(super) struct Fill {
    /// Number of moves begun.
    moves: u32,
    /// Cell whose clue changes.
    cell: Cell,
    /// Digits of the cell with the fewest solutions so far, and this number.
    best: Vec<Digit>,
    fewest: u64,
    /// Value of the digit that is tried.
    tried: usize,
}

impl Fill {
    /// Before the first move.
    pub(super) fn new() -> Self {
        Self { moves: 0, cell: Cell(0), best: Vec::new(), fewest: u64::MAX, tried: 0 }
    }

    /// Starts again before the first move.
    pub(super) fn restart(&mut self) {
        self.moves = 0;
    }

    /// Starts a move at a random one of these cells. Returns whether another move is allowed.
    pub(super) fn start_move(&mut self, cells: &[Cell], random: &mut SplitMix64) -> bool {
        let Some(&cell) = cells.get(random.below(cells.len().max(1) as u64) as usize) else { return false };
        (self.cell, self.fewest, self.tried) = (cell, u64::MAX, 0);
        self.best.clear();
        self.moves += 1;
        self.moves <= MOVES_MAX
    }

    /// The next digit to try in the cell of the move; `None` after the last one.
    pub(super) fn next(&mut self, digits: usize) -> Option<(Cell, Digit)> {
        let digit = Digit::new(self.tried + 1).filter(|digit| digit.value() <= digits)?;
        self.tried += 1;
        Some((self.cell, digit))
    }

    /// Number of solutions up to which the digit just tried is worth counting.
    pub(super) fn count_max(&self) -> NonZeroU64 {
        NonZeroU64::new(self.fewest).map_or(COUNT_MAX, |fewest| fewest.min(COUNT_MAX).saturating_add(1))
    }

    /// Records the number of solutions with the digit just tried.
    pub(super) fn record(&mut self, solutions: u64) {
        if solutions == 0 || solutions > self.fewest {
            return;
        }
        if solutions < self.fewest {
            self.best.clear();
            self.fewest = solutions;
        }
        self.best.extend(Digit::new(self.tried));
    }

    /// Ends the move: returns a random one of the best digits for its cell, and the number of solutions with it.
    pub(super) fn choose(&self, random: &mut SplitMix64) -> Option<(Cell, Digit, u64)> {
        let digit = self.best.get(random.below(self.best.len().max(1) as u64) as usize)?;
        Some((self.cell, *digit, self.fewest))
    }
}
