//! Applies all rules until none excludes a candidate.

use super::board::{CandidateBoard, Contradicted, is_open};
use super::model::Model;
use super::pending::PendingRules;
use super::sum_groups::SumScratch;
use super::{houses, needed, places, relations, sums};
use crate::model::{AnyPart, Part};

/// The changes and rules that wait for propagation.
#[derive(Clone, Debug, Default)]
pub(super) struct Fixpoint {
    /// Number of changes whose rules are pending or were applied.
    seen: usize,
    pending: PendingRules,
    /// Digits removed from the cells of each house since [`exclude_common`](Self::exclude_common).
    removed: Vec<u64>,
    /// Cells, as bits.
    common: Vec<u64>,
    scratch: SumScratch,
    masks: Vec<u64>,
    work: u64,
}

impl Fixpoint {
    /// Prepares for another model; all changes of its board wait. The work begins at zero: turns depend on it.
    pub(super) fn restart(&mut self, model: &Model) {
        (self.seen, self.work, self.scratch.work) = (0, 0, 0);
        self.pending.restart(model.numbers().count as usize);
        self.removed.clear();
        self.removed.resize(model.houses.len(), (1 << model.digits) - 1);
    }

    /// Forgets what waits, and all changes but the first `kept` ones, which have been propagated.
    pub(super) fn backtrack(&mut self, kept: usize) {
        self.seen = kept;
        self.pending.clear();
        self.removed.fill(0);
    }

    /// Work so far, in units of some 20 nanoseconds.
    pub(super) fn work(&self) -> u64 {
        self.work + self.scratch.work
    }

    /// Applies all rules until none excludes a candidate.
    pub(super) fn run(&mut self, model: &Model, board: &mut CandidateBoard) -> Result<(), Contradicted> {
        while self.step(model, board)? {}
        Ok(())
    }

    /// Removes digits of solved cells from their peers, and applies one rule. Returns whether there was one.
    #[inline]
    pub(super) fn step(&mut self, model: &Model, board: &mut CandidateBoard) -> Result<bool, Contradicted> {
        self.exclude_from_peers(model, board)?;
        let Some(number) = self.pending.take_lowest() else { return Ok(false) };
        let numbers = model.numbers();
        self.work += 2;
        if number < numbers.houses {
            let arcs = &model.arcs[number as usize];
            self.work += arcs.len() as u64 / 4;
            relations::revise(number as u16, arcs, &model.supports, board)?;
        } else if number < numbers.sums {
            let house = number - numbers.houses;
            houses::place_hidden_singles(&model.houses[house as usize], board)?;
        } else if number < numbers.parts {
            let sum = &model.sums[(number - numbers.sums) as usize];
            sums::propagate(sum, model.subsets, &model.peer_sets, board, &mut self.scratch)?;
        } else if number < numbers.places {
            self.apply_part(model, &model.parts[(number - numbers.parts) as usize], board)?;
        } else {
            self.exclude_common(model, number - numbers.places, board)?;
        }
        Ok(true)
    }

    /// Removes the digits of solved cells from their peers, and lists the rules of changed cells.
    #[inline]
    fn exclude_from_peers(&mut self, model: &Model, board: &mut CandidateBoard) -> Result<(), Contradicted> {
        while let Some(&change) = board.changes().get(self.seen) {
            self.seen += 1;
            let cell = usize::from(change.cell);
            self.pending.insert_all(&model.rules_of[cell]);
            for &house in &model.houses_of[cell] {
                self.removed[house as usize] |= change.removed;
            }
            let mask = board.mask(change.cell);
            if is_open(mask) {
                continue;
            }
            self.work += model.peers[cell].len() as u64 / 8;
            for &peer in &model.peers[cell] {
                if board.mask(peer) & mask != 0 {
                    board.remove(peer, mask)?;
                }
            }
        }
        Ok(())
    }

    fn exclude_common(
        &mut self,
        model: &Model,
        index: u32,
        board: &mut CandidateBoard,
    ) -> Result<(), Contradicted> {
        let removed = std::mem::take(&mut self.removed[index as usize]);
        self.work += 2 + u64::from(removed.count_ones());
        places::exclude_common(model, index, removed, board, &mut self.common, &mut self.work)
    }

    fn apply_part(
        &mut self,
        model: &Model,
        part: &AnyPart,
        board: &mut CandidateBoard,
    ) -> Result<(), Contradicted> {
        self.work += part.work();
        let cells = part.cells().iter().map(|cell| cell.0);
        self.masks.clear();
        self.masks.extend(cells.clone().map(|cell| board.mask(cell)));
        if !part.filter(&mut self.masks) {
            return Err(Contradicted);
        }
        cells.clone().zip(&self.masks).try_for_each(|(cell, &mask)| board.remove(cell, !mask))?;
        let digits = part.needed(&self.masks);
        needed::place_needed(digits, &cells, &model.peer_sets, board, &mut self.common, &mut self.work)
    }
}
