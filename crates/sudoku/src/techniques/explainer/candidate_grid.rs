//! The candidates of a 9x9 board, by cell and by house.

use super::candidate_set::{CandidateId, CandidateSet, cell_of, digit_of, id_of};
use crate::bits::set_bits;
use crate::model::Cell;
use crate::techniques::board::Board;

/// Number of houses: rows, columns, boxes.
pub(super) const HOUSES: usize = 27;

/// The houses of a cell, with its index in each: row, column, box.
#[inline(always)]
pub(super) fn houses_of(cell: usize) -> [(usize, usize); 3] {
    let (row, column) = (cell / 9, cell % 9);
    [(row, column), (9 + column, row), (18 + row / 3 * 3 + column / 3, row % 3 * 3 + column % 3)]
}

/// The cell with an index in a house.
#[inline(always)]
pub(super) fn cell_at(house: usize, index: usize) -> usize {
    match house {
        0..9 => house * 9 + index,
        9..18 => index * 9 + house - 9,
        _ => ((house - 18) / 3 * 3 + index / 3) * 9 + (house - 18) % 3 * 3 + index % 3,
    }
}

/// A set of the cells of a 9x9 board.
pub(super) type CellBits = u128;

/// The cells of a set.
pub(super) fn cells_of(mut cells: CellBits) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (cells != 0).then(|| cells.trailing_zeros() as usize);
        cells &= cells.wrapping_sub(1);
        first
    })
}

/// The cells that share a house with a cell.
#[inline(always)]
pub(super) fn peers(cell: usize) -> CellBits {
    PEERS[cell]
}

/// The cells that share a house with each of these.
pub(super) fn common_peers(cells: CellBits) -> CellBits {
    cells_of(cells).fold(CellBits::MAX, |common, cell| common & peers(cell))
}

static PEERS: [CellBits; 81] = {
    let mut all = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        let mut other = 0;
        while other < 81 {
            let is_in_box = cell / 27 == other / 27 && cell % 9 / 3 == other % 9 / 3;
            if other != cell && (cell / 9 == other / 9 || cell % 9 == other % 9 || is_in_box) {
                all[cell] |= 1 << other;
            }
            other += 1;
        }
        cell += 1;
    }
    all
};

/// The candidates of all open cells.
#[derive(Clone, Debug)]
pub(super) struct CandidateGrid {
    /// For each cell, its digits.
    cells: [u16; 81],
    /// For each house and digit, the indices of the cells that have it.
    places: [[u16; 9]; HOUSES],
}

impl CandidateGrid {
    /// The candidates of a 9x9 board.
    pub(super) fn new(board: &Board<2>) -> Self {
        let mut grid = Self { cells: [0; 81], places: [[0; 9]; HOUSES] };
        for cell in board.open().iter() {
            for digit in board.candidates(cell).digits() {
                grid.cells[cell.index()] |= 1 << digit.index();
                for (house, index) in houses_of(cell.index()) {
                    grid.places[house][digit.index()] |= 1 << index;
                }
            }
        }
        grid
    }

    /// The digits of a cell.
    #[inline(always)]
    pub(super) fn digits(&self, cell: usize) -> u16 {
        self.cells[cell]
    }

    /// The indices of the cells of a house that have a digit.
    #[inline(always)]
    pub(super) fn places(&self, house: usize, digit: usize) -> u16 {
        self.places[house][digit]
    }

    /// The cells of a house that have a digit.
    pub(super) fn cells_in(&self, house: usize, digit: usize) -> impl Iterator<Item = usize> + use<> {
        set_bits(u64::from(self.places[house][digit])).map(move |index| cell_at(house, index))
    }

    /// The cells that have a digit.
    pub(super) fn cells_with(&self, digit: usize) -> CellBits {
        (0..9).fold(0, |all, row| all | CellBits::from(self.places[row][digit]) << (9 * row))
    }

    /// The cells with two digits.
    pub(super) fn pairs(&self) -> impl Iterator<Item = usize> {
        (0..81).filter(|&cell| self.cells[cell].count_ones() == 2)
    }

    /// All candidates.
    pub(super) fn ids(&self) -> impl Iterator<Item = CandidateId> {
        (0..81).flat_map(|cell| self.ids_in(cell))
    }

    /// The candidates of a cell.
    pub(super) fn ids_in(&self, cell: usize) -> impl Iterator<Item = CandidateId> + use<> {
        set_bits(u64::from(self.cells[cell])).map(move |digit| id_of(cell, digit))
    }

    /// Whether a cell has a candidate.
    pub(super) fn has(&self, id: CandidateId) -> bool {
        self.cells[cell_of(id)] >> digit_of(id) & 1 == 1
    }

    /// Removes a candidate.
    #[inline]
    pub(super) fn remove(&mut self, id: CandidateId) {
        let (cell, digit) = (cell_of(id), digit_of(id));
        self.cells[cell] &= !(1 << digit);
        for (house, index) in houses_of(cell) {
            self.places[house][digit] &= !(1 << index);
        }
    }

    /// The candidates that a cell had in an earlier grid and has lost.
    pub(super) fn lost_in_cell(
        &self,
        earlier: &Self,
        cell: usize,
    ) -> impl Iterator<Item = CandidateId> + use<> {
        set_bits(u64::from(earlier.cells[cell] & !self.cells[cell])).map(move |digit| id_of(cell, digit))
    }

    /// The places that a digit had in a house of an earlier grid and has lost.
    pub(super) fn lost_in_house(
        &self,
        earlier: &Self,
        house: usize,
        digit: usize,
    ) -> impl Iterator<Item = CandidateId> + use<> {
        let lost = earlier.places[house][digit] & !self.places[house][digit];
        set_bits(u64::from(lost)).map(move |index| id_of(cell_at(house, index), digit))
    }

    /// The candidates that cannot be true together with this one: of its digit, and with `in_cell` of its cell.
    pub(super) fn excluded_by(&self, id: CandidateId, in_cell: bool) -> CandidateSet {
        let (cell, digit) = (cell_of(id), digit_of(id));
        let mut excluded = CandidateSet::EMPTY;
        if in_cell {
            self.ids_in(cell).filter(|&other| other != id).for_each(|other| excluded.insert(other));
        }
        for (house, index) in houses_of(cell) {
            for place in set_bits(u64::from(self.places[house][digit] & !(1 << index))) {
                excluded.insert(id_of(cell_at(house, place), digit));
            }
        }
        excluded
    }

    /// Visits the candidates that are true if this one is false: the other one of a cell or a house with two. Their house is
    /// `None` in the same cell.
    #[inline]
    pub(super) fn for_each_forced_by(
        &self,
        id: CandidateId,
        in_cell: bool,
        in_houses: bool,
        mut visit: impl FnMut(CandidateId, Option<usize>),
    ) {
        let (cell, digit) = (cell_of(id), digit_of(id));
        let only = |bits: u16| bits.is_power_of_two().then(|| bits.trailing_zeros() as usize);
        if in_cell && let Some(other) = only(self.cells[cell] & !(1 << digit)) {
            visit(id_of(cell, other), None);
        }
        if in_houses {
            let [row, column, region] = houses_of(cell);
            for (house, index) in [region, row, column] {
                if let Some(other) = only(self.places[house][digit] & !(1 << index)) {
                    visit(id_of(cell_at(house, other), digit), Some(house));
                }
            }
        }
    }
}

/// The cell of a board with this number.
pub(super) fn board_cell(cell: usize) -> Cell {
    Cell(cell as u16)
}
