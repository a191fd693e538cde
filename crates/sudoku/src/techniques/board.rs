//! Board of candidates that the techniques read and their steps change.

use std::sync::Arc;

use super::cell_set::CellSet;
use super::deduction::Deduction;
use super::geometry::Geometry;
use crate::encoding::Candidate;
use crate::model::{Cell, Digit, DigitSet, Layout, Puzzle};

/// Digits placed so far and the candidates of all open cells.
///
/// An *open* cell has no digit yet. A solved cell has no candidates, and a placed digit has no places in its houses.
/// The board does not apply any rule beyond this one: a placed digit is removed from the peers of its cell.
#[derive(Clone, Debug)]
pub(super) struct Board<const W: usize> {
    geometry: Arc<Geometry<W>>,
    is_unique: bool,
    /// Whether the puzzle excludes candidates.
    has_excluded_candidates: bool,
    is_contradictory: bool,
    /// Cells with a clue.
    given: CellSet<W>,
    open: CellSet<W>,
    digits: Vec<Option<Digit>>,
    candidates: Vec<DigitSet>,
    /// For each digit, the open cells that have it as a candidate.
    cells: Vec<CellSet<W>>,
    /// For each house and digit, the places of the digit: bit `k` for the cell with index `k` in the house.
    places: Vec<u64>,
    /// For each house, the digits that no cell of it has.
    unplaced: Vec<DigitSet>,
    /// For each house with every digit once, the unplaced digits with at most one place.
    hidden_singles: Vec<DigitSet>,
    /// Open cells with exactly one candidate.
    naked_singles: CellSet<W>,
    /// Number of changes so far, which restarts continue.
    changes: u64,
    /// For each digit, the number of the last change of its candidates.
    digit_changes: Vec<u64>,
    /// For each house, the number of the last change of its candidates.
    house_changes: Vec<u64>,
}

impl<const W: usize> Board<W> {
    /// Board of the clues and candidates of a puzzle; `None` if its layout has more than 64 `W` cells.
    ///
    /// `is_unique` promises that the puzzle has exactly one solution, which some techniques need.
    pub(super) fn new(puzzle: &Puzzle, is_unique: bool) -> Option<Self> {
        let geometry = Arc::new(Geometry::new(puzzle.rules())?);
        let layout = geometry.layout();
        let (cells, houses, digits) =
            (layout.cell_count(), layout.house_count(), geometry.rules().digit_count());
        let mut board = Self {
            is_unique: is_unique && geometry.has_houses_only(),
            has_excluded_candidates: false,
            is_contradictory: false,
            given: CellSet::EMPTY,
            open: CellSet::EMPTY,
            digits: Vec::with_capacity(cells),
            candidates: vec![DigitSet::default(); cells],
            cells: vec![CellSet::EMPTY; digits],
            places: vec![0; houses * digits],
            unplaced: vec![DigitSet::default(); houses],
            hidden_singles: vec![DigitSet::default(); houses],
            naked_singles: CellSet::EMPTY,
            changes: 0,
            digit_changes: vec![0; digits],
            house_changes: vec![0; houses],
            geometry,
        };
        board.load(puzzle);
        Some(board)
    }

    /// Loads another puzzle. Reuses the memory and, for equal rules, the tables.
    ///
    /// Returns whether it could: `false` if the layout has more than 64 `W` cells.
    pub(super) fn restart(&mut self, puzzle: &Puzzle, is_unique: bool) -> bool {
        if self.geometry.rules() != puzzle.rules() {
            let Some(board) = Self::new(puzzle, is_unique) else { return false };
            *self = board;
            return true;
        }
        self.is_unique = is_unique && self.geometry.has_houses_only();
        self.is_contradictory = false;
        self.given = CellSet::EMPTY;
        self.open = CellSet::EMPTY;
        self.naked_singles = CellSet::EMPTY;
        self.cells.fill(CellSet::EMPTY);
        self.places.fill(0);
        self.load(puzzle);
        true
    }

