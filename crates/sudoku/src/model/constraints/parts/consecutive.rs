//! Sets of consecutive digits.

use super::{Part, place_needed};
use crate::model::cell::Cell;
use crate::model::digit::Digit;

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
}

impl Part for Consecutive {
    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn size(&self) -> usize {
        self.cells.len()
    }

    /// Keeps the digits of all possible runs: each digit of a run has a cell, and each cell a digit. A digit that is in all of them and has
    /// one cell left is placed.
    fn filter(&self, masks: &mut [u64]) -> bool {
        let places = masks.iter().fold(0, |all, mask| all | mask);
        let lowest = (1_u64 << masks.len()) - 1;
        let starts =
            places.trailing_zeros()..=(64 - places.leading_zeros()).saturating_sub(masks.len() as u32);
        let runs = starts.map(|start| lowest << start);
        let is_possible = |run: &u64| run & !places == 0 && masks.iter().all(|mask| mask & run != 0);
        let (mut allowed, mut needed) = (0, u64::MAX);
        for run in runs.filter(is_possible) {
            allowed |= run;
            needed &= run;
        }
        if allowed == 0 {
            return false;
        }
        masks.iter_mut().for_each(|mask| *mask &= allowed);
        place_needed(masks, needed)
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
        assert_eq!(
            filtered(&[&[5], &all, &all]),
            Some(vec![vec![5], vec![3, 4, 5, 6, 7], vec![3, 4, 5, 6, 7]])
        );
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
