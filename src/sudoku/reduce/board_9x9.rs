//! Bitboard of a classic 9x9: all 729 candidates in nine registers.
//!
//! Layout: a band is three rows of boxes, a stack three columns of boxes. A word holds the candidates of three cells that
//! differ only in the stack. Three words that differ only in the band are one register ([`BandWords`]). The nine
//! registers are the three rows of a band by the three columns of a stack.
//!
//! A *mini-row* is the intersection of a box and a row, a *mini-column* that of a box and a column. The candidates of each
//! are the union of three registers, so every operation handles all digits of all bands at once.
//!
//! A mini-row is *forced* for a digit if the digit has no other mini-row in its row or in its box, or if the mini-row
//! contains the digit as a naked single. A forced mini-row eliminates the digit from the others in its row and box: this
//! is pointing, claiming and the effect of a placed digit in one step. The same holds for mini-columns. In the cell where
//! a forced mini-row and a forced mini-column meet, the digit is placed: a hidden single.

use fearless_simd::{Level, dispatch};

use super::band_words::{BandWords, each};
use crate::exact_cover::NodeState;
use crate::sudoku::model::{Digit, DigitSet, Grid, Puzzle};

/// Bits per cell of a word: nine digits and a guard bit, which is set only in intermediate values.
pub(super) const CELL_BITS: u32 = 10;

/// Digit 1 of each cell of a word.
pub(super) const LOWEST: u32 = 1 | 1 << CELL_BITS | 1 << (2 * CELL_BITS);

/// Guard bit of each cell of a word.
pub(super) const GUARD: u32 = LOWEST << 9;

/// All digits of each cell of a word.
const FULL: u32 = GUARD - LOWEST;

/// All digits of one cell.
pub(super) const ALL_DIGITS: u32 = (1 << 9) - 1;

/// All bits of each band's word.
const BAND_MASKS: [BandWords; 3] =
    [BandWords::new([u32::MAX, 0, 0]), BandWords::new([0, u32::MAX, 0]), BandWords::new([0, 0, u32::MAX])];

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
/// 144 bytes; the search copies it at each branch instead of undoing changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board9x9 {
    /// Registers, by row in the band, then by column in the stack.
    words: [[BandWords; 3]; 3],
}

/// Location of a candidate in a [`Board9x9`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct BoardCandidate {
    /// Row of the cell in its band.
    pub(super) row: usize,
    /// Column of the cell in its stack.
    pub(super) column: usize,
    /// Band of the cell.
    pub(super) band: usize,
    /// All digits of the cell, as bits of its word.
    pub(super) cell: u32,
    /// The candidate, as a bit of the same word.
    pub(super) candidate: u32,
}

impl BoardCandidate {
    /// Index of the cell, and of the digit from 0.
    pub(super) fn location(&self) -> (usize, u32) {
        let bit = self.candidate.trailing_zeros();
        let stack = (bit / CELL_BITS) as usize;
        (self.band * 27 + self.row * 9 + stack * 3 + self.column, bit % CELL_BITS)
    }
}