    /// Fills the empty tables.
    fn load(&mut self, puzzle: &Puzzle) {
        let rules = puzzle.rules();
        let (layout, size) = (rules.layout(), rules.digit_count());
        self.has_excluded_candidates = puzzle.given_candidates().is_some();
        self.changes += 1;
        self.digit_changes.fill(self.changes);
        self.house_changes.fill(self.changes);
        self.digits.clear();
        self.digits.extend_from_slice(puzzle.clues().cells());
        self.unplaced.fill(rules.digits());
        for (cell, digit) in puzzle.clues().filled() {
            self.given.insert(cell);
            layout.for_each_membership(cell, |membership| {
                let unplaced = &mut self.unplaced[usize::from(membership.house)];
                self.is_contradictory |= !unplaced.contains(digit);
                *unplaced = unplaced.without(digit);
            });
        }
        for (cell, digit) in layout.cells().zip(puzzle.clues().cells()) {
            let mut candidates = DigitSet::default();
            if digit.is_none() {
                candidates = puzzle.given_candidates().map_or(rules.digits(), |sets| sets[cell.index()]);
                layout.for_each_membership(cell, |membership| {
                    candidates = candidates.intersection(self.unplaced[usize::from(membership.house)]);
                });
                self.open.insert(cell);
                self.is_contradictory |= candidates.is_empty();
                if candidates.only().is_some() {
                    self.naked_singles.insert(cell);
                }
            }
            self.candidates[cell.index()] = candidates;
            for digit in candidates.digits() {
                self.cells[digit.index()].insert(cell);
                layout.for_each_membership(cell, |membership| {
                    self.places[usize::from(membership.house) * size + digit.index()] |=
                        1 << membership.index;
                });
            }
        }
        for house in 0..layout.house_count() {
            let mut hidden = DigitSet::default();
            if self.geometry.is_exact(house) {
                let (mut once, mut twice) = (DigitSet::default(), DigitSet::default());
                for cell in layout.cells_of(house) {
                    let candidates = self.candidates[cell.index()];
                    twice = twice.union(once.intersection(candidates));
                    once = once.union(candidates);
                }
                self.is_contradictory |= !self.unplaced[house].is_subset(once);
                hidden = self.unplaced[house].difference(twice);
            }
            self.hidden_singles[house] = hidden;
        }
    }

    /// Houses, peers and rules.
    #[inline(always)]
    pub(super) fn geometry(&self) -> &Geometry<W> {
        &self.geometry
    }

    /// The layout of the rules.
    #[inline]
    pub(super) fn layout(&self) -> &Layout {
        self.geometry.layout()
    }

    /// Number of digits.
    #[inline]
    pub(super) fn size(&self) -> usize {
        self.cells.len()
    }

    /// Whether the puzzle is known to have exactly one solution, and houses are its only rules: digits may be swapped unless a house excludes it.
    pub(super) fn is_unique(&self) -> bool {
        self.is_unique
    }

    /// Whether the puzzle excludes candidates, beyond those that its clues exclude.
    pub(super) fn has_excluded_candidates(&self) -> bool {
        self.has_excluded_candidates
    }

    /// Whether a contradiction was seen: an open cell without candidates, a digit without a place, or a digit twice.
    pub(super) fn is_contradictory(&self) -> bool {
        self.is_contradictory
    }

    /// Whether every cell has a digit.
    pub(super) fn is_solved(&self) -> bool {
        self.open.is_empty()
    }

    /// The digit of a solved cell.
    #[inline]
    pub(super) fn digit(&self, cell: Cell) -> Option<Digit> {
        self.digits[cell.index()]
    }

    /// The digits of all cells.
    #[cfg(test)]
    pub(super) fn grid(&self) -> Option<crate::model::Grid> {
        crate::model::Grid::from_cells(self.digits.clone())
    }

