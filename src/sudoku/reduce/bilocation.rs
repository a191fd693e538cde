//! Where to guess when no cell has two candidates: a digit that has two places in a house.
//!
//! Grids with very few clues have no cell with two candidates for long; guessing in a cell with three where some digit
//! has two places makes the search of the worst of them a hundred times larger.

use super::band_words::BandWords;
use super::board_9x9::{ALL, Board9x9, BoardCandidate, CELL_BITS};

/// The bits that occur once, twice, three times or more often.
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

impl Board9x9 {
    /// A candidate whose digit has two places in a house, and in as many of its houses as can be; `None` where there is
    /// no such candidate.
    #[cold]
    pub(super) fn bilocation_candidate(&self) -> Option<BoardCandidate> {
        let [top, middle, bottom] = self.words;
        let in_row = self.words.map(|words| {
            let mini = AtLeast::of_all(words);
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
            let pairs = AtLeast::of_all([in_row[row], in_column[column], in_box]);
            [pairs.three, pairs.two, pairs.one].map(|pairs| pairs & self.words[row][column])
        };
        (0..3).find_map(|rank| {
            let mut registers = (0..3).flat_map(|row| (0..3).map(move |column| (row, column)));
            registers.find_map(|(row, column)| first_candidate(row, column, houses(row, column)[rank]))
        })
    }
}

/// The place of the first candidate of a register that is among these.
fn first_candidate(row: usize, column: usize, candidates: BandWords) -> Option<BoardCandidate> {
    let (band, word) = candidates.words().into_iter().enumerate().find(|&(_, word)| word != 0)?;
    let stack = word.trailing_zeros() / CELL_BITS;
    Some(BoardCandidate {
        row,
        column,
        band,
        cell: ALL << (stack * CELL_BITS),
        candidate: word & word.wrapping_neg(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::grid::Digit;

    /// The cells in which the digit of a candidate may stand, of those that `sees` says.
    fn places(bands: &Board9x9, digit: u16, sees: impl Fn(usize) -> bool) -> usize {
        (0..81).filter(|&cell| sees(cell) && bands.candidates(cell) & digit != 0).count()
    }

    #[test]
    fn the_digit_chosen_has_two_places_in_as_many_houses_as_can_be() {
        for clues in [
            ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........",
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        ] {
            let clues: Vec<Option<Digit>> =
                clues.chars().map(|symbol| Digit::new(symbol.to_digit(10)? as usize)).collect();
            let mut bands = Board9x9::new(clues.as_slice().try_into().expect("81 cells"));
            bands.reduce(&mut 0);
            let pairs = |cell: usize, digit: u16| {
                [
                    places(&bands, digit, |other| other / 9 == cell / 9),
                    places(&bands, digit, |other| other % 9 == cell % 9),
                    places(&bands, digit, |other| other / 27 == cell / 27 && other % 9 / 3 == cell % 9 / 3),
                ]
                .iter()
                .filter(|&&places| places == 2)
                .count()
            };
            let place = bands.bilocation_candidate().expect("there is one");
            let shift = place.cell.trailing_zeros();
            let cell = place.band * 27 + place.row * 9 + (shift / CELL_BITS) as usize * 3 + place.column;
            let most = (0..81).flat_map(|cell| {
                let digits =
                    (0..9).map(|digit| 1 << digit).filter(move |digit| bands.candidates(cell) & digit != 0);
                digits.map(move |digit| pairs(cell, digit))
            });
            assert_eq!(Some(pairs(cell, (place.candidate >> shift) as u16)), most.max());
        }
        assert_eq!(Board9x9::new(&[None; 81]).bilocation_candidate(), None);
    }
}