impl Board9x9 {
    /// The registers, by row in the band, then by column in the stack.
    #[inline(always)]
    pub(super) fn words(&self) -> &[[BandWords; 3]; 3] {
        &self.words
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
        if let Some(candidates) = puzzle.candidates() {
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
        let mut fingerprint = self.fingerprint();
        loop {
            *rounds += 1;
            let state = self.round();
            let before = std::mem::replace(&mut fingerprint, self.fingerprint());
            if state != NodeState::Open || fingerprint == before {
                return state;
            }
        }
    }

    /// Value that changes with every removal of candidates: at least one word decreases, none increases.
    #[inline(always)]
    fn fingerprint(&self) -> [BandWords; 2] {
        let [[a, b, c], [d, e, f], [g, h, i]] = self.words;
        // A word is below 2^29: the sum of eight does not overflow, the sum of nine could.
        [
            a.wrapping_add(b)
                .wrapping_add(c.wrapping_add(d))
                .wrapping_add(e.wrapping_add(f).wrapping_add(g.wrapping_add(h))),
            i,
        ]
    }

    /// Applies every rule once.
    #[inline(always)]
    fn round(&mut self) -> NodeState {
        let singles = self.singles();
        let (rows, in_rows) = self.exclude_by_rows(singles.rows);
        let (columns, in_columns) = self.force_columns(singles.columns);
        let missing = BandWords::splat(FULL).and_not(in_rows & in_columns);
        if !(missing | singles.empty).is_zero() {
            return NodeState::Dead;
        }
        if singles.open.is_zero() {
            return NodeState::Solved;
        }
        self.exclude_by_columns(rows, columns);
        NodeState::Open
    }

    #[inline(always)]
    fn singles(&self) -> Singles {
        let (lowest, guard) = (BandWords::splat(LOWEST), BandWords::splat(GUARD));
        let zero = BandWords::splat(0);
        let mut found = Singles { rows: [zero; 3], columns: [zero; 3], empty: zero, open: zero };
        for row in 0..3 {
            for column in 0..3 {
                let word = self.words[row][column];
                // Clears the lowest digit of each cell; an empty cell borrows and sets its guard.
                let less = word.wrapping_sub(lowest);
                let rest = word & less;
                let single = word & expand_guards(guard.wrapping_sub(rest) & guard);
                found.empty = found.empty | less;
                found.open = found.open | rest;
                found.rows[row] = found.rows[row] | single;
                found.columns[column] = found.columns[column] | single;
            }
        }
        found.empty = found.empty & guard;
        found
    }

    /// Eliminates candidates by forced mini-rows. Returns the forced mini-rows, by row in the band, and the digits that
    /// still have a place in every row and every box.
    #[inline(always)]
    fn exclude_by_rows(&mut self, singles: [BandWords; 3]) -> ([BandWords; 3], BandWords) {
        let [top, middle, bottom] = each(
            self.words,
            #[inline(always)]
            |[left, centre, right]| left | centre | right,
        );
        let mini = [top, middle, bottom];
        let in_box = union_of_others(mini);
        let in_row = each(mini, other_stacks);
        let forced = each(
            [0, 1, 2],
            #[inline(always)]
            |row| mini[row].and_not(in_box[row] & in_row[row]) | singles[row],
        );
        let excluding = union_of_others(forced);
        for row in 0..3 {
            let excluded = excluding[row] | other_stacks(forced[row]);
            self.words[row] = each(
                self.words[row],
                #[inline(always)]
                |word| word.and_not(excluded),
            );
        }
        let satisfied =
            (top | in_row[0]) & (middle | in_row[1]) & (bottom | in_row[2]) & (top | middle | bottom);
        (forced, satisfied)
    }

    /// The forced mini-columns, by column in the stack, and the digits that still have a place in every column.
    #[inline(always)]
    fn force_columns(&self, singles: [BandWords; 3]) -> ([BandWords; 3], BandWords) {
        let [top, middle, bottom] = self.words;
        let mini: [BandWords; 3] = each(
            [0, 1, 2],
            #[inline(always)]
            |column| top[column] | middle[column] | bottom[column],
        );
        let in_box = union_of_others(mini);
        let in_column = each(mini, BandWords::other_bands);
        let forced = each(
            [0, 1, 2],
            #[inline(always)]
            |column| mini[column].and_not(in_box[column] & in_column[column]) | singles[column],
        );
        let satisfied = (mini[0] | in_column[0]) & (mini[1] | in_column[1]) & (mini[2] | in_column[2]);
        (forced, satisfied)
    }

    /// Eliminates candidates by forced mini-columns, and places digits where forced mini-rows and mini-columns meet.
    #[inline(always)]
    fn exclude_by_columns(&mut self, rows: [BandWords; 3], columns: [BandWords; 3]) {
        let guard = BandWords::splat(GUARD);
        let excluding = union_of_others(columns);
        for column in 0..3 {
            let excluded = excluding[column] | columns[column].other_bands();
            for (row, &forced) in rows.iter().enumerate() {
                let word = self.words[row][column].and_not(excluded);
                let placed = word & forced & columns[column];
                let unplaced = guard.wrapping_sub(placed);
                // If two digits are placed in one cell, only the lower is kept; the other then lacks a place, which
                // the next round detects.
                let kept = expand_guards(unplaced & guard) | (placed & unplaced);
                self.words[row][column] = word & kept;
            }
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

    /// Removes all other candidates of the cell, and the digit from all cells that share a house with it.
    ///
    /// The rules would do the same, but only in a round over the whole board.
    #[inline(always)]
    pub(super) fn place(&mut self, candidate: &BoardCandidate) {
        let &BoardCandidate { row, column, band, cell, candidate } = candidate;
        let band_mask = BAND_MASKS[band % 3];
        let digit = candidate | candidate << CELL_BITS | candidate << (2 * CELL_BITS);
        let digit = (digit | candidate >> CELL_BITS | candidate >> (2 * CELL_BITS)) & FULL;
        let in_band = BandWords::splat(digit) & band_mask;
        let in_stack = BandWords::splat(candidate);
        let in_box = in_stack & band_mask;
        for words in self.words.as_flattened_mut() {
            *words = words.and_not(in_box);
        }
        let (row, column) = (row % 3, column % 3);
        for words in &mut self.words[row] {
            *words = words.and_not(in_band);
        }
        for words in &mut self.words {
            words[column] = words[column].and_not(in_stack);
        }
        let words = &mut self.words[row][column];
        *words = words.and_not(BandWords::splat(cell) & band_mask) | in_box;
    }

    /// Removes the candidate, and [places](Self::place) the other one of a cell with two.
    #[inline(always)]
    pub(super) fn exclude(&mut self, candidate: &BoardCandidate) {
        let &BoardCandidate { row, column, band, cell, candidate } = candidate;
        let rest = self.words[row % 3][column % 3].words()[band % 3] & cell & !candidate;
        if rest & rest.wrapping_sub(1) == 0 {
            self.place(&BoardCandidate { row, column, band, cell, candidate: rest });
        } else {
            self.remove(row, column, band, candidate);
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

/// Naked singles of a board.
struct Singles {
    /// The mini-rows that contain them.
    rows: [BandWords; 3],
    /// The mini-columns that contain them.
    columns: [BandWords; 3],
    /// Non-zero if a cell has no candidate.
    empty: BandWords,
    /// Non-zero if a cell has several candidates.
    open: BandWords,
}

/// All digits of the cells whose guard is set.
#[inline(always)]
pub(super) fn expand_guards(guards: BandWords) -> BandWords {
    guards.wrapping_sub(guards.shift_right::<9>())
}

/// For each of the three, the union of the two others.
#[inline(always)]
fn union_of_others([first, second, third]: [BandWords; 3]) -> [BandWords; 3] {
    [second | third, third | first, first | second]
}

/// For each cell of a word, the union of the cells in the other two stacks; bits above the last cell are undefined.
#[inline(always)]
fn other_stacks(words: BandWords) -> BandWords {
    (words.shift_left::<CELL_BITS>() | words.shift_right::<{ 2 * CELL_BITS }>())
        | (words.shift_left::<{ 2 * CELL_BITS }>() | words.shift_right::<CELL_BITS>())
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
