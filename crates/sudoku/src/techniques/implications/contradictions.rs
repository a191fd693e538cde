//! Search for the assumption that leads to a contradiction after the fewest placements.

use super::propagation::SinglesPropagation;
use crate::encoding::Candidate;
use crate::model::Digit;
use crate::techniques::board::Board;
use crate::techniques::work::WorkBudget;

/// Search of one board, which can be paused.
#[derive(Clone, Debug)]
pub(in crate::techniques) struct RefutationSearch<const W: usize> {
    propagation: SinglesPropagation<W>,
    /// The next digit and cell to assume.
    next: (usize, u16),
    /// The number of placements and the candidate of the best contradiction.
    best: Option<(usize, Candidate)>,
}

impl<const W: usize> RefutationSearch<W> {
    /// The search of a board. Its methods must be called with the same board.
    pub(in crate::techniques) fn new(board: &Board<W>) -> Self {
        Self { propagation: SinglesPropagation::new(board), next: (1, 0), best: None }
    }

    /// Searches on. Returns whether the search has ended; `false` once `work` is used up.
    pub(in crate::techniques) fn search(&mut self, board: &Board<W>, work: &mut WorkBudget) -> bool {
        while let Some(digit) = Digit::new(self.next.0).filter(|digit| digit.index() < board.size()) {
            for cell in board.cells_with(digit).iter().skip_while(|cell| cell.0 < self.next.1) {
                if work.is_used_up() {
                    self.next.1 = cell.0;
                    return false;
                }
                let candidate = Candidate { cell, digit };
                let placements_max = self.best.map_or(usize::MAX, |(placements, _)| placements - 1);
                if !self.propagation.assume(board, candidate, placements_max) {
                    self.best = Some((self.propagation.placement_count(), candidate));
                }
                work.spend(self.propagation.work());
            }
            self.next = (self.next.0 + 1, 0);
        }
        true
    }

    /// The candidate whose assumption leads to a contradiction; `None` if there is none so far.
    pub(in crate::techniques) fn candidate(&self) -> Option<Candidate> {
        self.best.map(|(_, candidate)| candidate)
    }

    /// The propagation, for other assumptions on the same board.
    pub(in crate::techniques) fn propagation(&mut self) -> &mut SinglesPropagation<W> {
        &mut self.propagation
    }
}
