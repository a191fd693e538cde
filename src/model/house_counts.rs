//! Digits of all houses of a classic 9x9 at once.

use super::digit::Digit;

/// How often each digit occurs in each house, as a nibble per digit: at most nine times, so that no nibble overflows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HouseCounts {
    /// Union of the nibbles of all houses.
    any: u64,
    /// Intersection of the nibbles of all houses.
    every: u64,
}

/// The lowest bit of the nibble of each digit.
const ONCE: u64 = 0x11_1111_1110;

/// The bits of the nibbles that mean twice or more.
const REPEATED: u64 = 0xEE_EEEE_EEE0;

/// The nibble of each digit; none for an empty cell and for a digit above nine.
const NIBBLES: [u64; 64] = {
    let mut nibbles = [0; 64];
    let mut digit = 1;
    while digit <= 9 {
        nibbles[digit] = 1 << (4 * digit);
        digit += 1;
    }
    nibbles
};

impl HouseCounts {
    /// Counts the digits of these cells, row by row.
    #[inline]
    pub(super) fn new(cells: &[Option<Digit>; 81]) -> Self {
        let nibble = |cell: usize| NIBBLES[cells[cell].map_or(0, Digit::value) % 64];
        let mut counts = Self { any: 0, every: u64::MAX };
        let mut columns = [0; 9];
        for band in 0..3 {
            let mut boxes = [0; 3];
            for row in 3 * band..3 * band + 3 {
                let row_nibbles: [u64; 9] = std::array::from_fn(|column| nibble(9 * row + column));
                for (column, nibble) in columns.iter_mut().zip(row_nibbles) {
                    *column += nibble;
                }
                let [a, b, c, d, e, f, g, h, i] = row_nibbles;
                let mini_rows = [a + b + c, d + e + f, g + h + i];
                for (of_box, mini_row) in boxes.iter_mut().zip(mini_rows) {
                    *of_box += mini_row;
                }
                counts.add(mini_rows[0] + mini_rows[1] + mini_rows[2]);
            }
            boxes.into_iter().for_each(|of_box| counts.add(of_box));
        }
        columns.into_iter().for_each(|column| counts.add(column));
        counts
    }

    #[inline(always)]
    fn add(&mut self, house: u64) {
        self.any |= house;
        self.every &= house;
    }

    /// Whether a house has a digit twice.
    pub(super) fn has_repeated(self) -> bool {
        self.any & REPEATED != 0
    }

    /// Whether every house has every digit once.
    pub(super) fn is_complete(self) -> bool {
        self.any == ONCE && self.every == ONCE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOLUTION: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    fn counts(cells: &[u8; 81]) -> HouseCounts {
        HouseCounts::new(&cells.map(|symbol| Digit::new(usize::from(symbol - b'0'))))
    }

    fn solution() -> [u8; 81] {
        SOLUTION.as_bytes().try_into().expect("81 cells")
    }

    #[test]
    fn complete_grid_has_each_digit_once_in_each_house() {
        assert!(counts(&solution()).is_complete());
        assert!(!counts(&solution()).has_repeated());
        assert!(!counts(&[b'0'; 81]).is_complete());
        for cell in 0..81 {
            for digit in (b'0'..=b'9').chain([b'0' + 10, b'0' + 36]) {
                let mut cells = solution();
                let is_same = std::mem::replace(&mut cells[cell], digit) == digit;
                assert_eq!(counts(&cells).is_complete(), is_same, "{digit} in cell {cell}");
                assert_eq!(counts(&cells).has_repeated(), !is_same && (b'1'..=b'9').contains(&digit));
            }
        }
    }

    #[test]
    fn digit_is_repeated_in_rows_columns_and_boxes_only() {
        for first in 0..81 {
            for second in (0..81).filter(|&second| second != first) {
                let mut cells = [b'0'; 81];
                (cells[first], cells[second]) = (b'7', b'7');
                let of_box = |cell: usize| (cell / 27, cell % 9 / 3);
                let is_peer =
                    first / 9 == second / 9 || first % 9 == second % 9 || of_box(first) == of_box(second);
                assert_eq!(counts(&cells).has_repeated(), is_peer, "{first} {second}");
            }
        }
        assert!(counts(&[b'7'; 81]).has_repeated());
    }

    #[test]
    fn latin_square_is_not_complete() {
        let cells = std::array::from_fn(|cell| b'1' + ((cell / 9 + cell % 9) % 9) as u8);
        assert!(!counts(&cells).is_complete());
    }
}