    /// Cells with a clue.
    #[inline]
    pub(super) fn given(&self) -> CellSet<W> {
        self.given
    }

    /// Cells without a digit.
    #[inline(always)]
    pub(super) fn open(&self) -> CellSet<W> {
        self.open
    }

    /// Candidates of a cell; none for a solved cell.
    #[inline(always)]
    pub(super) fn candidates(&self, cell: Cell) -> DigitSet {
        self.candidates[cell.index()]
    }

    /// Candidates of all cells.
    #[inline]
    pub(super) fn all_candidates(&self) -> &[DigitSet] {
        &self.candidates
    }

    /// Open cells that have this digit as a candidate.
    #[inline(always)]
    pub(super) fn cells_with(&self, digit: Digit) -> CellSet<W> {
        self.cells[digit.index()]
    }

    /// Open cells of a house that have this digit as a candidate.
    #[inline(always)]
    pub(super) fn cells_in(&self, house: usize, digit: Digit) -> CellSet<W> {
        self.cells[digit.index()] & self.geometry.house(house)
    }

    /// Open cells with exactly two candidates.
    pub(super) fn bivalue_cells(&self) -> CellSet<W> {
        let (mut once, mut twice, mut thrice) = (CellSet::EMPTY, CellSet::EMPTY, CellSet::EMPTY);
        for &cells in &self.cells {
            thrice |= twice & cells;
            twice |= once & cells;
            once |= cells;
        }
        twice - thrice
    }

    /// Places of a digit in a house: bit `k` for the cell with index `k` in the house. 0 if the digit is placed.
    #[inline(always)]
    pub(super) fn places(&self, house: usize, digit: Digit) -> u64 {
        self.places[house * self.cells.len() + digit.index()]
    }

    /// The two places of a digit in a house with every digit once; `None` if it has more or fewer.
    #[inline]
    pub(super) fn strong_pair(&self, house: usize, digit: Digit) -> Option<[Cell; 2]> {
        let places = self.places(house, digit);
        let rest = places & places.wrapping_sub(1);
        if rest == 0 || rest & (rest - 1) != 0 || !self.geometry.is_exact(house) {
            return None;
        }
        let cells = self.layout().cells_of(house);
        Some([cells[places.trailing_zeros() as usize], cells[rest.trailing_zeros() as usize]])
    }

