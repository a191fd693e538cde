//! The rules of a classic 9x9, for the registers of one board or of several.
//!
//! A *mini-row* is the intersection of a box and a row, a *mini-column* is the intersection of a box and a column. The candidates of each
//! are the union of three registers, so every operation handles all digits of all bands at once.
//!
//! A mini-row is *forced* for a digit if the digit has no other mini-row in its row or in its box, or if the mini-row
//! contains the digit as a naked single. A forced mini-row eliminates the digit from the others in its row and box: this
//! is pointing, claiming and the effect of a placed digit in one step. The same holds for mini-columns. In the cell where
//! a forced mini-row and a forced mini-column meet, the digit is placed: a hidden single.

use super::band_words::{Words, each};

/// Bits per cell of a word: nine digits and a guard bit, which is set only in intermediate values.
pub(super) const CELL_BITS: u32 = 10;

/// Digit 1 of each cell of a word.
pub(super) const LOWEST: u32 = 1 | 1 << CELL_BITS | 1 << (2 * CELL_BITS);

/// Guard bit of each cell of a word.
pub(super) const GUARD: u32 = LOWEST << 9;

/// All digits of each cell of a word.
pub(super) const FULL: u32 = GUARD - LOWEST;

/// Registers of a board, by row in the band, then by column in the stack.
pub(super) type Registers<W> = [[W; 3]; 3];

/// Value that changes with every removal of candidates: at least one word decreases, none increases.
#[inline(always)]
pub(super) fn fingerprint<W: Words>(&[[a, b, c], [d, e, f], [g, h, i]]: &Registers<W>) -> [W; 2] {
    // A word is below 2^29: the sum of eight does not overflow, the sum of nine could.
    [
        a.wrapping_add(b)
            .wrapping_add(c.wrapping_add(d))
            .wrapping_add(e.wrapping_add(f).wrapping_add(g.wrapping_add(h))),
        i,
    ]
}

/// Result of the first half of a round. A round applies every rule once.
pub(super) struct RuleRound<W> {
    /// Non-zero if a cell has no candidate, or a digit has no place in a house.
    pub(super) dead: W,
    /// Non-zero if a cell has several candidates.
    pub(super) open: W,
    /// Forced mini-rows, by row in the band.
    rows: [W; 3],
    /// Forced mini-columns, by column in the stack.
    columns: [W; 3],
}

impl<W: Words> RuleRound<W> {
    /// Eliminates candidates by forced mini-rows, and finds the forced mini-columns. Dead and solved boards need no second half.
    #[inline(always)]
    pub(super) fn begin(words: &mut Registers<W>) -> Self {
        Self::begin_with(&Singles::of(words), words)
    }

    /// As [`begin`](Self::begin), with the naked singles of the board.
    #[inline(always)]
    pub(super) fn begin_with(singles: &Singles<W>, words: &mut Registers<W>) -> Self {
        let (rows, in_rows) = exclude_by_rows(words, singles.rows);
        let (columns, in_columns) = force_columns(words, singles.columns);
        let missing = in_rows.splat_like(FULL).and_not(in_rows & in_columns);
        Self { dead: missing | singles.empty, open: singles.open, rows, columns }
    }

    /// Eliminates candidates by forced mini-columns, and places digits where forced mini-rows and mini-columns meet.
    ///
    /// Leaves a solved board unchanged.
    #[inline(always)]
    pub(super) fn finish(&self, words: &mut Registers<W>) {
        let excluding = union_of_others(self.columns);
        for column in 0..3 {
            let excluded = excluding[column] | self.columns[column].other_bands();
            for (row, &forced) in self.rows.iter().enumerate() {
                let word = words[row][column].and_not(excluded);
                let guard = word.splat_like(GUARD);
                let placed = word & forced & self.columns[column];
                let unplaced = guard.wrapping_sub(placed);
                // If two digits are placed in one cell, only the lower is kept; the other then lacks a place, which
                // the next round detects.
                let kept = expand_guards(unplaced & guard) | (placed & unplaced);
                words[row][column] = word & kept;
            }
        }
    }
}

/// Naked singles of a board.
pub(super) struct Singles<W> {
    /// The mini-rows that contain them.
    rows: [W; 3],
    /// The mini-columns that contain them.
    columns: [W; 3],
    /// Non-zero if a cell has no candidate.
    empty: W,
    /// Non-zero if a cell has several candidates.
    open: W,
}

impl<W: Words> Singles<W> {
    #[inline(always)]
    pub(super) fn of(words: &Registers<W>) -> Self {
        let any = words[0][0];
        let (zero, lowest, guard) = (any.splat_like(0), any.splat_like(LOWEST), any.splat_like(GUARD));
        let mut found = Self { rows: [zero; 3], columns: [zero; 3], empty: zero, open: zero };
        for (row, registers) in words.iter().enumerate() {
            for (column, &word) in registers.iter().enumerate() {
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

    /// Value that changes with every further naked single, unless the board is dead.
    #[inline(always)]
    pub(super) fn fingerprint(&self) -> W {
        let [top, middle, bottom] = self.rows;
        top.wrapping_add(middle).wrapping_add(bottom)
    }
}

/// Eliminates candidates by forced mini-rows. Returns the forced mini-rows, by row in the band, and the digits that still
/// have a place in every row and every box.
#[inline(always)]
fn exclude_by_rows<W: Words>(words: &mut Registers<W>, singles: [W; 3]) -> ([W; 3], W) {
    let [top, middle, bottom] = each(
        *words,
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
        words[row] = each(
            words[row],
            #[inline(always)]
            |word| word.and_not(excluded),
        );
    }
    let satisfied = (top | in_row[0]) & (middle | in_row[1]) & (bottom | in_row[2]) & (top | middle | bottom);
    (forced, satisfied)
}

/// The forced mini-columns, by column in the stack, and the digits that still have a place in every column.
#[inline(always)]
fn force_columns<W: Words>(words: &Registers<W>, singles: [W; 3]) -> ([W; 3], W) {
    let [top, middle, bottom] = *words;
    let mini: [W; 3] = each(
        [0, 1, 2],
        #[inline(always)]
        |column| top[column] | middle[column] | bottom[column],
    );
    let in_box = union_of_others(mini);
    let in_column = each(mini, W::other_bands);
    let forced = each(
        [0, 1, 2],
        #[inline(always)]
        |column| mini[column].and_not(in_box[column] & in_column[column]) | singles[column],
    );
    let satisfied = (mini[0] | in_column[0]) & (mini[1] | in_column[1]) & (mini[2] | in_column[2]);
    (forced, satisfied)
}

/// All digits of the cells whose guard is set.
#[inline(always)]
pub(super) fn expand_guards<W: Words>(guards: W) -> W {
    guards.wrapping_sub(guards.shift_right::<9>())
}

/// For each of the three, the union of the two others.
#[inline(always)]
fn union_of_others<W: Words>([first, second, third]: [W; 3]) -> [W; 3] {
    [second | third, third | first, first | second]
}

/// For each cell of a word, the union of the cells in the other two stacks; bits above the last cell are undefined.
#[inline(always)]
fn other_stacks<W: Words>(words: W) -> W {
    (words.shift_left::<CELL_BITS>() | words.shift_right::<{ 2 * CELL_BITS }>())
        | (words.shift_left::<{ 2 * CELL_BITS }>() | words.shift_right::<CELL_BITS>())
}
