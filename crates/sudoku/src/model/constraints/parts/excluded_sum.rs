//! Sums that no cells have.

use super::{Part, place_needed};
use crate::model::cell::Cell;
use crate::model::digit::Digit;

/// Words of a set of sums: of 0 to 703, more than all digits of a 36x36 add up to.
const WORDS: usize = 11;

/// Cells of which no one or more have digits that add up to a number. A house lets their digits differ, too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ExcludedSum {
    cells: Vec<Cell>,
    sum: usize,
    /// Sets of as many different digits as there are cells, of which none have the sum, as bits. Nothing if they take long to find.
    sets: Option<Vec<u64>>,
}

/// Largest number of sets of digits to look at before a search.
const SETS_MAX: usize = 1_024;

/// Sums of some digits of a set, as bits.
#[derive(Clone)]
struct Sums([u64; WORDS]);

impl Sums {
    /// The sum of no digits.
    fn new() -> Self {
        let mut words = [0; WORDS];
        words[0] = 1;
        Self(words)
    }

    /// Adds each sum with a further digit, less than 64.
    fn extend(&mut self, digit: u32) {
        for word in (0..WORDS).rev() {
            let carried = word.checked_sub(1).map_or(0, |lower| self.0[lower] >> (64 - digit));
            self.0[word] |= self.0[word] << digit | carried;
        }
    }

    fn contains(&self, sum: usize) -> bool {
        self.0.get(sum / 64).is_some_and(|word| word >> (sum % 64) & 1 == 1)
    }
}

/// Sets of this many different digits of which none have a sum, as bits; `None` if they take long to find.
fn sets_without(sum: usize, count: usize, digits: usize) -> Option<Vec<u64>> {
    let mut sets = Vec::new();
    let mut open = vec![(0_u64, Sums::new())];
    let mut left = SETS_MAX;
    while let Some((set, sums)) = open.pop() {
        left = left.checked_sub(1)?;
        let missing = count - set.count_ones() as usize;
        if missing == 0 {
            sets.push(set);
        }
        // Larger digits than those of the set, of which enough are left.
        let smallest = (u64::BITS - set.leading_zeros()) as usize + 1;
        for digit in (smallest..=digits + 1 - missing).take_while(|_| missing > 0) {
            let mut sums = sums.clone();
            sums.extend(digit as u32);
            if !sums.contains(sum) {
                open.push((set | 1 << (digit - 1), sums));
            }
        }
    }
    Some(sets)
}

/// A combination of candidates that is being made.
struct Combination<'a> {
    part: &'a ExcludedSum,
    digits: usize,
    chosen: Vec<(Cell, Digit)>,
}

impl Combination<'_> {
    /// Visits the combinations with further digits that add up to `rest`, each larger than those before.
    fn visit<E>(
        &mut self,
        rest: usize,
        visit: &mut impl FnMut(&[(Cell, Digit)]) -> Result<(), E>,
    ) -> Result<(), E> {
        let smallest = self.chosen.last().map_or(1, |(_, digit)| digit.value() + 1);
        let others = self.part.cells.len() - self.chosen.len() - 1;
        for digit in Digit::all(self.digits).skip(smallest - 1) {
            let Some(rest) = rest.checked_sub(digit.value()) else { break };
            if rest > 0 && !can_add_up(digit.value() + 1, self.digits, others, rest) {
                continue;
            }
            for &cell in &self.part.cells {
                if self.chosen.iter().any(|&(other, _)| other == cell) {
                    continue;
                }
                self.chosen.push((cell, digit));
                if rest == 0 { visit(&self.chosen) } else { self.visit(rest, visit) }?;
                self.chosen.pop();
            }
        }
        Ok(())
    }
}

/// Whether some different digits from `first` to `last`, at most this many, add up to a sum.
fn can_add_up(first: usize, last: usize, count: usize, sum: usize) -> bool {
    let digits = (last + 1).saturating_sub(first);
    // All sums between the smallest and the largest of as many digits are possible.
    (1..=count.min(digits)).any(|count| {
        let pairs = count * (count - 1) / 2;
        (count * first + pairs..=count * last - pairs).contains(&sum)
    })
}

impl ExcludedSum {
    /// The part of these cells, each given once: no more than there are digits.
    pub(crate) fn new(cells: Vec<Cell>, sum: usize, digits: usize) -> Self {
        let sets = sets_without(sum, cells.len(), digits);
        Self { cells, sum, sets }
    }

    /// Keeps the digits of the sets that are possible: each digit of a set has a cell, and each cell a digit.
    fn filter_by_sets(sets: &[u64], masks: &mut [u64]) -> bool {
        let places = masks.iter().fold(0, |all, mask| all | mask);
        let is_possible = |set: &&u64| *set & !places == 0 && masks.iter().all(|mask| mask & *set != 0);
        let possible = sets.iter().filter(is_possible);
        let (allowed, needed) = possible.fold((0, u64::MAX), |(any, all), set| (any | set, all & set));
        masks.iter_mut().for_each(|mask| *mask &= allowed);
        allowed != 0 && place_needed(masks, needed)
    }
}

impl Part for ExcludedSum {
    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn size(&self) -> usize {
        self.cells.len() + self.sets.as_ref().map_or(0, |sets| size_of_val(sets.as_slice()))
    }

    /// Removes digits that no possible set has, and digits that complete the sum together with placed ones.
    fn filter(&self, masks: &mut [u64]) -> bool {
        if self.sets.as_ref().is_some_and(|sets| !Self::filter_by_sets(sets, masks)) {
            return false;
        }
        let mut sums = Sums::new();
        for mask in masks.iter().filter(|mask| mask.is_power_of_two()) {
            sums.extend(mask.trailing_zeros() + 1);
        }
        if sums.contains(self.sum) {
            return false;
        }
        let completing = (1..=self.sum.min(63)).filter(|digit| sums.contains(self.sum - digit));
        let completing = completing.fold(0_u64, |bits, digit| bits | 1 << (digit - 1));
        masks.iter_mut().filter(|mask| !mask.is_power_of_two()).for_each(|mask| *mask &= !completing);
        masks.iter().all(|&mask| mask != 0)
    }

    fn width(&self) -> usize {
        self.cells.len().max(3)
    }

    /// The cells and different digits that add up to the sum, in ascending order of digits. Each branch leads to a combination.
    fn forbid<E>(
        &self,
        digits: usize,
        mut visit: impl FnMut(&[(Cell, Digit)]) -> Result<(), E>,
    ) -> Result<(), E> {
        Combination { part: self, digits, chosen: Vec::new() }.visit(self.sum, &mut visit)
    }

    fn work(&self) -> u64 {
        16 + self.cells.len() as u64 * (4 + self.sets.as_ref().map_or(0, Vec::len) as u64 / 4)
    }
}
