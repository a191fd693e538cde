//! Number of candidates of a classic 9x9 without tables of its houses.

use super::digit::Digit;

/// All nine digits as bits: digit 1 is bit 0.
const DIGITS: u16 = 0x1FF;

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

/// Number of digits in each set. The instruction that counts bits is not in the oldest processors of x86-64.
const COUNTS: [u8; 512] = {
    let mut counts = [0; 512];
    let mut set = 1;
    while set < 512 {
        counts[set] = counts[set >> 1] + (set & 1) as u8;
        set += 1;
    }
    counts
};

/// Counts the candidates that no digit of these cells, row by row, excludes, over all empty cells. Digits are at most nine.
pub(super) fn open_candidate_count(cells: &[Option<Digit>; 81]) -> usize {
    let mut bits = [[0_u16; 9]; 9];
    let (mut columns, mut boxes) = ([0_u16; 9], [0_u16; 9]);
    for row in 0..9 {
        for column in 0..9 {
            let bit = BITS[cells[9 * row + column].map_or(0, Digit::value) % 16];
            bits[row][column] = bit;
            columns[column] |= bit;
            boxes[row / 3 * 3 + column / 3] |= bit;
        }
    }
    let mut count = 0;
    for row in 0..9 {
        let in_row = bits[row].iter().fold(0, |digits, bit| digits | bit);
        for column in 0..9 {
            let excluded = in_row | columns[column] | boxes[row / 3 * 3 + column / 3];
            let open = if bits[row][column] == 0 { DIGITS & !excluded } else { 0 };
            count += usize::from(COUNTS[usize::from(open)]);
        }
    }
    count
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
