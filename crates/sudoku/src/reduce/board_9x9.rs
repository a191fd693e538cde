//! Bitboard of a classic 9x9: all 729 candidates in nine registers.
//!
//! Layout: a band is three rows of boxes, a stack three columns of boxes. A word holds the candidates of three cells that
//! differ only in the stack. Three words that differ only in the band are one register ([`BandWords`]). The nine
//! registers are the three rows of a band by the three columns of a stack.

use std::mem;

use fearless_simd::{Level, dispatch};
use quadrille_exact_cover::unstable::NodeState;

use super::band_words::{BandWords, Words, each};
use super::board_rules::{
    CELL_BITS, FULL, GUARD, LOWEST, Registers, RuleRound, Singles, expand_guards, fingerprint,
};
use crate::model::{Digit, DigitSet, Grid, Puzzle};

/// All digits of one cell.
pub(super) const ALL_DIGITS: u32 = (1 << 9) - 1;

/// All bits of each band's word.
const BAND_MASKS: [BandWords; 3] =
    [BandWords::new([u32::MAX, 0, 0]), BandWords::new([0, u32::MAX, 0]), BandWords::new([0, 0, u32::MAX])];

/// For each register, and each row of a band: all bits if the register is in the row, otherwise none.
const IS_ROW: [[BandWords; 3]; 16] = is_house(3);

/// For each register, and each column of a stack: all bits if the register is in the column, otherwise none.
const IS_COLUMN: [[BandWords; 3]; 16] = is_house(1);

/// Masks of the houses by register: the house is the number of the register divided by `step`, modulo three.
const fn is_house(step: usize) -> [[BandWords; 3]; 16] {
    let mut masks = [[BandWords::splat(0); 3]; 16];
    let mut register = 0;
    while register < 9 {
        masks[register][register / step % 3] = BandWords::splat(u32::MAX);
        register += 1;
    }
    masks
}

/// Initial candidates of a cell by its clue (0 for none); no candidates for a clue above 9.
const INITIAL_CANDIDATES: [u32; 64] = {
    let mut initial = [0; 64];
    initial[0] = ALL_DIGITS;
    let mut digit = 1;
    while digit <= 9 {
        initial[digit] = 1 << (digit - 1);
        digit += 1;
    }
    initial
};

/// The candidates of every cell of a classic 9x9.
///
/// 144 bytes; the search writes a new board at each branch instead of undoing changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board9x9 {
    /// Registers, by row in the band, then by column in the stack.
    words: Registers<BandWords>,
}

/// Location of a candidate in a [`Board9x9`]. Two words, so that it moves in one register.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct BoardCandidate {
    /// The band, and four times the number of the register: three times the row in the band, plus the column in the stack.
    location: u32,
    /// The candidate, as a bit of its word.
    bit: u32,
}

impl BoardCandidate {
    /// The candidate of this band and register, as a bit of its word.
    #[inline(always)]
    pub(super) fn new(band: usize, register: usize, bit: u32) -> Self {
        Self { location: (band as u32 % 4) | ((register as u32) << 2), bit }
    }

    /// The band of the cell.
    #[inline(always)]
    fn band(self) -> usize {
        (self.location % 4) as usize % 3
    }

    /// The number of the register, below 16.
    #[inline(always)]
    fn register(self) -> usize {
        (self.location >> 2 & 15) as usize
    }

    /// Number of the stack.
    #[inline(always)]
    fn stack(self) -> u32 {
        self.bit.trailing_zeros() / CELL_BITS
    }

    /// All digits of the cell, as bits of its word.
    #[inline(always)]
    fn cell(self) -> u32 {
        ALL_DIGITS << ((self.stack() * CELL_BITS) % 32)
    }

    /// The candidates of the cell of a board, as bits of its word.
    #[inline(always)]
    pub(super) fn candidates(self, board: &Board9x9) -> u32 {
        let word =
            board.words.as_flattened().get(self.register()).map_or(0, |words| words.words()[self.band()]);
        word & self.cell()
    }

    /// The candidate of the same cell with this bit.
    #[inline(always)]
    pub(super) fn with_bit(self, bit: u32) -> Self {
        Self { bit, ..self }
    }

