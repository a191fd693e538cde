//! Branching heuristic: MRV with a degree tie-break.
//!
//! Branches on a cell with two candidates, among these the one with the most unsolved peers. Without such a cell, branches
//! on a digit with two places in a house; without that, on a cell with three candidates, or with more.
//!
//! Peers in the same mini-row or mini-column do not count: this makes the search trees of the hardest puzzles 10 % smaller,
//! and 60 % smaller than branching on the first cell with two candidates.

use fearless_simd::{Level, dispatch};
use quadrille_exact_cover::unstable::{NodeState, SplitMix64};

use super::band_words::{BandWords, Words, each};
use super::bilocation::bilocation_candidate;
use super::board_9x9::{ALL_DIGITS, Board9x9, BoardCandidate};
use super::board_rules::{CELL_BITS, GUARD, LOWEST, Registers, expand_guards};

/// Number of saved boards up to which the first path of a search branches on the best cell: a tree of many dead ends is
/// determined by its first branches.
const SCORED_DEPTHS: usize = 3;

/// Unsolved cells by number of candidates, as guard bits.
struct OpenCells {
    /// Cells with two candidates or more.
    all: Registers<BandWords>,
    /// Cells with exactly two; if there are none, with exactly three; if there are none either, with two or more.
    fewest: Registers<BandWords>,
    /// Whether any cell has exactly two.
    has_two: bool,
    /// Whether any cell has three or more.
    has_three: bool,
}

/// The candidate to branch on, and whether every unsolved cell has two candidates. The board must be open.
pub(super) fn branch(board: &Board9x9) -> (BoardCandidate, bool) {
    dispatch!(Level::new(), _ => best_candidate(board))
}

#[inline(always)]
fn best_candidate(board: &Board9x9) -> (BoardCandidate, bool) {
    let mut open = open_cells(board);
    if !open.has_two {
        if let Some(place) = bilocation_candidate(board.words()) {
            return (place, false);
        }
        widen_to_three(board, &mut open);
    }
    let best = best_cells(&open.fewest, open_peers(&open.all));
    let mut choice = 0;
    let best = best.words();
    for (band, &keys) in best.iter().enumerate() {
        for stack in 0..3 {
            let key = keys >> (stack * CELL_BITS) & ALL_DIGITS;
            choice = choice.max(key << 4 | (band as u32) << 2 | stack);
        }
    }
    let (register, band, stack) = (choice as usize >> 4 & 15, choice as usize >> 2 & 3, choice & 3);
    (lowest_candidate(board, band, register, stack), !open.has_three)
}

/// Places a candidate of `node` in `next`, applies the rules, and chooses the candidate to branch on if `next` is open.
///
/// For the first path of a search, which has many levels and few dead ends if there are several solutions. An open board may keep
/// candidates that the rules exclude, unless it is one of pairs. From `depth` [`SCORED_DEPTHS`] on, the first cell with two
/// candidates is as good as the best one, and is found in a quarter of the time.
pub(super) fn place_and_branch(
    node: &Board9x9,
    candidate: BoardCandidate,
    next: &mut Board9x9,
    depth: usize,
    rounds: &mut u64,
) -> (NodeState, (BoardCandidate, bool)) {
    dispatch!(Level::new(), _ => descend(node, candidate, next, depth, rounds))
}

#[inline(always)]
fn descend(
    node: &Board9x9,
    candidate: BoardCandidate,
    next: &mut Board9x9,
    depth: usize,
    rounds: &mut u64,
) -> (NodeState, (BoardCandidate, bool)) {
    let mut board = node.placing(candidate);
    let mut state = board.reduce_partly(rounds);
    let mut choice = (BoardCandidate::default(), false);
    if state == NodeState::Open {
        choice = if depth < SCORED_DEPTHS { best_candidate(&board) } else { first_candidate(&board) };
        if choice.1 {
            (state, choice) = complete(&mut board, rounds);
        }
    }
    *next = board;
    (state, choice)
}

/// Applies the rules to a board of pairs until nothing changes, and chooses the candidate to branch on.
#[cold]
fn complete(board: &mut Board9x9, rounds: &mut u64) -> (NodeState, (BoardCandidate, bool)) {
    match board.reduce(rounds) {
        NodeState::Open => (NodeState::Open, branch(board)),
        state => (state, (BoardCandidate::default(), false)),
    }
}

