//! Bent naked subsets with a cell of two candidates, and pairs of cells that exclude each other's candidates.

use super::candidate_grid::{CandidateGrid, CellBits, HOUSES, cell_at, cells_of, common_peers, peers};
use super::candidate_set::{CandidateId, digit_of, id_of};
use crate::bits::set_bits;

/// The eliminations of wings of so many cells: all but one are in one house and have as many digits as the wing, and the last one
/// has two of these digits.
pub(super) fn wings(grid: &CandidateGrid, size: usize) -> Vec<CandidateId> {
    let mut eliminated = Vec::new();
    let pairs: Vec<usize> = grid.pairs().collect();
    for house in 0..HOUSES {
        let open = (0..9).filter(|&index| grid.digits(cell_at(house, index)) != 0);
        let open = open.fold(0_u64, |open, index| open | 1 << index);
        for subset in
            (0..=open).filter(|subset| subset & !open == 0 && subset.count_ones() as usize == size - 1)
        {
            let cells = set_bits(subset).fold(0, |cells: CellBits, index| cells | 1 << cell_at(house, index));
            let digits = cells_of(cells).fold(0, |digits, cell| digits | grid.digits(cell));
            if digits.count_ones() as usize != size {
                continue;
            }
            let is_within = |pair: &&usize| grid.digits(**pair) & !digits == 0 && cells >> **pair & 1 == 0;
            for &pair in pairs.iter().filter(is_within) {
                eliminate_wing(grid, cells, pair, &mut eliminated);
            }
        }
    }
    eliminated
}

fn eliminate_wing(grid: &CandidateGrid, cells: CellBits, pair: usize, eliminated: &mut Vec<CandidateId>) {
    let with = |digit: usize| cells & grid.cells_with(digit);
    let mut digits = set_bits(u64::from(grid.digits(pair)));
    let (Some(one), Some(other)) = (digits.next(), digits.next()) else { return };
    let is_restricted = |digit: usize| with(digit) & !peers(pair) == 0;
    let mut lock = |digit: usize, places: CellBits| {
        let seen = common_peers(places) & grid.cells_with(digit);
        eliminated.extend(cells_of(seen).map(|cell| id_of(cell, digit)));
    };
    for (restricted, common) in [(one, other), (other, one)] {
        if is_restricted(restricted) {
            lock(common, with(common) | 1 << pair);
        }
    }
    // The cell has one of the two digits, and the house all others.
    if is_restricted(one) && is_restricted(other) {
        let all = cells_of(cells).fold(0, |all, cell| all | grid.digits(cell));
        for digit in set_bits(u64::from(all & !grid.digits(pair))) {
            lock(digit, with(digit));
        }
    }
}

/// The candidates that no allowed combination of two cells has: a cell with two candidates that sees both excludes its pair.
pub(super) fn aligned_pairs(grid: &CandidateGrid) -> Vec<CandidateId> {
    let mut eliminated = Vec::new();
    let pairs: Vec<usize> = grid.pairs().collect();
    let open: Vec<usize> = (0..81).filter(|&cell| grid.digits(cell).count_ones() > 1).collect();
    for (at, &one) in open.iter().enumerate() {
        for &other in &open[at + 1..] {
            let seen = peers(one) & peers(other);
            let excluders = pairs.iter().filter(|&&pair| seen >> pair & 1 == 1);
            let excluded: Vec<u16> = excluders.map(|&pair| grid.digits(pair)).collect();
            if excluded.len() < 2 {
                continue;
            }
            let see_each_other = peers(one) >> other & 1 == 1;
            let is_excluded = |first: usize, second: usize| {
                first == second && see_each_other || excluded.contains(&(1 << first | 1 << second))
            };
            let (firsts, seconds) = (grid.ids_in(one), grid.ids_in(other));
            eliminated.extend(firsts.filter(|&first| {
                grid.ids_in(other).all(|second| is_excluded(digit_of(first), digit_of(second)))
            }));
            eliminated.extend(seconds.filter(|&second| {
                grid.ids_in(one).all(|first| is_excluded(digit_of(first), digit_of(second)))
            }));
        }
    }
    eliminated
}
