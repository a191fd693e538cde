//! The groups of a sum with open cells, and their bounds.

use super::board::is_open;
use crate::bits::set_bits;

/// Cells with the same factor, in which no digit repeats.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) factor: i64,
    /// Index of the first cell after the group; the group begins where the one before ends.
    pub(super) end: usize,
}

/// A group with two or more candidates in some cells.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OpenGroup {
    pub(super) factor: i64,
    /// Range of its open cells in [`SumScratch::open`].
    pub(super) cells: (usize, usize),
    /// Candidates of the open cells.
    pub(super) union: u64,
    /// Digits with the least sum that the open cells may have together, and those with the largest sum; 0 until they are
    /// [found](Self::find_bounds).
    lowest: u64,
    highest: u64,
    /// Least and largest sum of the digits of the open cells.
    pub(super) least: i64,
    pub(super) largest: i64,
}

/// Digits that some of the open cells of a group need.
#[derive(Clone, Copy, Debug)]
pub(super) struct Needed {
    pub(super) cells: (usize, usize),
    pub(super) digits: u64,
}

/// Memory that all sums use in turn.
#[derive(Clone, Debug, Default)]
pub(super) struct SumScratch {
    pub(super) masks: Vec<u64>,
    pub(super) groups: Vec<OpenGroup>,
    /// Indices of the open cells, group by group.
    pub(super) open: Vec<usize>,
    /// Contributions of each group that may be possible, as distances from the bound.
    pub(super) reached: Vec<u128>,
    /// Totals that the groups before each group reach, as distances from the bound.
    pub(super) before: Vec<u128>,
    pub(super) needed: Vec<Needed>,
    /// Cells outside of the sum, as bits.
    pub(super) outside: Vec<u64>,
    /// Work so far.
    pub(super) work: u64,
}

impl SumScratch {
    /// Lists the groups with open cells, without their bounds. Returns the total without the solved cells; `None` without a solution.
    pub(super) fn list_groups(&mut self, groups: &[Group], total: i64, masks: &mut [u64]) -> Option<i64> {
        let (mut rest, mut start) = (total, 0);
        self.groups.clear();
        self.open.clear();
        for &Group { factor, end } in groups {
            let masks = &mut masks[start..end];
            let first_open = self.open.len();
            let (mut fixed, mut union) = list_open(masks, start, &mut self.open)?;
            if fixed & union != 0 {
                // The peers of solved cells do not have their digits any more, unless these masks are assumed.
                exclude_fixed(masks)?;
                self.open.truncate(first_open);
                (fixed, union) = list_open(masks, start, &mut self.open)?;
            }
            rest -= factor * sum_of(fixed);
            start = end;
            if union != 0 {
                let cells = (first_open, self.open.len());
                self.groups.push(OpenGroup { factor, cells, union, ..OpenGroup::default() });
            }
        }
        Some(rest)
    }
}

/// Adds the open cells to a list, with the number of the first cell given. Returns the digits of the solved cells and the candidates of the
/// open ones; `None` if a digit occurs twice, or a cell has no digit.
#[inline(always)]
fn list_open(masks: &[u64], start: usize, open: &mut Vec<usize>) -> Option<(u64, u64)> {
    let (mut fixed, mut union) = (0, 0);
    for (index, &mask) in (start..).zip(masks) {
        if is_open(mask) {
            open.push(index);
            union |= mask;
        } else if mask == 0 || fixed & mask != 0 {
            return None;
        } else {
            fixed |= mask;
        }
    }
    Some((fixed, union))
}

/// Removes the digits of solved cells from the other ones. `None` if a digit occurs twice, or a cell has no digit.
fn exclude_fixed(masks: &mut [u64]) -> Option<()> {
    loop {
        let mut fixed = 0;
        for &mask in masks.iter().filter(|&&mask| !is_open(mask)) {
            if mask == 0 || fixed & mask != 0 {
                return None;
            }
            fixed |= mask;
        }
        let mut is_changed = false;
        for mask in masks.iter_mut().filter(|mask| is_open(**mask)) {
            *mask &= !fixed;
            is_changed |= !is_open(*mask);
        }
        if !is_changed {
            return Some(());
        }
    }
}

impl OpenGroup {
    /// Finds the bounds of its digits. `None` if there are too few.
    pub(super) fn find_bounds(&mut self, masks: &[u64], open: &[usize]) -> Option<()> {
        if let [cell] = *open {
            let mask = masks[cell];
            (self.lowest, self.highest) = (mask & mask.wrapping_neg(), 1 << (63 - mask.leading_zeros()));
        } else {
            let open = || open.iter().map(|&index| masks[index]);
            self.lowest = lowest_digits(self.union, open())?;
            let highest = lowest_digits(self.union.reverse_bits(), open().map(u64::reverse_bits))?;
            self.highest = highest.reverse_bits();
        }
        (self.least, self.largest) = (sum_of(self.lowest), sum_of(self.highest));
        Some(())
    }

    /// Least and largest contribution to the total.
    #[inline(always)]
    pub(super) fn contributions(&self) -> (i64, i64) {
        let (one, other) = (self.factor * self.least, self.factor * self.largest);
        if self.factor > 0 { (one, other) } else { (other, one) }
    }

    /// Removes digits of the open cells that no digits of the other ones complete to a sum in a range.
    ///
    /// If the digits are sorted, each is at least as large as the digit of the same rank in the set with the least sum.
    pub(super) fn bound_cells(&self, masks: &mut [u64], cells: &[usize], low: i64, high: i64) {
        let raised = high - self.least;
        let lowered = self.largest - low;
        let possible =
            smeared(self.lowest, raised) & smeared(self.highest.reverse_bits(), lowered).reverse_bits();
        cells.iter().for_each(|&cell| masks[cell] &= possible);
    }
}

/// The digits that are up to `distance` higher than a digit of a mask.
fn smeared(mask: u64, distance: i64) -> u64 {
    let (mut bits, mut done) = (mask, 0);
    while done < distance.min(63) {
        let step = (done + 1).min(distance - done);
        bits |= bits << step;
        done += step;
    }
    bits
}

/// Different digits with the least sum, at least the lowest one of each cell, as far as they are in `union`. `None` if there are too few.
fn lowest_digits(union: u64, cells: impl Iterator<Item = u64>) -> Option<u64> {
    let mut free = union;
    for mask in cells {
        // Not below the lowest digit of the cell.
        let next = free & !((mask & mask.wrapping_neg()) - 1);
        if next == 0 {
            return None;
        }
        free &= !(next & next.wrapping_neg());
    }
    Some(union & !free)
}

/// Sums of the digits of all masks of nine digits.
static SUMS: [u8; 1 << 9] = {
    let (mut sums, mut mask) = ([0; 1 << 9], 1_usize);
    while mask < sums.len() {
        sums[mask] = sums[mask & (mask - 1)] + mask.trailing_zeros() as u8 + 1;
        mask += 1;
    }
    sums
};

/// Sum of the digits of a mask.
#[inline(always)]
pub(super) fn sum_of(mask: u64) -> i64 {
    let low = i64::from(SUMS[mask as usize % SUMS.len()]);
    let high = mask & !(SUMS.len() as u64 - 1);
    if high == 0 { low } else { low + set_bits(high).map(|bit| bit as i64 + 1).sum::<i64>() }
}