/// As [`best_candidate`], of the first cell with two candidates if there is one.
#[inline(always)]
fn first_candidate(board: &Board9x9) -> (BoardCandidate, bool) {
    let open = open_cells(board);
    // For each box, the guards of its cells in the registers as successive bits: bit 1 for the first register.
    let rows = each(
        open.fewest,
        #[inline(always)]
        |[left, centre, right]| left.shift_right::<2>() | centre.shift_right::<1>() | right,
    );
    let cells = rows[0].shift_right::<6>() | rows[1].shift_right::<3>() | rows[2];
    let [top, middle, bottom] = cells.words();
    let (band, cells) = match (top, middle) {
        (0, 0) => (2, bottom),
        (0, _) => (1, middle),
        _ => (0, top),
    };
    if cells == 0 {
        return best_candidate(board);
    }
    let bit = cells.trailing_zeros();
    let (stack, register) = (bit / CELL_BITS, bit % CELL_BITS - 1);
    (lowest_candidate(board, band, register as usize, stack), !open.has_three)
}

/// The lowest candidate of a cell.
#[inline(always)]
fn lowest_candidate(board: &Board9x9, band: usize, register: usize, stack: u32) -> BoardCandidate {
    let cell = BoardCandidate::new(band, register, 1 << (stack * CELL_BITS));
    let candidates = cell.candidates(board);
    cell.with_bit(candidates & candidates.wrapping_neg())
}

/// As [`branch`], with a random candidate of the same cell. Also returns the number of its candidates.
#[cold]
pub(super) fn branch_randomly(board: &Board9x9, random: &mut SplitMix64) -> (BoardCandidate, u32) {
    let (lowest, _) = branch(board);
    let mut candidates = lowest.candidates(board);
    let count = candidates.count_ones();
    for _ in 0..random.below(u64::from(count)) {
        candidates &= candidates.wrapping_sub(1);
    }
    (lowest.with_bit(candidates & candidates.wrapping_neg()), count)
}

#[inline(always)]
fn open_cells(board: &Board9x9) -> OpenCells {
    let (zero, guard) = (BandWords::splat(0), BandWords::splat(GUARD));
    let mut open =
        OpenCells { all: [[zero; 3]; 3], fewest: [[zero; 3]; 3], has_two: false, has_three: false };
    let (mut any, mut three) = (zero, zero);
    for row in 0..3 {
        for column in 0..3 {
            let but_one = without_lowest(board.words()[row][column]);
            let but_two = without_lowest(but_one);
            // Subtracting zero keeps the guard, subtracting any candidates clears it.
            let all = guard.and_not(guard.wrapping_sub(but_one));
            let two = guard.wrapping_sub(but_two) & all;
            open.all[row][column] = all;
            open.fewest[row][column] = two;
            any = any | two;
            three = three | but_two;
        }
    }
    (open.has_two, open.has_three) = (!any.is_zero(), !three.is_zero());
    open
}

/// Selects the cells with three candidates, or with more, when none has two.
#[cold]
fn widen_to_three(board: &Board9x9, open: &mut OpenCells) {
    let guard = BandWords::splat(GUARD);
    let mut any = BandWords::splat(0);
    for row in 0..3 {
        for column in 0..3 {
            let but_three = without_lowest(without_lowest(without_lowest(board.words()[row][column])));
            open.fewest[row][column] = guard.wrapping_sub(but_three) & open.all[row][column];
            any = any | open.fewest[row][column];
        }
    }
    if any.is_zero() {
        open.fewest = open.all;
    }
}

/// The words without the lowest candidate of each cell.
#[inline(always)]
pub(super) fn without_lowest(words: BandWords) -> BandWords {
    // An empty cell borrows from its guard.
    words & (words | BandWords::splat(GUARD)).wrapping_sub(BandWords::splat(LOWEST))
}

/// Guards of the unsolved cells, by the candidates without the lowest of each cell.
#[inline(always)]
pub(super) fn open_guards(rest: BandWords) -> BandWords {
    let guard = BandWords::splat(GUARD);
    guard.and_not(guard.wrapping_sub(rest))
}

