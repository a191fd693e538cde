//! The board of a classic 9x9 puzzle: all 729 candidates in nine registers.
//!
//! A cell is known by its band, its row in the band, its stack and its column in the stack. A word holds the
//! candidates of three cells that differ in the stack only; three such words that differ in the band only are
//! [`BandWords`]; there are nine of these, for the three rows by the three columns. So all digits of all bands are
//! worked on at once, and what a box and a row have in common (a *mini-row*) or a box and a column (a
//! *mini-column*) is the union of three registers: for a digit a mini-row is possible if one of its cells is.
//!
//! A mini-row is *forced* for a digit if the digit has no other one in its row, or no other one in its box, or if it
//! holds the digit as a naked single. What is forced excludes all others in its row and in its box, which is
//! pointing, claiming and the work of a placed digit at once; and the same for mini-columns. Where a forced
//! mini-row meets a forced mini-column, the digit is placed: a hidden single, whichever house hides it.

use super::band_words::BandWords;
use crate::exact_cover::NodeState;
use crate::sudoku::grid::Digit;

/// Bits from one cell of a word to the next: nine digits, and a guard bit that is set in passing only.
pub(super) const CELL_BITS: u32 = 10;

/// The lowest digit of each cell of a word.
pub(super) const LOWEST: u32 = 1 | 1 << CELL_BITS | 1 << (2 * CELL_BITS);

/// The guard bit of each cell of a word.
pub(super) const GUARD: u32 = LOWEST << 9;

/// All digits of each cell of a word.
const FULL: u32 = GUARD - LOWEST;

/// All digits of one cell.
pub(super) const ALL: u32 = (1 << 9) - 1;

/// All bits of one band's word.
const BAND_MASKS: [BandWords; 3] =
    [BandWords::new([u32::MAX, 0, 0]), BandWords::new([0, u32::MAX, 0]), BandWords::new([0, 0, u32::MAX])];

/// The candidates that a cell starts with, by its clue (0 for none); no larger digit is one.
const INITIAL_CANDIDATES: [u32; 64] = {
    let mut initial = [0; 64];
    initial[0] = ALL;
    let mut digit = 1;
    while digit <= 9 {
        initial[digit] = 1 << (digit - 1);
        digit += 1;
    }
    initial
};

/// The candidates of every cell.
///
/// It is made to be copied: 144 bytes, a guess takes a copy and nothing is ever undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board9x9 {
    /// By row in the band, then by column in the stack.
    pub(super) words: [[BandWords; 3]; 3],
}

/// A candidate, where a [`Board9x9`] keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoardCandidate {
    /// The cell's row in its band.
    pub(super) row: usize,
    /// The cell's column in its stack.
    pub(super) column: usize,
    /// The cell's band.
    pub(super) band: usize,
    /// All digits of the cell, in the word of its band.
    pub(super) cell: u32,
    /// The one candidate, in the same word.
    pub(super) candidate: u32,
}

impl Board9x9 {
    /// The board before any consequence is drawn. Clues may contradict each other: [`reduce`](Self::reduce) sees it.
    pub fn new(clues: &[Option<Digit>; 81]) -> Self {
        let initial = |cell: usize| INITIAL_CANDIDATES[clues[cell].map_or(0, Digit::value) % 64];
        let word =
            |cell| initial(cell) | initial(cell + 3) << CELL_BITS | initial(cell + 6) << (2 * CELL_BITS);
        let lanes = |cell| BandWords::new([word(cell), word(cell + 27), word(cell + 54)]);
        Self { words: [0, 9, 18].map(|row| [lanes(row), lanes(row + 1), lanes(row + 2)]) }
    }

