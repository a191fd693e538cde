//! Almost locked sets: cells of a house with one candidate more than cells.
//!
//! If such a set loses one of its digits, it has each of its other digits once. A digit is *restricted common* to two sets
//! if all its cells in one see all its cells in the other: only one of the sets has it.

use super::board::Board;
use super::cell_group::CellGroup;
use super::cell_set::CellSet;
use crate::model::{Cell, Digit, DigitSet};

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
pub(super) struct AlmostLockedSets<const W: usize> {
    /// Number of digits.
    size: usize,
    sets: Vec<AlmostLockedSet<W>>,
    /// For each set and digit, the cells outside the set with this digit that see all its cells in the set.
    seen: Vec<CellSet<W>>,
    /// Pairs of sets with a restricted common digit, by the number of the first set.
    restricted_commons: Vec<RestrictedCommon>,
}

/// Two sets, by number, with a restricted common digit.
#[derive(Clone, Copy, Debug)]
pub(super) struct RestrictedCommon {
    pub(super) sets: [usize; 2],
    pub(super) digit: Digit,
}

impl<const W: usize> AlmostLockedSets<W> {
    /// The sets of a board.
    pub(super) fn new(board: &Board<W>) -> Self {
        let size = board.size();
        let mut all = Self { size, sets: Vec::new(), seen: Vec::new(), restricted_commons: Vec::new() };
        for house in 0..board.layout().house_count() {
            let cells: Vec<Cell> = (board.open() & board.geometry().house(house)).iter().collect();
            all.extend(board, house, &cells, (CellSet::EMPTY, 0, DigitSet::default()));
        }
        all.sets.sort_by_key(|set| set.digits.len());
        all.seen = vec![CellSet::EMPTY; all.sets.len() * size];
        for (set, seen) in all.sets.iter().zip(all.seen.chunks_exact_mut(size)) {
            for digit in set.digits.digits() {
                let cells = set.cells & board.cells_with(digit);
                seen[digit.index()] = board.geometry().common_peers(cells.iter()) & board.cells_with(digit);
            }
        }
        all.find_restricted_commons(board);
        all
    }

    /// Adds the sets of a house that extend `set`, of `count` cells, by some of the cells.
    fn extend(
        &mut self,
        board: &Board<W>,
        house: usize,
        cells: &[Cell],
        (set, count, digits): (CellSet<W>, usize, DigitSet),
    ) {
        let cells_max = if self.size <= 9 { CELLS_MAX } else { CELLS_MAX_LARGE };
        let count = count + 1;
        for (index, &cell) in cells.iter().enumerate() {
            let union = digits.union(board.candidates(cell));
            if union.len() > cells_max + 1 || self.sets.len() == SETS_MAX {
                continue;
            }
            let cell_set = set | CellSet::of(cell);
            if union.len() == count + 1 && !is_in_earlier_house(board, house, cell, cell_set) {
                self.sets.push(AlmostLockedSet { cells: cell_set, digits: union });
            }
            if count < cells_max {
                self.extend(board, house, &cells[index + 1..], (cell_set, count, union));
            }
        }
    }

    /// Finds the pairs of sets without a common cell and with a restricted common digit.
    ///
    /// The cells of the digit in both sets share a house, so only sets that have them in the same house are compared.
    fn find_restricted_commons(&mut self, board: &Board<W>) {
        let (size, houses) = (self.size, board.layout().house_count());
        let words = self.sets.len().div_ceil(64);
        // Sets as bits: for each house and digit, the sets with all cells of the digit in the house.
        let mut by_place = vec![0_u64; houses * size * words];
        // For each cell, the sets with this cell.
        let mut by_cell = vec![0_u64; board.layout().cell_count() * words];
        let places_of = |set: &AlmostLockedSet<W>, digit: Digit| {
            let cells = set.cells & board.cells_with(digit);
            let in_house = move |&house: &usize| cells.is_subset(&board.geometry().house(house));
            let houses = cells.first().into_iter().flat_map(|first| board.layout().houses_of(first));
            houses.filter(in_house).map(move |house| (house * size + digit.index()) * words)
        };
        for (index, set) in self.sets.iter().enumerate() {
            let (word, bit) = (index / 64, 1 << (index % 64));
            set.cells.iter().for_each(|cell| by_cell[cell.index() * words + word] |= bit);
            for digit in set.digits.digits() {
                places_of(set, digit).for_each(|place| by_place[place + word] |= bit);
            }
        }
        let mut overlapping = vec![0; words];
        let mut joined = vec![0; words];
        for (one, set) in self.sets.iter().enumerate() {
            overlapping.fill(0);
            for cell in set.cells.iter() {
                let sets = &by_cell[cell.index() * words..][..words];
                overlapping.iter_mut().zip(sets).for_each(|(word, sets)| *word |= sets);
            }
            for digit in set.digits.digits() {
                joined.fill(0);
                for place in places_of(set, digit) {
                    let sets = &by_place[place..][..words];
                    joined.iter_mut().zip(sets).for_each(|(word, sets)| *word |= sets);
                }
                for word in one / 64..words {
                    let later = if word == one / 64 { !1 << (one % 64) } else { u64::MAX };
                    let mut others = joined[word] & !overlapping[word] & later;
                    while others != 0 {
                        let other = word * 64 + others.trailing_zeros() as usize;
                        others &= others - 1;
                        self.restricted_commons.push(RestrictedCommon { sets: [one, other], digit });
                    }
                }
            }
        }
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
        self.seen[set * self.size + digit.index()]
    }

    /// Whether a digit that both sets have is restricted common to them.
    #[inline]
    pub(super) fn is_restricted(&self, board: &Board<W>, [one, other]: [usize; 2], digit: Digit) -> bool {
        (self.sets[other].cells & board.cells_with(digit)).is_subset(&self.seen(one, digit))
    }

    /// Pairs of sets without a common cell and with a restricted common digit, by the number of the first set.
    pub(super) fn restricted_commons(&self) -> &[RestrictedCommon] {
        &self.restricted_commons
    }
}

/// Whether all cells, among them `cell`, are in a house with a lower number.
fn is_in_earlier_house<const W: usize>(
    board: &Board<W>,
    house: usize,
    cell: Cell,
    cells: CellSet<W>,
) -> bool {
    let mut houses = board.layout().houses_of(cell);
    houses.any(|other| other < house && cells.is_subset(&board.geometry().house(other)))
}
