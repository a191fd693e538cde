//! Number of candidates of a classic 9x9 without tables of its houses.

use fearless_simd::{Level, dispatch};

use super::digit::Digit;

/// A set of digits per column, as bits: digit 1 is bit 0. Seven more than a row has, so that they fill vector registers.
type ColumnSets = [u16; 16];

/// All digits in each column of the grid.
const FULL: ColumnSets = {
    let mut row = [0; 16];
    let mut column = 0;
    while column < 9 {
        row[column] = 0x1FF;
        column += 1;
    }
    row
};

/// The bit of each digit; none for an empty cell.
const BITS: [u16; 16] = {
    let mut bits = [0; 16];
    let mut digit = 1;
    while digit <= 9 {
        bits[digit] = 1 << (digit - 1);
        digit += 1;
    }
    bits
};

/// Counts the candidates that no digit of these cells, row by row, excludes, over all empty cells. Digits are at most nine.
pub(super) fn open_candidate_count(cells: &[Option<Digit>; 81]) -> usize {
    dispatch!(Level::new(), _ => count(cells))
}

#[inline(always)]
fn count(cells: &[Option<Digit>; 81]) -> usize {
    let mut grid = [[0; 16]; 9];
    for (row, digits) in grid.iter_mut().zip(cells.as_chunks::<9>().0) {
        for (bit, digit) in row.iter_mut().zip(digits) {
            *bit = BITS[digit.map_or(0, Digit::value) % 16];
        }
    }
    let bands = [0, 3, 6].map(|first| union(union(grid[first], grid[first + 1]), grid[first + 2]));
    let in_columns = union(union(bands[0], bands[1]), bands[2]);
    let mut counts = [0_u16; 16];
    for (band, rows) in bands.iter().zip(grid.as_chunks::<3>().0) {
        let mut in_houses = in_columns;
        for first in [0, 3, 6] {
            let in_box = band[first] | band[first + 1] | band[first + 2];
            in_houses[first..first + 3].iter_mut().for_each(|digits| *digits |= in_box);
        }
        for row in rows {
            let in_row = row.iter().fold(0, |digits, bit| digits | bit);
            for column in 0..16 {
                let open = FULL[column] & !(in_houses[column] | in_row);
                // Not a branch, so that all columns are counted at once.
                let is_empty = u16::from(row[column] == 0);
                counts[column] += (open * is_empty).count_ones() as u16;
            }
        }
    }
    counts.iter().sum::<u16>().into()
}

#[inline(always)]
fn union(row: ColumnSets, other: ColumnSets) -> ColumnSets {
    std::array::from_fn(|column| row[column] | other[column])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Counts cell by cell, digit by digit.
    fn counted(cells: &[Option<Digit>; 81]) -> usize {
        let of_box = |cell: usize| (cell / 27, cell % 9 / 3);
        let is_peer = |a: usize, b: usize| a / 9 == b / 9 || a % 9 == b % 9 || of_box(a) == of_box(b);
        let is_open = |cell: usize, digit: Digit| {
            (0..81).all(|other| !is_peer(cell, other) || cells[other] != Some(digit))
        };
        let empty = (0..81).filter(|&cell| cells[cell].is_none());
        empty.map(|cell| Digit::all(9).filter(|&digit| is_open(cell, digit)).count()).sum()
    }

    #[test]
    fn empty_grid_has_all_candidates() {
        assert_eq!(open_candidate_count(&[None; 81]), 729);
    }

    proptest! {
        #[test]
        fn count_is_that_of_every_cell_and_digit(values in prop::array::uniform32(0_usize..30), at in prop::array::uniform32(0_usize..81)) {
            let mut cells = [None; 81];
            for (value, cell) in values.into_iter().zip(at) {
                cells[cell] = Digit::new(value % 10);
            }
            prop_assert_eq!(open_candidate_count(&cells), counted(&cells));
        }
    }
}