    /// Index of the cell, and of the digit from 0.
    pub(super) fn location(self) -> (usize, u32) {
        let (row, column) = (self.register() / 3, self.register() % 3);
        (
            self.band() * 27 + row * 9 + self.stack() as usize * 3 + column,
            self.bit.trailing_zeros() % CELL_BITS,
        )
    }
}

impl Board9x9 {
    /// The registers, by row in the band, then by column in the stack.
    #[inline(always)]
    pub(super) fn words(&self) -> &Registers<BandWords> {
        &self.words
    }

    /// The board with these registers.
    #[inline(always)]
    pub(super) fn from_words(words: Registers<BandWords>) -> Self {
        Self { words }
    }

    /// The board of these clues, before any rule. Conflicting clues are allowed; [`reduce`](Self::reduce) detects them.
    pub fn new(clues: &[Option<Digit>; 81]) -> Self {
        let initial = |cell: usize| INITIAL_CANDIDATES[clues[cell].map_or(0, Digit::value) % 64];
        let word =
            |cell| initial(cell) | initial(cell + 3) << CELL_BITS | initial(cell + 6) << (2 * CELL_BITS);
        let register = |cell| BandWords::new([word(cell), word(cell + 27), word(cell + 54)]);
        Self { words: [0, 9, 18].map(|row| [register(row), register(row + 1), register(row + 2)]) }
    }

    /// The board of a classic 9x9 with its clues and candidates, before any rule.
    #[inline]
    pub fn of_puzzle(puzzle: &Puzzle) -> Self {
        let clues = puzzle.clues().cells().first_chunk().unwrap_or(&[None; 81]);
        let mut board = Self::new(clues);
        if let Some(candidates) = puzzle.given_candidates() {
            board.restrict(candidates);
        }
        board
    }

    /// Removes the digits of each cell that are not in its set; cells beyond the sets keep theirs.
    pub fn restrict(&mut self, candidates: &[DigitSet]) {
        for (cell, &set) in candidates.iter().enumerate().take(81) {
            self.restrict_cell(cell, set);
        }
    }

    /// Removes the digits of the cell with this index that are not in `candidates`.
    pub fn restrict_cell(&mut self, cell: usize, candidates: DigitSet) {
        let shift = (cell / 3 % 3) as u32 * CELL_BITS;
        let excluded = ALL_DIGITS & !(candidates.bits() as u32);
        self.remove(cell / 9 % 3, cell % 3, cell / 27, excluded << shift);
    }

    /// Sets the candidates of the cell with this index.
    pub fn set_cell(&mut self, cell: usize, candidates: DigitSet) {
        let shift = (cell / 3 % 3) as u32 * CELL_BITS;
        let candidates = candidates.bits() as u32 & ALL_DIGITS;
        let (row, column, band) = (cell / 9 % 3, cell % 3, cell / 27);
        self.remove(row, column, band, ALL_DIGITS << shift);
        let words = &mut self.words[row][column];
        *words = *words | (BandWords::splat(candidates << shift) & BAND_MASKS[band % 3]);
    }

    /// Applies the rules of [this folder](super) until a fixpoint, a solution or a contradiction.
    ///
    /// Adds the number of rounds over the whole board to `rounds`.
    pub fn reduce(&mut self, rounds: &mut u64) -> NodeState {
        dispatch!(Level::new(), _ => self.apply_rules(rounds))
    }

    #[inline(always)]
    fn apply_rules(&mut self, rounds: &mut u64) -> NodeState {
        let mut after = fingerprint(&self.words);
        loop {
            *rounds += 1;
            let round = RuleRound::begin(&mut self.words);
            if !round.dead.is_zero() {
                return NodeState::Dead;
            }
            if round.open.is_zero() {
                return NodeState::Solved;
            }
            round.finish(&mut self.words);
            let before = mem::replace(&mut after, fingerprint(&self.words));
            if after == before {
                return NodeState::Open;
            }
        }
    }

