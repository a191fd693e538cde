//! Sets of consecutive digits.

use super::Part;
use crate::model::cell::Cell;
use crate::model::digit::{Digit, SIZE_MAX};

/// Cells that have as many consecutive digits as there are cells, in any order. A house lets their digits differ, too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Consecutive {
    cells: Vec<Cell>,
}

impl Consecutive {
    /// The part of these cells, each given once: fewer than there are digits.
    pub(crate) fn new(cells: Vec<Cell>) -> Self {
        Self { cells }
    }

    /// The runs of as many digits as there are cells, within these digits.
    fn runs(&self, digits: u64) -> impl Iterator<Item = u64> {
        let lowest = (1_u64 << self.cells.len()) - 1;
        let last = (64 - digits.leading_zeros()).saturating_sub(self.cells.len() as u32);
        (digits.trailing_zeros()..=last)
            .map(move |start| lowest << start)
            .filter(move |run| run & !digits == 0)
    }
}

/// Places the digits of a run that have one cell, and the digits of cells that have one digit, until there is no other one. Returns whether
/// each digit still has a cell, and each cell a digit.
fn place_singles(masks: &mut [u64], run: u64) -> bool {
    let mut placed = 0;
    loop {
        let (mut once, mut twice, mut solved) = (0, 0, 0);
        for &mask in &*masks {
            twice |= once & mask;
            once |= mask;
            if mask & mask.wrapping_sub(1) == 0 {
                if mask == 0 || solved & mask != 0 {
                    return false;
                }
                solved |= mask;
            }
        }
        if once != run {
            return false;
        }
        let singles = !twice & !solved;
        if solved == placed && singles & once == 0 {
            return true;
        }
        placed = solved;
        for mask in masks.iter_mut().filter(|mask| mask.count_ones() > 1) {
            let hidden = *mask & singles;
            *mask = if hidden == 0 { *mask & !solved } else { hidden };
            if hidden.count_ones() > 1 {
                return false;
            }
        }
    }
}

impl Part for Consecutive {
    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn size(&self) -> usize {
        self.cells.len()
    }

    /// Keeps the digits of all possible runs: each digit of a run has a cell, and each cell a digit, after the digits and cells with a single
    /// choice are placed.
    fn filter(&self, masks: &mut [u64]) -> bool {
        let all = masks.iter().fold(0, |all, mask| all | mask);
        let mut allowed = [0_u64; SIZE_MAX];
        let allowed = &mut allowed[..masks.len()];
        let mut within = [0_u64; SIZE_MAX];
        let within = &mut within[..masks.len()];
        let mut is_possible = false;
        for run in self.runs(all) {
            within.iter_mut().zip(&*masks).for_each(|(within, mask)| *within = mask & run);
            if place_singles(within, run) {
                allowed.iter_mut().zip(&*within).for_each(|(allowed, within)| *allowed |= within);
                is_possible = true;
            }
        }
        masks.copy_from_slice(allowed);
        is_possible
    }

    fn needed(&self, masks: &[u64]) -> u64 {
        let all = masks.iter().fold(0, |all, mask| all | mask);
        self.runs(all).fold(u64::MAX, |needed, run| needed & run)
    }

    fn width(&self) -> usize {
        2
    }

    /// Digits of two cells that are too far apart for one run. All others together, if they differ, are a run.
    fn forbid<E>(
        &self,
        digits: usize,
        mut visit: impl FnMut(&[(Cell, Digit)]) -> Result<(), E>,
    ) -> Result<(), E> {
        for (at, &first) in self.cells.iter().enumerate() {
            for &second in &self.cells[at + 1..] {
                for one in Digit::all(digits) {
                    let is_far = |other: &Digit| one.value().abs_diff(other.value()) >= self.cells.len();
                    for other in Digit::all(digits).filter(is_far) {
                        visit(&[(first, one), (second, other)])?;
                    }
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Candidates of cells by their digits.
    fn filtered(cells: &[&[usize]]) -> Option<Vec<Vec<usize>>> {
        let part = Consecutive::new((0..cells.len() as u16).map(Cell).collect());
        let mask = |digits: &&[usize]| digits.iter().fold(0, |mask, digit| mask | 1 << (digit - 1));
        let mut masks: Vec<u64> = cells.iter().map(mask).collect();
        let digits = |mask: &u64| (1..=36).filter(|digit| mask >> (digit - 1) & 1 == 1).collect();
        part.filter(&mut masks).then(|| masks.iter().map(digits).collect())
    }

    #[test]
    fn digits_outside_of_all_runs_are_removed() {
        let all = [1, 2, 3, 4, 5, 6, 7, 8, 9];
        assert_eq!(filtered(&[&[5], &all, &all]), Some(vec![vec![5], vec![3, 4, 6, 7], vec![3, 4, 6, 7]]));
        // The digit 4 has no cell.
        assert_eq!(
            filtered(&[&[2, 3], &[1, 2, 3, 5, 6], &[1, 2, 3, 5, 6]]),
            Some(vec![vec![2, 3], vec![1, 2, 3], vec![1, 2, 3]])
        );
        assert_eq!(filtered(&[&[36], &[34, 36], &[35, 1]]), Some(vec![vec![36], vec![34], vec![35]]));
    }

    #[test]
    fn digit_of_all_runs_with_one_cell_is_placed() {
        assert_eq!(
            filtered(&[&[2, 3, 4], &[1, 2, 4, 5], &[1, 2, 4, 5]]),
            Some(vec![vec![3], vec![1, 2, 4, 5], vec![1, 2, 4, 5]])
        );
        // The first cell is the only one of both 2 and 3.
        assert_eq!(filtered(&[&[2, 3], &[1, 4], &[1, 4]]), None);
    }

    #[test]
    fn digits_of_all_runs_are_needed() {
        let needed = |masks: &[u64]| {
            let part = Consecutive::new((0..masks.len() as u16).map(Cell).collect());
            part.needed(masks)
        };
        assert_eq!(needed(&[0b1111, 0b1111, 0b1111]), 0b0110);
        assert_eq!(needed(&[0b1_0011_1000, 0b1_0011_1000, 0b1_0011_1000]), 0b11_1000);
        assert_eq!(needed(&[0b1_1111, 0b1_1111]), 0);
    }

    #[test]
    fn complete_digits_are_accepted_if_they_are_a_run() {
        for (digits, is_run) in
            [([3, 2, 4], true), ([9, 8, 7], true), ([1, 2, 4], false), ([2, 2, 3], false), ([5, 5, 5], false)]
        {
            let cells: Vec<[usize; 1]> = digits.iter().map(|&digit| [digit]).collect();
            let cells: Vec<&[usize]> = cells.iter().map(<[usize; 1]>::as_slice).collect();
            assert_eq!(filtered(&cells).is_some(), is_run, "{digits:?}");
        }
        assert_eq!(filtered(&[&[], &[1]]), None);
    }
}
