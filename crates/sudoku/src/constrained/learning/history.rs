//! When each literal became true.

use super::literal::{Literal, candidate};
use crate::bits::set_bits;
use crate::constrained::board::{Board, is_open};

/// Positions of the literals among the changes of a [`Board`], and its levels.
///
/// A change makes several literals true. Their *times* are ordered: a placed digit comes before the digits that it removes, and the
/// removal of the last other digit before the digit that is left.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    digits: usize,
    /// For each candidate, the change that has removed it, if it is removed.
    removed_at: Vec<u32>,
    /// For each cell, the change that has solved it, if it is solved.
    solved_at: Vec<u32>,
    /// Number of changes that are recorded.
    recorded: usize,
    /// Number of changes before each level but the root.
    levels: Vec<usize>,
}

impl History {
    pub(super) fn restart(&mut self, cells: usize, digits: usize) {
        self.digits = digits;
        self.removed_at.clear();
        self.removed_at.resize(candidate(cells as u16, 0), 0);
        self.solved_at.clear();
        self.solved_at.resize(cells, 0);
        self.recorded = 0;
        self.levels.clear();
    }

    /// Records the changes since the last call.
    pub(super) fn record(&mut self, board: &Board) {
        for (at, change) in (0..).zip(board.changes()).skip(self.recorded) {
            for digit in set_bits(change.removed) {
                self.removed_at[candidate(change.cell, digit)] = at;
            }
            if change.left != 0 && !is_open(change.left) {
                self.solved_at[usize::from(change.cell)] = at;
            }
        }
        self.recorded = board.changes().len();
    }

    /// Number of the current level; 0 is the root.
    pub(super) fn level(&self) -> usize {
        self.levels.len()
    }

    pub(super) fn open_level(&mut self, board: &Board) {
        self.levels.push(board.changes().len());
    }

    /// Leaves all levels above this one. Returns the number of changes to keep; `None` if there is none to leave.
    pub(super) fn leave_levels(&mut self, level: usize) -> Option<usize> {
        let kept = *self.levels.get(level)?;
        self.levels.truncate(level);
        self.recorded = self.recorded.min(kept);
        Some(kept)
    }

    /// Number of changes before each level but the root.
    pub(super) fn level_starts(&self) -> &[usize] {
        &self.levels
    }

    /// Level of a change.
    #[inline]
    pub(super) fn level_of(&self, change: usize) -> usize {
        self.levels.partition_point(|&start| start <= change)
    }

    /// The change that has made a true literal true.
    #[inline(always)]
    pub(super) fn change_of(&self, literal: Literal) -> usize {
        let at = if literal.is_excluded() {
            self.removed_at[literal.candidate()]
        } else {
            self.solved_at[usize::from(literal.cell())]
        };
        at as usize
    }

    /// Time at which a true literal became true.
    #[inline]
    pub(super) fn time_of(&self, literal: Literal, board: &Board) -> usize {
        let at = self.change_of(literal);
        let is_placed = board.changes()[at].placed.is_some();
        2 * at + usize::from(is_placed == literal.is_excluded())
    }

    /// Candidates of a cell before a change.
    pub(super) fn mask_before(&self, cell: u16, change: usize, board: &Board) -> u64 {
        let mask = board.mask(cell);
        let removed = set_bits(((1 << self.digits) - 1) & !mask);
        let later = removed.filter(|&digit| self.removed_at[candidate(cell, digit)] as usize >= change);
        later.fold(mask, |bits, digit| bits | 1 << digit)
    }

    /// Last change before this one that has removed a digit of the cell.
    pub(super) fn last_change_before(&self, cell: u16, change: usize, board: &Board) -> usize {
        let removed = set_bits(((1 << self.digits) - 1) & !board.mask(cell));
        let times = removed.map(|digit| self.removed_at[candidate(cell, digit)] as usize);
        times.filter(|&at| at < change).max().unwrap_or(0)
    }

    /// The digit of a cell that was solved before a change.
    pub(super) fn solved_before(&self, cell: u16, change: usize, board: &Board) -> Option<usize> {
        let at = self.solved_at[usize::from(cell)] as usize;
        let solved = board.changes()[..change].get(at)?;
        (solved.cell == cell && solved.left != 0 && !is_open(solved.left))
            .then(|| solved.left.trailing_zeros() as usize)
    }
}