    /// Applies the rules like [`reduce`](Self::reduce), but an open board may keep candidates that they would exclude: it
    /// ends as soon as a round has solved no cell. Solved cells exclude nothing further from it.
    #[inline(always)]
    pub(super) fn reduce_partly(&mut self, rounds: &mut u64) -> NodeState {
        let mut before = BandWords::splat(u32::MAX);
        loop {
            let singles = Singles::of(&self.words);
            let solved = singles.fingerprint();
            if solved == mem::replace(&mut before, solved) {
                return NodeState::Open;
            }
            *rounds += 1;
            let round = RuleRound::begin_with(&singles, &mut self.words);
            if !round.dead.is_zero() {
                return NodeState::Dead;
            }
            if round.open.is_zero() {
                return NodeState::Solved;
            }
            round.finish(&mut self.words);
        }
    }

    /// The other candidate of each cell with two; solved cells stay. `solution` is a solved board within this one, which
    /// has no cell with more.
    #[inline(always)]
    pub(super) fn opposite(&self, solution: &Self) -> Self {
        let guard = BandWords::splat(GUARD);
        let opposite = |row: usize, column: usize| {
            let (word, solved) = (self.words[row][column], solution.words[row][column]);
            let other = word.and_not(solved);
            let is_unsolved = expand_guards(guard.and_not(guard.wrapping_sub(other)));
            other | solved.and_not(is_unsolved)
        };
        Self { words: [0, 1, 2].map(|row| [0, 1, 2].map(|column| opposite(row, column))) }
    }

    /// Candidates of the cell with this index, bit 0 for digit 1; 0 outside the grid.
    pub fn candidates(&self, cell: usize) -> u16 {
        let (row, column) = (cell / 9 % 3, cell % 3);
        let word = self.words[row][column].words().get(cell / 27).copied().unwrap_or(0);
        (word >> (cell / 3 % 3 * CELL_BITS as usize) & ALL_DIGITS) as u16
    }

    /// Number of candidates, and number of cells with exactly one.
    pub fn candidate_counts(&self) -> (u32, u32) {
        let empty_cells = |word: u32| (GUARD.wrapping_sub(word) & GUARD).count_ones();
        let mut counts = (0, 0);
        for words in self.words.as_flattened() {
            for word in words.words() {
                let rest = word & (word | GUARD).wrapping_sub(LOWEST);
                counts.0 += word.count_ones();
                counts.1 += empty_cells(rest) - empty_cells(word);
            }
        }
        counts
    }

    /// Digits of a solved board minus one, row by row.
    pub fn digits(&self) -> [u8; 81] {
        let mut digits = [0; 81];
        for row in 0..3 {
            for column in 0..3 {
                for (band, word) in self.words[row][column].words().into_iter().enumerate() {
                    for stack in 0..3 {
                        // The guard bit makes the number nonzero, for which counting zeros takes no branch.
                        let digit = word >> (stack * CELL_BITS as usize) & ALL_DIGITS | 1 << 9;
                        digits[band * 27 + row * 9 + stack * 3 + column] = digit.trailing_zeros() as u8;
                    }
                }
            }
        }
        digits
    }

    /// Writes the digits of a solved board into a grid.
    #[inline]
    pub fn fill(&self, grid: &mut Grid) {
        grid.set_all(&self.digits().map(|index| Digit::new(usize::from(index) + 1)));
    }

    /// The board without all other candidates of the cell, and without the digit in all cells that share a house with it.
    ///
    /// The rules would do the same, but only in a round over the whole board.
    #[inline(always)]
    pub(super) fn placing(&self, candidate: BoardCandidate) -> Self {
        let bit = candidate.bit;
        let (register, in_band) = (candidate.register(), BAND_MASKS[candidate.band()]);
        let digit = bit | bit << CELL_BITS | bit << (2 * CELL_BITS);
        let digit = (digit | bit >> CELL_BITS | bit >> (2 * CELL_BITS)) & FULL;
        let row = BandWords::splat(digit) & in_band;
        let column = BandWords::splat(bit);
        let (in_box, cell) = (column & in_band, BandWords::splat(candidate.cell()) & in_band);
        let (rows, columns) = (&IS_ROW[register], &IS_COLUMN[register]);
        let words = each(
            [0, 1, 2],
            #[inline(always)]
            |index: usize| {
                let (is_row, words) = (rows[index], self.words[index]);
                each(
                    [0, 1, 2],
                    #[inline(always)]
                    |index: usize| {
                        let (is_column, is_cell) = (columns[index], is_row & columns[index]);
                        let excluded = in_box | (row & is_row) | (column & is_column) | (cell & is_cell);
                        words[index].and_not(excluded) | (in_box & is_cell)
                    },
                )
            },
        );
        Self { words }
    }

