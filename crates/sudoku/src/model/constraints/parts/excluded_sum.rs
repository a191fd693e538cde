//! Sums that no cells have.

use super::Part;
use crate::model::cell::Cell;
use crate::model::digit::Digit;

/// Words of a set of sums: of 0 to 703, more than all digits of a 36x36 add up to.
const WORDS: usize = 11;

/// Cells of which no one or more have digits that add up to a number. A house lets their digits differ, too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ExcludedSum {
    cells: Vec<Cell>,
    sum: usize,
}

/// Sums, as bits.
struct Sums([u64; WORDS]);

impl Sums {
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
    pub(crate) fn new(cells: Vec<Cell>, sum: usize) -> Self {
        Self { cells, sum }
    }
}

impl Part for ExcludedSum {
    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn size(&self) -> usize {
        self.cells.len()
    }

    /// Removes the digits that complete the sum with placed ones.
    fn filter(&self, masks: &mut [u64]) -> bool {
        let mut sums = Sums([0; WORDS]);
        sums.0[0] = 1;
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
        16 + 4 * self.cells.len() as u64
    }
}