/// Score of each unsolved cell: its unsolved peers outside its mini-row and mini-column, plus one; at most 17.
///
/// The score is the sum of the two results: by row in the band, and by column in the stack. Undefined for solved cells.
#[inline(always)]
fn open_peers(open: &Registers<BandWords>) -> ([BandWords; 3], [BandWords; 3]) {
    let zero = BandWords::splat(0);
    let (mut rows, mut columns) = ([zero; 3], [zero; 3]);
    for row in 0..3 {
        for column in 0..3 {
            let cells = open[row][column].shift_right::<9>();
            rows[row] = rows[row].wrapping_add(cells);
            columns[column] = columns[column].wrapping_add(cells);
        }
    }
    let [top, middle, bottom] = rows;
    // An unsolved cell counts itself once in its box and is subtracted twice: 1 compensates for that, and another 1 keeps
    // the score positive.
    let in_box = top.wrapping_add(middle).wrapping_add(bottom).wrapping_add(BandWords::splat(2 * LOWEST));
    for row in &mut rows {
        let one_side = row.shift_left::<CELL_BITS>() | row.shift_right::<{ 2 * CELL_BITS }>();
        let other_side = row.shift_left::<{ 2 * CELL_BITS }>() | row.shift_right::<CELL_BITS>();
        *row = one_side.wrapping_add(other_side).wrapping_add(in_box.wrapping_sub(*row));
    }
    for column in &mut columns {
        *column = column.next_band().wrapping_add(column.previous_band()).wrapping_sub(*column);
    }
    (rows, columns)
}

/// For each box, the key of the cell with the highest score among `cells`: 16 times the score plus the number of the cell's
/// register; 0 without such a cell.
#[inline(always)]
fn best_cells(cells: &Registers<BandWords>, (rows, columns): ([BandWords; 3], [BandWords; 3])) -> BandWords {
    let best_in_row = each(
        [0, 1, 2],
        #[inline(always)]
        |row: usize| {
            let keys = each(
                [0, 1, 2],
                #[inline(always)]
                |column: usize| {
                    let score = rows[row].wrapping_add(columns[column]).shift_left::<4>();
                    (score | BandWords::splat(LOWEST * (3 * row + column) as u32))
                        & expand_guards(cells[row][column])
                },
            );
            max_of_three(keys)
        },
    );
    max_of_three(best_in_row)
}

/// For each cell of a word, the largest of three keys.
#[inline(always)]
fn max_of_three([first, second, third]: [BandWords; 3]) -> BandWords {
    max_per_cell(max_per_cell(first, second), third)
}

/// For each cell of a word, the larger of two keys.
#[inline(always)]
fn max_per_cell(left: BandWords, right: BandWords) -> BandWords {
    let guard = BandWords::splat(GUARD);
    let is_right = expand_guards((right | guard).wrapping_sub(left) & guard);
    (right & is_right) | left.and_not(is_right)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::DigitSet;

    #[test]
    fn first_candidate_is_the_lowest_of_a_cell_with_two() {
        let mut random = SplitMix64::new(23);
        let mut found = [0; 2];
        for _ in 0..200 {
            let mut board = Board9x9::new(&[None; 81]);
            board.set_cell(random.below(81) as usize, DigitSet::from_bits(1 << random.below(9)));
            while board.reduce(&mut 0) == NodeState::Open {
                let (first, is_pairs) = first_candidate(&board);
                let (cell, digit) = first.location();
                let candidates = board.candidates(cell);
                let has_two = (0..81).any(|cell| board.candidates(cell).count_ones() == 2);
                if has_two {
                    assert_eq!((candidates.count_ones(), candidates.trailing_zeros()), (2, digit));
                    assert_eq!(is_pairs, (0..81).all(|cell| board.candidates(cell).count_ones() <= 2));
                } else {
                    assert_eq!((first, is_pairs), branch(&board));
                }
                found[usize::from(has_two)] += 1;
                board = board.placing(branch_randomly(&board, &mut random).0);
            }
        }
        assert!(found.iter().all(|&boards| boards > 100), "{found:?}");
    }
}
