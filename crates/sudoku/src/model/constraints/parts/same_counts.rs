//! Two groups of cells with the same digits, in any order.

use super::{Part, Statement, choices, each};
use crate::model::cell::Cell;
use crate::model::digit::Digit;

/// Largest number of digits.
const DIGITS_MAX: usize = 64;

/// Two groups of as many cells, of which each has each digit as often as the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SameCounts {
    /// The cells of one group, then of the other.
    cells: Vec<Cell>,
    /// How often a digit may be in the first group, by houses.
    most: usize,
}

impl SameCounts {
    /// The part of two groups of as many cells, without a common cell.
    pub(crate) fn new(one: &[Cell], other: &[Cell]) -> Self {
        Self { cells: [one, other].concat(), most: one.len() }
    }

    /// The part of two such groups, of which the first is in a house, so that its digits differ.
    pub(crate) fn of_house(one: &[Cell], other: &[Cell]) -> Self {
        Self { most: 1, ..Self::new(one, other) }
    }

    fn groups(&self) -> (&[Cell], &[Cell]) {
        self.cells.split_at(self.cells.len() / 2)
    }
}

/// How often each digit is and may be in a group, as sets of digits by their numbers of cells.
struct Counts {
    placed: [usize; DIGITS_MAX],
    possible: [usize; DIGITS_MAX],
}

impl Counts {
    fn new(masks: &[u64]) -> Self {
        let (mut placed, mut possible) = ([0; DIGITS_MAX], [0; DIGITS_MAX]);
        for &mask in masks {
            let mut rest = mask;
            while rest != 0 {
                possible[rest.trailing_zeros() as usize] += 1;
                rest &= rest - 1;
            }
            if mask.is_power_of_two() {
                placed[mask.trailing_zeros() as usize] += 1;
            }
        }
        Self { placed, possible }
    }
}

impl Part for SameCounts {
    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn size(&self) -> usize {
        self.cells.len()
    }

    /// Compares how often a digit is in one group with how often it may be in the other.
    fn filter(&self, masks: &mut [u64]) -> bool {
        let (one, other) = masks.split_at_mut(self.cells.len() / 2);
        let counts = [Counts::new(one), Counts::new(other)];
        for digit in 0..DIGITS_MAX {
            let bit = 1 << digit;
            let fewest = counts[0].placed[digit].max(counts[1].placed[digit]);
            let most = counts[0].possible[digit].min(counts[1].possible[digit]);
            if fewest > most {
                return false;
            }
            for (counts, group) in counts.iter().zip([&mut *one, &mut *other]) {
                if counts.possible[digit] == fewest {
                    group.iter_mut().filter(|mask| **mask & bit != 0).for_each(|mask| *mask &= bit);
                } else if counts.placed[digit] == most {
                    group.iter_mut().filter(|mask| **mask != bit).for_each(|mask| *mask &= !bit);
                }
            }
        }
        masks.iter().all(|&mask| mask != 0)
    }

    fn width(&self) -> usize {
        self.cells.len().max(3)
    }

    fn forbid<E>(&self, _: usize, _: impl FnMut(&[(Cell, Digit)]) -> Result<(), E>) -> Result<(), E> {
        Ok(())
    }

    /// If some cells of one group have a digit, not all but fewer cells of the other lack it. No digit is more often in the first group,
    /// so that each is as often in both.
    fn state<E>(
        &self,
        digits: usize,
        mut visit: impl FnMut(Statement<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let (one, other) = self.groups();
        for digit in Digit::all(digits) {
            for count in 1..=self.most {
                for chosen in choices(one, count) {
                    for places in choices(other, other.len() + 1 - count) {
                        visit(Statement::Implies(&each(&chosen, digit), &each(&places, digit)))?;
                    }
                }
            }
        }
        Ok(())
    }

    fn work(&self) -> u64 {
        4 * self.cells.len() as u64
    }
}