    /// The board without the candidate, and with the other one of a cell with two [placed](Self::placing).
    #[inline(always)]
    pub(super) fn excluding(&self, candidate: BoardCandidate) -> Self {
        let rest = candidate.candidates(self) & !candidate.bit;
        if rest.is_power_of_two() {
            self.placing(candidate.with_bit(rest))
        } else {
            let mut board = *self;
            let register = candidate.register();
            board.remove(register / 3, register % 3, candidate.band(), candidate.bit);
            board
        }
    }

    /// Removes candidates from a word.
    #[inline(always)]
    fn remove(&mut self, row: usize, column: usize, band: usize, candidates: u32) {
        let words = &mut self.words[row % 3][column % 3];
        // Writes the whole register: a partial write would stall the next read (store forwarding).
        *words = words.and_not(BandWords::splat(candidates) & BAND_MASKS[band % 3]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(clues: &str) -> Board9x9 {
        let clues: Vec<Option<Digit>> =
            clues.chars().map(|symbol| Digit::new(symbol.to_digit(10)? as usize)).collect();
        Board9x9::new(clues.as_slice().try_into().expect("81 cells"))
    }

    #[test]
    fn new_board_has_the_candidates_of_its_clues() {
        let board = board(&"1.2.3.4..".repeat(9));
        for cell in 0..81 {
            let clue = [1, 0, 2, 0, 4, 0, 8, 0, 0][cell % 9];
            assert_eq!(board.candidates(cell), if clue == 0 { 0x1ff } else { clue });
        }
        assert_eq!(board.candidates(81), 0);
        assert_eq!(board.candidate_counts(), (9 * (4 + 5 * 9), 9 * 4));
    }

    #[test]
    fn restricted_board_keeps_the_candidates_of_each_set() {
        let mut board = board(&".".repeat(81));
        let set = |cell: usize| Digit::all(9).filter(|digit| cell & digit.value() != 0).collect::<DigitSet>();
        board.restrict(&(0..81).map(set).collect::<Vec<_>>());
        assert!((0..81).all(|cell| u64::from(board.candidates(cell)) == set(cell).bits()));
        for cell in (0..81).step_by(2) {
            board.set_cell(cell, set(cell + 1));
        }
        assert!(
            (0..81).all(|cell| u64::from(board.candidates(cell)) == set(cell + 1 - cell % 2).bits()),
            "a cell gains and loses candidates, and no other changes"
        );
    }

    #[test]
    fn puzzle_of_singles_is_solved() {
        let mut board =
            board("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
        assert_eq!(board.reduce(&mut 0), NodeState::Solved);
        let digits: String = board.digits().iter().map(|digit| (b'1' + digit) as char).collect();
        assert_eq!(
            digits,
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
        );
    }

    #[test]
    fn conflicting_clues_in_any_house_are_dead() {
        for second in [1, 8, 9, 20, 36, 72] {
            let mut clues = vec!['.'; 81];
            (clues[0], clues[second]) = ('1', '1');
            assert_eq!(board(&clues.iter().collect::<String>()).reduce(&mut 0), NodeState::Dead);
        }
    }

    #[test]
    fn two_digits_with_one_place_in_a_box_are_dead() {
        let mut board = board(concat!(
            "...8..9..",
            ".........",
            "....9..8.", // in the first box only the middle cell is left
            "8........",
            "..9......",
            ".........", // for 8 and for 9
            "9........",
            "..8......",
            ".........",
        ));
        assert_eq!(board.reduce(&mut 0), NodeState::Dead);
    }
}
