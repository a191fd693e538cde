//! Branching on a bilocation: a digit with exactly two places in a house.
//!
//! Used when no cell has two candidates. Grids with very few clues stay in that state for many levels; branching on a cell
//! with three candidates there makes the worst search trees a hundred times larger.

use fearless_simd::{Level, dispatch};

use super::band_words::{BandWords, Words, each};
use super::board_9x9::BoardCandidate;
use super::board_rules::{CELL_BITS, Registers};

/// Bits that occur at least once, twice and three times.
#[derive(Clone, Copy)]
struct AtLeast {
    one: BandWords,
    two: BandWords,
    three: BandWords,
}

impl AtLeast {
    #[inline(always)]
    fn of(words: BandWords) -> Self {
        Self { one: words, two: BandWords::splat(0), three: BandWords::splat(0) }
    }

    #[inline(always)]
    fn of_all([first, second, third]: [BandWords; 3]) -> Self {
        Self::of(first).saturating_add(Self::of(second)).saturating_add(Self::of(third))
    }

    #[inline(always)]
    fn saturating_add(self, other: Self) -> Self {
        Self {
            one: self.one | other.one,
            two: self.two | other.two | (self.one & other.one),
            three: self.three | other.three | (self.two & other.one) | (self.one & other.two),
        }
    }

    #[inline(always)]
    fn map(self, turn: impl Fn(BandWords) -> BandWords) -> Self {
        Self { one: turn(self.one), two: turn(self.two), three: turn(self.three) }
    }

    #[inline(always)]
    fn exactly_two(self) -> BandWords {
        self.two.and_not(self.three)
    }
}

/// A candidate whose digit has exactly two places in as many of its houses as possible; `None` if there is no
/// bilocation.
#[cold]
pub(super) fn bilocation_candidate(words: &Registers<BandWords>) -> Option<BoardCandidate> {
    dispatch!(Level::new(), _ => best_bilocation(words))
}

#[inline(always)]
fn best_bilocation(words: &Registers<BandWords>) -> Option<BoardCandidate> {
    let [top, middle, bottom] = *words;
    let in_row = each(
        *words,
        #[inline(always)]
        |registers| {
            let mini = AtLeast::of_all(registers);
            let next = mini.map(
                #[inline(always)]
                |words| words.shift_left::<CELL_BITS>() | words.shift_right::<{ 2 * CELL_BITS }>(),
            );
            let last = mini.map(
                #[inline(always)]
                |words| words.shift_left::<{ 2 * CELL_BITS }>() | words.shift_right::<CELL_BITS>(),
            );
            mini.saturating_add(next).saturating_add(last).exactly_two()
        },
    );
    let mini = each(
        [0, 1, 2],
        #[inline(always)]
        |column: usize| AtLeast::of_all([top[column], middle[column], bottom[column]]),
    );
    let in_column = each(
        mini,
        #[inline(always)]
        |mini: AtLeast| {
            mini.saturating_add(mini.map(BandWords::next_band))
                .saturating_add(mini.map(BandWords::previous_band))
                .exactly_two()
        },
    );
    let in_box = mini[0].saturating_add(mini[1]).saturating_add(mini[2]).exactly_two();
    // By the number of houses in which the digit has two places: three, two, one.
    let mut ranks = [[[BandWords::splat(0); 3]; 3]; 3];
    let mut any = [BandWords::splat(0); 3];
    for row in 0..3 {
        for column in 0..3 {
            let bilocations = AtLeast::of_all([in_row[row], in_column[column], in_box]);
            for (rank, digits) in
                [bilocations.three, bilocations.two, bilocations.one].into_iter().enumerate()
            {
                ranks[rank][row][column] = digits & words[row][column];
                any[rank] = any[rank] | ranks[rank][row][column];
            }
        }
    }
    let rank = match (any[0].is_zero(), any[1].is_zero()) {
        (false, _) => 0,
        (true, false) => 1,
        (true, true) => 2,
    };
    for (register, &words) in ranks[rank].as_flattened().iter().enumerate() {
        for (band, word) in words.words().into_iter().enumerate() {
            if word != 0 {
                return Some(BoardCandidate::new(band, register, word & word.wrapping_neg()));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Digit;
    use crate::reduce::Board9x9;

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
            let (cell, digit) = chosen.location();
            let most = (0..81).flat_map(|cell| {
                let digits =
                    (0..9).map(|digit| 1 << digit).filter(move |digit| board.candidates(cell) & digit != 0);
                digits.map(move |digit| bilocations(cell, digit))
            });
            assert_eq!(Some(bilocations(cell, 1 << digit)), most.max());
        }
        assert_eq!(bilocation_candidate(Board9x9::new(&[None; 81]).words()), None);
    }
}
