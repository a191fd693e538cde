//! Almost locked sets: cells of a house with one candidate more than cells.
//!
//! If such a set loses one of its digits, it has each of its other digits once. A digit is *restricted common* to two sets
//! if all its cells in one see all its cells in the other: only one of the sets has it.

use super::board::Board;
use super::cell_set::CellSet;
use super::step::CellGroup;
use crate::sudoku::model::{Cell, Digit, DigitSet};

/// Maximum number of cells of a set on a 9x9 or smaller board, and on larger boards.
const CELLS_MAX: usize = 5;
const CELLS_MAX_LARGE: usize = 3;

/// Maximum number of sets of a board.
const SETS_MAX: usize = 1_500;

/// Cells of a house with one candidate more than cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AlmostLockedSet<const W: usize> {
    /// The cells.
    pub(super) cells: CellSet<W>,
    /// Their candidates.
    pub(super) digits: DigitSet,
}

impl<const W: usize> AlmostLockedSet<W> {
    /// The set as a part of a step.
    pub(super) fn group(&self) -> CellGroup {
        CellGroup { cells: self.cells.iter().collect(), digits: self.digits }
    }
}

/// The almost locked sets of a board, small ones first, with what their digits see.
#[derive(Clone, Debug)]
pub(super) struct AlmostLockedSets<'a, const W: usize> {
    board: &'a Board<W>,
    sets: Vec<AlmostLockedSet<W>>,
    /// For each set and digit, the cells outside the set with this digit that see all its cells in the set.
    seen: Vec<CellSet<W>>,
}

/// Two sets, by number, with a restricted common digit.
#[derive(Clone, Copy, Debug)]
pub(super) struct RestrictedCommon {
    pub(super) sets: [usize; 2],
    pub(super) digit: Digit,
}

impl<'a, const W: usize> AlmostLockedSets<'a, W> {
    /// The sets of a board.
    pub(super) fn new(board: &'a Board<W>) -> Self {
        let mut all = Self { board, sets: Vec::new(), seen: Vec::new() };
        for house in 0..board.layout().house_count() {
            let cells: Vec<Cell> = (board.open() & board.geometry().house(house)).iter().collect();
            all.extend(house, &cells, CellSet::EMPTY, DigitSet::default());
        }
        all.sets.sort_by_key(|set| set.digits.len());
        all.seen.reserve(all.sets.len() * board.size());
        for set in &all.sets {
            all.seen.extend(Digit::all(board.size()).map(|digit| {
                let cells = set.cells & board.cells_with(digit);
                if cells.is_empty() {
                    return CellSet::EMPTY;
                }
                board.geometry().common_peers(cells.iter()) & board.cells_with(digit)
            }));
        }
        all
    }

    /// Adds the sets of a house that extend `set` by some of the cells.
    fn extend(&mut self, house: usize, cells: &[Cell], set: CellSet<W>, digits: DigitSet) {
        let cells_max = if self.board.size() <= 9 { CELLS_MAX } else { CELLS_MAX_LARGE };
        let count = set.len() + 1;
        for (index, &cell) in cells.iter().enumerate() {
            let (cell_set, union) = (set | CellSet::of(cell), digits.union(self.board.candidates(cell)));
            if union.len() > cells_max + 1 || self.sets.len() == SETS_MAX {
                continue;
            }
            if union.len() == count + 1 && !self.is_in_earlier_house(house, cell, cell_set) {
                self.sets.push(AlmostLockedSet { cells: cell_set, digits: union });
            }
            if count < cells_max {
                self.extend(house, &cells[index + 1..], cell_set, union);
            }
        }
    }

    fn is_in_earlier_house(&self, house: usize, cell: Cell, cells: CellSet<W>) -> bool {
        let mut houses = self.board.layout().houses_of(cell);
        houses.any(|other| other < house && cells.is_subset(&self.board.geometry().house(other)))
    }

    /// The sets.
    pub(super) fn sets(&self) -> &[AlmostLockedSet<W>] {
        &self.sets
    }

    /// Number of cells of a set.
    pub(super) fn len(&self, set: usize) -> usize {
        self.sets[set].digits.len() - 1
    }

    /// Cells outside the set that lose a digit if the set has it.
    #[inline(always)]
    pub(super) fn seen(&self, set: usize, digit: Digit) -> CellSet<W> {
        self.seen[set * self.board.size() + digit.index()]
    }

    /// Whether a digit that both sets have is restricted common to them.
    #[inline]
    pub(super) fn is_restricted(&self, [one, other]: [usize; 2], digit: Digit) -> bool {
        (self.sets[other].cells & self.board.cells_with(digit)).is_subset(&self.seen(one, digit))
    }

    /// Pairs of sets without a common cell and with a restricted common digit, ordered by the first set.
    ///
    /// The cells of the digit in both sets share a house, so only sets that have them in the same house are compared.
    pub(super) fn restricted_commons(&self) -> Vec<RestrictedCommon> {
        let (size, houses) = (self.board.size(), self.board.layout().house_count());
        let mut by_place: Vec<Vec<usize>> = vec![Vec::new(); houses * size];
        for (index, set) in self.sets.iter().enumerate() {
            for digit in set.digits.digits() {
                let cells = set.cells & self.board.cells_with(digit);
                let Some(first) = cells.first() else { continue };
                let in_house = |&house: &usize| cells.is_subset(&self.board.geometry().house(house));
                for house in self.board.layout().houses_of(first).filter(in_house) {
                    by_place[house * size + digit.index()].push(index);
                }
            }
        }
        let mut pairs = Vec::new();
        for (place, sets) in by_place.iter().enumerate() {
            let Some(digit) = Digit::new(place % size + 1) else { continue };
            for (position, &one) in sets.iter().enumerate() {
                let others = sets[position + 1..].iter();
                let apart =
                    others.filter(|&&other| !self.sets[one].cells.intersects(&self.sets[other].cells));
                pairs.extend(apart.map(|&other| RestrictedCommon { sets: [one, other], digit }));
            }
        }
        pairs.sort_by_key(|pair| (pair.sets, pair.digit));
        pairs.dedup_by_key(|pair| (pair.sets, pair.digit));
        pairs
    }
}
