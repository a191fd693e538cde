//! Random grids of the classic 9x9, nearly uniform.
//!
//! A *band* is three rows of boxes, a *stack* three columns of boxes. A trial draws the first band and the first stack with
//! equal probability each. The other four boxes are solved by random choices, and the product of the numbers of choices is
//! the inverse of the probability of this solution. The trial succeeds with a probability proportional to that product, up
//! to [`PRODUCT_MAX`] (rejection sampling). Without that maximum, all grids would be equally probable.

use quadrille_exact_cover::unstable::SplitMix64;

use crate::model::{Digit, Grid};
use crate::reduce::{Board9x9, solve_randomly};

/// Product of the numbers of choices above which grids lose probability. The mean is 2,694; a larger maximum gives more
/// uniform grids, and takes more trials.
const PRODUCT_MAX: u64 = 4_096;

/// Number of ways to distribute the digits of three mini-rows of a box over the mini-rows of the next box.
const DISTRIBUTIONS: u64 = 56;

/// Three rows of nine digits, from 0.
type Band = [[u8; 9]; 3];

/// Fills a grid of 81 cells with a random solution. Returns `None` if the trial failed, which two of three do.
pub(super) fn try_random_grid(grid: &mut Grid, random: &mut SplitMix64) -> Option<()> {
    let band = random_band(random);
    let other = random_band(random);
    // The stack is a transposed band, with the digits of the first box renamed to the digits of the first band.
    let mut renamed = [0; 9];
    for row in 0..3 {
        for column in 0..3 {
            renamed[usize::from(other[row][column])] = band[column][row];
        }
    }
    let mut clues = [None; 81];
    for line in 0..3 {
        for at in 0..9 {
            clues[line * 9 + at] = digit(band[line][at]);
            clues[at * 9 + line] = digit(renamed[usize::from(other[line][at])]);
        }
    }
    let mut board = Board9x9::new(&clues);
    let product = solve_randomly(&mut board, random)?;
    (random.below(PRODUCT_MAX) < product).then(|| board.fill(grid))
}

fn digit(index: u8) -> Option<Digit> {
    Digit::new(usize::from(index) + 1)
}

/// A band, each with the same probability.
fn random_band(random: &mut SplitMix64) -> Band {
    let mut digits = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    random.shuffle(&mut digits);
    // Rows of the first box.
    let rows = [0, 3, 6].map(|at| [digits[at], digits[at + 1], digits[at + 2]]);
    // A row of the second box has digits of the next row of the first box. In all cases but two, one digit of each row moves
    // to the third row instead.
    let number = random.below(DISTRIBUTIONS) as usize;
    let (next, moved) = (1 + number % 2, number / 2);
    let moved = (moved < 27).then_some([moved % 3, moved / 3 % 3, moved / 9]);
    let mut band = [[0; 9]; 3];
    for row in 0..3 {
        let (second, third) = ((row + next) % 3, (row + 2 * next) % 3);
        let mut middle = rows[second];
        if let Some(moved) = moved {
            middle[moved[second]] = rows[third][moved[third]];
        }
        let mut last = [0; 3];
        let used = |digit: &u8| rows[row].contains(digit) || middle.contains(digit);
        last.iter_mut().zip((0..9).filter(|digit| !used(digit))).for_each(|(place, digit)| *place = digit);
        random.shuffle(&mut middle);
        random.shuffle(&mut last);
        for (place, digit) in band[row].iter_mut().zip(rows[row].into_iter().chain(middle).chain(last)) {
            *place = digit;
        }
    }
    band
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::model::{BoxShape, Puzzle, Rules, Solution};

    #[test]
    fn bands_are_valid_and_distributions_equally_frequent() {
        let mut random = SplitMix64::new(1);
        let mut counts: BTreeMap<Vec<usize>, u32> = BTreeMap::new();
        for _ in 0..56_000 {
            let band = random_band(&mut random);
            let row_of = |digit: u8, columns: std::ops::Range<usize>| {
                (0..3)
                    .find(|&row| band[row][columns.clone()].contains(&digit))
                    .expect("each box has each digit")
            };
            assert!((0..9).all(|digit| band.iter().all(|row| row.contains(&digit))));
            (0..9).for_each(|digit| assert!(row_of(digit, 6..9) < 3));
            // The row in the second box of each digit of the first box.
            let first = band.iter().flat_map(|row| row[..3].to_vec());
            *counts.entry(first.map(|digit| row_of(digit, 3..6)).collect()).or_default() += 1;
        }
        // 2 pure distributions, and 54 with a moved digit in each row: 2 * 27.
        assert_eq!(counts.len(), 56);
        assert!(counts.values().all(|count| (850..1_150).contains(count)), "{counts:?}");
    }

    #[test]
    fn random_grids_are_solutions() {
        let rules = Rules::plain(9, BoxShape::usual(9)).expect("a size");
        let empty = Puzzle::empty(rules);
        let mut random = SplitMix64::new(2);
        let mut grid = empty.clues().clone();
        let mut successes = 0;
        for _ in 0..600 {
            if try_random_grid(&mut grid, &mut random).is_some() {
                Solution::certify(&empty, grid.clone()).expect("a solution");
                successes += 1;
            }
        }
        assert!((200..300).contains(&successes), "{successes}");
    }
}