    /// The cells of a house that have a bit in `places`, in ascending order.
    #[inline]
    pub(super) fn cells_at(&self, house: usize, places: u64) -> impl Iterator<Item = Cell> + '_ {
        let cells = self.layout().cells_of(house);
        let mut rest = places;
        std::iter::from_fn(move || {
            let cell = (rest != 0).then(|| cells[rest.trailing_zeros() as usize]);
            rest &= rest.wrapping_sub(1);
            cell
        })
    }

    /// Digits that no cell of the house has yet.
    #[inline(always)]
    pub(super) fn unplaced(&self, house: usize) -> DigitSet {
        self.unplaced[house]
    }

    /// Unplaced digits of a house with at most one place; none unless the house has every digit once.
    #[inline(always)]
    pub(super) fn hidden_singles(&self, house: usize) -> DigitSet {
        self.hidden_singles[house]
    }

    /// Open cells with exactly one candidate.
    #[inline(always)]
    pub(super) fn naked_singles(&self) -> CellSet<W> {
        self.naked_singles
    }

    /// Stamp of the last change. Compare stamps to see whether a cached result is stale: they grow with each change and each puzzle.
    #[inline(always)]
    pub(super) fn last_change(&self) -> u64 {
        self.changes
    }

    /// [Stamp](Self::last_change) of the last change of a digit's candidates.
    #[inline(always)]
    pub(super) fn last_change_of_digit(&self, digit: Digit) -> u64 {
        self.digit_changes[digit.index()]
    }

    /// [Stamp](Self::last_change) of the last change of candidates in a house.
    #[inline(always)]
    pub(super) fn last_change_of_house(&self, house: usize) -> u64 {
        self.house_changes[house]
    }

    /// Number of candidates of all open cells.
    pub(super) fn candidate_count(&self) -> usize {
        self.candidates.iter().map(|candidates| candidates.len()).sum()
    }

    /// Applies a step: its eliminations, then its placements.
    pub(super) fn apply(&mut self, step: &Deduction) {
        for &Candidate { cell, digit } in &step.eliminations {
            self.eliminate(cell, digit);
        }
        for &Candidate { cell, digit } in &step.placements {
            self.place(cell, digit);
        }
    }

    /// Places a digit in an open cell and removes it from the peers; does nothing to a solved cell.
    ///
    /// The board becomes contradictory if the digit is not a candidate of the cell.
    pub(super) fn place(&mut self, cell: Cell, digit: Digit) {
        if self.digits[cell.index()].is_some() {
            return;
        }
        let others = self.candidates[cell.index()].without(digit);
        self.changes += 1;
        self.digit_changes[digit.index()] = self.changes;
        others.digits().for_each(|other| self.digit_changes[other.index()] = self.changes);
        self.is_contradictory |= !self.candidates[cell.index()].contains(digit);
        self.candidates[cell.index()] = DigitSet::default();
        self.digits[cell.index()] = Some(digit);
        self.open.remove(cell);
        self.naked_singles.remove(cell);
        self.cells[digit.index()].remove(cell);
        others.digits().for_each(|other| self.cells[other.index()].remove(cell));
        // A second handle to the tables, so that the methods below can borrow `self` mutably.
        let rules = self.geometry.rules().clone();
        let (layout, size) = (rules.layout(), self.size());
        layout.for_each_membership(cell, |membership| {
            let house = usize::from(membership.house);
            self.house_changes[house] = self.changes;
            others.digits().for_each(|other| self.remove_place(house, other, membership.index));
            self.places[house * size + digit.index()] = 0;
            self.unplaced[house] = self.unplaced[house].without(digit);
            self.hidden_singles[house] = self.hidden_singles[house].without(digit);
        });
        let excluded = self.cells[digit.index()] & self.geometry.peers(cell);
        self.cells[digit.index()] -= excluded;
        excluded.iter().for_each(|peer| self.remove_candidate(layout, peer, digit));
    }

    /// Removes a candidate; does nothing if the cell does not have it.
    pub(super) fn eliminate(&mut self, cell: Cell, digit: Digit) {
        if self.candidates[cell.index()].contains(digit) {
            let rules = self.geometry.rules().clone();
            self.changes += 1;
            self.digit_changes[digit.index()] = self.changes;
            self.cells[digit.index()].remove(cell);
            self.remove_candidate(rules.layout(), cell, digit);
        }
    }

    /// Removes a candidate from its cell, and from the places of the houses in which the digit is unplaced.
    #[inline]
    fn remove_candidate(&mut self, layout: &Layout, cell: Cell, digit: Digit) {
        let rest = self.candidates[cell.index()].without(digit);
        self.candidates[cell.index()] = rest;
        if rest.is_empty() {
            self.is_contradictory = true;
            self.naked_singles.remove(cell);
        } else if rest.only().is_some() {
            self.naked_singles.insert(cell);
        }
        layout.for_each_membership(cell, |membership| {
            let house = usize::from(membership.house);
            self.house_changes[house] = self.changes;
            if self.unplaced[house].contains(digit) {
                self.remove_place(house, digit, membership.index);
            }
        });
    }

    #[inline(always)]
    fn remove_place(&mut self, house: usize, digit: Digit, index: u8) {
        let places = &mut self.places[house * self.cells.len() + digit.index()];
        *places &= !(1 << index);
        if *places & places.wrapping_sub(1) == 0 && self.geometry.is_exact(house) {
            self.is_contradictory |= *places == 0;
            self.hidden_singles[house] = self.hidden_singles[house].with(digit);
        }
    }
}
