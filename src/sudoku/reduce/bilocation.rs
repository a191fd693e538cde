//! Branching on a bilocation: a digit with exactly two places in a house.
//!
//! Used when no cell has two candidates. Grids with very few clues stay in that state for many levels; branching on a cell
//! with three candidates there makes the worst search trees a hundred times larger.

use super::band_words::{BandWords, Words};
use super::board_9x9::{ALL_DIGITS, BoardCandidate};
use super::board_rules::{CELL_BITS, Registers};

/// Bits that occur at least once, twice and three times.
#[derive(Clone, Copy)]
struct AtLeast {
    one: BandWords,
    two: BandWords,
    three: BandWords,
}

impl AtLeast {
    fn of(words: BandWords) -> Self {
        Self { one: words, two: BandWords::splat(0), three: BandWords::splat(0) }
    }

    fn of_all(words: [BandWords; 3]) -> Self {
        let [first, second, third] = words.map(Self::of);
        first.saturating_add(second).saturating_add(third)
    }

    fn saturating_add(self, other: Self) -> Self {
        Self {
            one: self.one | other.one,
            two: self.two | other.two | (self.one & other.one),
            three: self.three | other.three | (self.two & other.one) | (self.one & other.two),
        }
    }

    fn map(self, turn: impl Fn(BandWords) -> BandWords) -> Self {
        Self { one: turn(self.one), two: turn(self.two), three: turn(self.three) }
    }

    fn exactly_two(self) -> BandWords {
        self.two.and_not(self.three)
    }
}

/// A candidate whose digit has exactly two places in as many of its houses as possible; `None` if there is no
/// bilocation.
#[cold]
pub(super) fn bilocation_candidate(words: &Registers<BandWords>) -> Option<BoardCandidate> {
    let [top, middle, bottom] = *words;
    let in_row = words.map(|registers| {
        let mini = AtLeast::of_all(registers);
        let next =
            mini.map(|words| words.shift_left::<CELL_BITS>() | words.shift_right::<{ 2 * CELL_BITS }>());
        let last =
            mini.map(|words| words.shift_left::<{ 2 * CELL_BITS }>() | words.shift_right::<CELL_BITS>());
        mini.saturating_add(next).saturating_add(last).exactly_two()
    });
    let mini: [AtLeast; 3] =
        std::array::from_fn(|column| AtLeast::of_all([top[column], middle[column], bottom[column]]));
    let in_column = mini.map(|mini| {
        mini.saturating_add(mini.map(BandWords::next_band))
            .saturating_add(mini.map(BandWords::previous_band))
            .exactly_two()
    });
    let in_box = mini[0].saturating_add(mini[1]).saturating_add(mini[2]).exactly_two();
    let houses = |row: usize, column: usize| {
        let bilocations = AtLeast::of_all([in_row[row], in_column[column], in_box]);
        [bilocations.three, bilocations.two, bilocations.one]
            .map(|bilocations| bilocations & words[row][column])
    };
    (0..3).find_map(|rank| {
        let mut registers = (0..3).flat_map(|row| (0..3).map(move |column| (row, column)));
        registers.find_map(|(row, column)| first_candidate(row, column, houses(row, column)[rank]))
    })
}

/// Location of the first of these candidates of a register.
fn first_candidate(row: usize, column: usize, candidates: BandWords) -> Option<BoardCandidate> {
    let (band, word) = candidates.words().into_iter().enumerate().find(|&(_, word)| word != 0)?;
    let stack = word.trailing_zeros() / CELL_BITS;
    Some(BoardCandidate {
        row,
        column,
        band,
        cell: ALL_DIGITS << (stack * CELL_BITS),
        candidate: word & word.wrapping_neg(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::model::Digit;
    use crate::sudoku::reduce::Board9x9;

    /// Number of places of a digit in the house that `contains` describes.
    fn places(board: &Board9x9, digit: u16, contains: impl Fn(usize) -> bool) -> usize {
        (0..81).filter(|&cell| contains(cell) && board.candidates(cell) & digit != 0).count()
    }

    #[test]
    fn chosen_digit_has_two_places_in_the_most_houses() {
        for clues in [
            ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........",
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        ] {
            let clues: Vec<Option<Digit>> =
                clues.chars().map(|symbol| Digit::new(symbol.to_digit(10)? as usize)).collect();
            let mut board = Board9x9::new(clues.as_slice().try_into().expect("81 cells"));
            board.reduce(&mut 0);
            let bilocations = |cell: usize, digit: u16| {
                [
                    places(&board, digit, |other| other / 9 == cell / 9),
                    places(&board, digit, |other| other % 9 == cell % 9),
                    places(&board, digit, |other| other / 27 == cell / 27 && other % 9 / 3 == cell % 9 / 3),
                ]
                .iter()
                .filter(|&&places| places == 2)
                .count()
            };
            let chosen = bilocation_candidate(board.words()).expect("a bilocation exists");
            let shift = chosen.cell.trailing_zeros();
            let cell = chosen.band * 27 + chosen.row * 9 + (shift / CELL_BITS) as usize * 3 + chosen.column;
            let most = (0..81).flat_map(|cell| {
                let digits =
                    (0..9).map(|digit| 1 << digit).filter(move |digit| board.candidates(cell) & digit != 0);
                digits.map(move |digit| bilocations(cell, digit))
            });
            assert_eq!(Some(bilocations(cell, (chosen.candidate >> shift) as u16)), most.max());
        }
        assert_eq!(bilocation_candidate(Board9x9::new(&[None; 81]).words()), None);
    }
}