    /// Draws every certain consequence (see the folder's page), to the fixpoint if the board stays open. Says whether
    /// every cell has its digit, and rightly, or a cell or a house cannot be satisfied.
    ///
    /// `rounds` goes up by one for each round over the whole board.
    pub fn reduce(&mut self, rounds: &mut u64) -> NodeState {
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

    /// Numbers of which one at least is smaller after any removal of candidates.
    #[inline(always)]
    fn fingerprint(&self) -> [BandWords; 2] {
        let [[a, b, c], [d, e, f], [g, h, i]] = self.words;
        // Eight words have a sum below 2^32; nine have not.
        [
            a.wrapping_add(b)
                .wrapping_add(c.wrapping_add(d))
                .wrapping_add(e.wrapping_add(f).wrapping_add(g.wrapping_add(h))),
            i,
        ]
    }

    /// Applies each rule once.
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
        for (row, words) in self.words.iter().enumerate() {
            for (column, &word) in words.iter().enumerate() {
                // The subtraction takes the lowest digit away, and borrows from the guard of an empty cell.
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

    /// Excludes what the forced mini-rows exclude. Gives these, by row in the band, and the digits that every row and
    /// every box still has a place for.
    #[inline(always)]
    fn exclude_by_rows(&mut self, singles: [BandWords; 3]) -> ([BandWords; 3], BandWords) {
        let [top, middle, bottom] = self.words.map(|[left, centre, right]| left | centre | right);
        let mini = [top, middle, bottom];
        let in_box = union_of_others(mini);
        let in_row = mini.map(other_stacks);
        let forced = std::array::from_fn(|row| mini[row].and_not(in_box[row] & in_row[row]) | singles[row]);
        let excluding = union_of_others(forced);
        for row in 0..3 {
            let excluded = excluding[row] | other_stacks(forced[row]);
            self.words[row] = self.words[row].map(|word| word.and_not(excluded));
        }
        let satisfied =
            (top | in_row[0]) & (middle | in_row[1]) & (bottom | in_row[2]) & (top | middle | bottom);
        (forced, satisfied)
    }

    /// The forced mini-columns, by column in the stack, and the digits that every column still has a place for.
    #[inline(always)]
    fn force_columns(&self, singles: [BandWords; 3]) -> ([BandWords; 3], BandWords) {
        let [top, middle, bottom] = self.words;
        let mini: [BandWords; 3] =
            std::array::from_fn(|column| top[column] | middle[column] | bottom[column]);
        let in_box = union_of_others(mini);
        let in_column = mini.map(BandWords::other_bands);
        let forced = std::array::from_fn(|column| {
            mini[column].and_not(in_box[column] & in_column[column]) | singles[column]
        });
        let satisfied = (mini[0] | in_column[0]) & (mini[1] | in_column[1]) & (mini[2] | in_column[2]);
        (forced, satisfied)
    }

    /// Excludes what the forced mini-columns exclude, and the other candidates of the cells where they meet forced
    /// mini-rows.
    #[inline(always)]
    fn exclude_by_columns(&mut self, rows: [BandWords; 3], columns: [BandWords; 3]) {
        let guard = BandWords::splat(GUARD);
        let excluding = union_of_others(columns);
        for column in 0..3 {
            let excluded = excluding[column] | columns[column].other_bands();
            for (words, &row) in self.words.iter_mut().zip(&rows) {
                let word = words[column].and_not(excluded);
                let placed = word & row & columns[column];
                let unplaced = guard.wrapping_sub(placed);
                // Of two digits placed in one cell, the lower: the other one then has no place, which is found.
                let kept = expand_guards(unplaced & guard) | (placed & unplaced);
                words[column] = word & kept;
            }
        }
    }

    /// The candidates of the cell with this index along the rows, bit 0 for digit 1; none outside the grid.
    pub fn candidates(&self, cell: usize) -> u16 {
        let (row, column) = (cell / 9 % 3, cell % 3);
        let word = self.words[row][column].words().get(cell / 27).copied().unwrap_or(0);
        (word >> (cell / 3 % 3 * CELL_BITS as usize) & ALL) as u16
    }

    /// How many candidates the board has, and how many cells have just one.
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

    /// The digits of a solved board, along the rows, less one.
    pub fn digits(&self) -> [u8; 81] {
        let mut digits = [0; 81];
        for (row, words) in self.words.iter().enumerate() {
            for (column, lanes) in words.iter().enumerate() {
                for (band, word) in lanes.words().into_iter().enumerate() {
                    for stack in 0..3 {
                        let digit = word >> (stack * CELL_BITS as usize) & ALL;
                        digits[band * 27 + row * 9 + stack * 3 + column] = digit.trailing_zeros() as u8;
                    }
                }
            }
        }
        digits
    }

    /// Makes a candidate the only one of its cell.
    #[inline(always)]
    pub(super) fn place(&mut self, candidate: &BoardCandidate) {
        self.remove(candidate, candidate.cell & !candidate.candidate);
    }

    /// Removes a candidate.
    #[inline(always)]
    pub(super) fn exclude(&mut self, candidate: &BoardCandidate) {
        self.remove(candidate, candidate.candidate);
    }

    #[inline(always)]
    fn remove(&mut self, candidate: &BoardCandidate, candidates: u32) {
        let words = &mut self.words[candidate.row % 3][candidate.column % 3];
        // A register is written as a whole: reading one back after writing a part of it is slow.
        *words = words.and_not(BandWords::splat(candidates) & BAND_MASKS[candidate.band % 3]);
    }
}

/// The naked singles of a board.
struct Singles {
    /// The mini-rows that hold them.
    rows: [BandWords; 3],
    /// The mini-columns that hold them.
    columns: [BandWords; 3],
    /// Not zero if a cell has no candidate.
    empty: BandWords,
    /// Not zero if a cell has more than one.
    open: BandWords,
}

/// All digits of the cells whose guard is set.
#[inline(always)]
pub(super) fn expand_guards(guards: BandWords) -> BandWords {
    guards.wrapping_sub(guards.shift_right::<9>())
}

/// For each of three, the union of the two others.
#[inline(always)]
fn union_of_others([first, second, third]: [BandWords; 3]) -> [BandWords; 3] {
    [second | third, third | first, first | second]
}

/// For each cell of a word, the union of the two others; above the last cell, anything.
#[inline(always)]
fn other_stacks(words: BandWords) -> BandWords {
    (words.shift_left::<CELL_BITS>() | words.shift_right::<{ 2 * CELL_BITS }>())
        | (words.shift_left::<{ 2 * CELL_BITS }>() | words.shift_right::<CELL_BITS>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bands(clues: &str) -> Board9x9 {
        let clues: Vec<Option<Digit>> =
            clues.chars().map(|symbol| Digit::new(symbol.to_digit(10)? as usize)).collect();
        Board9x9::new(clues.as_slice().try_into().expect("81 cells"))
    }

    #[test]
    fn cells_keep_the_candidates_they_are_given() {
        let bands = bands(&"1.2.3.4..".repeat(9));
        for cell in 0..81 {
            let clue = [1, 0, 2, 0, 4, 0, 8, 0, 0][cell % 9];
            assert_eq!(bands.candidates(cell), if clue == 0 { 0x1ff } else { clue });
        }
        assert_eq!(bands.candidates(81), 0);
        assert_eq!(bands.candidate_counts(), (9 * (4 + 5 * 9), 9 * 4));
    }

    #[test]
    fn a_puzzle_of_singles_is_solved() {
        let mut bands =
            bands("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
        assert_eq!(bands.reduce(&mut 0), NodeState::Solved);
        let digits: String = bands.digits().iter().map(|digit| (b'1' + digit) as char).collect();
        assert_eq!(
            digits,
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
        );
    }

    #[test]
    fn contradictory_clues_are_dead_wherever_they_stand() {
        for second in [1, 8, 9, 20, 36, 72] {
            let mut clues = vec!['.'; 81];
            (clues[0], clues[second]) = ('1', '1');
            assert_eq!(bands(&clues.iter().collect::<String>()).reduce(&mut 0), NodeState::Dead);
        }
    }

    #[test]
    fn two_digits_that_have_but_one_cell_of_a_box_are_dead() {
        let mut board = bands(concat!(
            "...8..9..",
            ".........",
            "....9..8.", // the first box keeps its middle cell only
            "8........",
            "..9......",
            ".........", // for the 8 as for the 9
            "9........",
            "..8......",
            ".........",
        ));
        assert_eq!(board.reduce(&mut 0), NodeState::Dead);
    }
}
