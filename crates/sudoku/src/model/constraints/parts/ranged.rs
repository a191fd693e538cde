//! Cells whose digits are inside or outside of the range between two others.

use super::Part;
use crate::model::cell::Cell;
use crate::model::digit::Digit;

/// Cells of which the first two span a range, and the others have digits inside or outside of it. A relation keeps the first two apart, too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ranged {
    /// The ends of the range, then the others.
    cells: Vec<Cell>,
    /// Smallest difference of the ends.
    difference: usize,
    side: Side,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    /// Larger than one end and smaller than the other.
    Inside,
    /// Larger than both ends or smaller than both.
    Outside,
}

impl Ranged {
    /// Cells strictly between two others, which differ by 2 or more. Each cell is given once, and `others` is not empty.
    pub(crate) fn inside(ends: [Cell; 2], others: &[Cell]) -> Self {
        Self { cells: [&ends, others].concat(), difference: 2, side: Side::Inside }
    }

    /// Cells outside of the range of two others, which differ by this number or more. Each cell is given once.
    pub(crate) fn outside(ends: [Cell; 2], difference: usize, others: &[Cell]) -> Self {
        Self { cells: [&ends, others].concat(), difference, side: Side::Outside }
    }

    /// The possible upper ends of a range from this digit on, as bits.
    fn upper_ends(&self, low: u32, others: &[u64]) -> u64 {
        let upto = u64::MAX >> (63 - low);
        let far_enough = u64::MAX.checked_shl(low + self.difference as u32).unwrap_or(0);
        match self.side {
            Side::Inside => others.iter().fold(far_enough, |ends, mask| {
                // Above the smallest digit above the lower end.
                let above = mask & !upto;
                let smallest = above & above.wrapping_neg();
                ends & if above == 0 { 0 } else { !(smallest | (smallest - 1)) }
            }),
            Side::Outside => {
                others.iter().filter(|&mask| mask & (upto >> 1) == 0).fold(far_enough, |ends, mask| {
                    // Below the largest digit.
                    ends & mask.checked_ilog2().map_or(0, |largest| (1_u64 << largest) - 1)
                })
            }
        }
    }

    /// The digits that the others may have with a lower end and these upper ends, which are some.
    fn allowed(&self, low: u32, upper_ends: u64) -> u64 {
        let upto = u64::MAX >> (63 - low);
        match self.side {
            Side::Inside => !upto & (u64::MAX >> (upper_ends.leading_zeros() + 1)),
            Side::Outside => upto >> 1 | !(u64::MAX >> (63 - upper_ends.trailing_zeros())),
        }
    }
}

impl Part for Ranged {
    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn size(&self) -> usize {
        self.cells.len()
    }

    /// Generalised arc consistency: the digits beside each possible lower end, with the widest range inside or the narrowest outside.
    fn filter(&self, masks: &mut [u64]) -> bool {
        let (ends, others) = masks.split_at_mut(2);
        let (mut supported, mut allowed) = ([0, 0], 0);
        let mut lower_ends = ends[0] | ends[1];
        while lower_ends != 0 {
            let low = lower_ends.trailing_zeros();
            lower_ends &= lower_ends - 1;
            let upper_ends = self.upper_ends(low, others);
            for (one, other) in [(0, 1), (1, 0)] {
                let upper = ends[other] & upper_ends;
                if ends[one] >> low & 1 == 1 && upper != 0 {
                    supported[one] |= 1 << low;
                    supported[other] |= upper;
                    allowed |= self.allowed(low, upper);
                }
            }
        }
        ends.copy_from_slice(&[ends[0] & supported[0], ends[1] & supported[1]]);
        others.iter_mut().for_each(|mask| *mask &= allowed);
        masks.iter().all(|&mask| mask != 0)
    }

    fn width(&self) -> usize {
        3
    }

    /// Digits of both ends that differ enough, with a digit of another cell.
    fn forbid<E>(
        &self,
        digits: usize,
        mut visit: impl FnMut(&[(Cell, Digit)]) -> Result<(), E>,
    ) -> Result<(), E> {
        for &cell in &self.cells[2..] {
            for (one, other) in
                Digit::all(digits).flat_map(|one| Digit::all(digits).map(move |other| (one, other)))
            {
                if one.value().abs_diff(other.value()) < self.difference {
                    continue;
                }
                let (low, high) = (one.min(other), one.max(other));
                for digit in Digit::all(digits) {
                    let is_allowed = match self.side {
                        Side::Inside => low < digit && digit < high,
                        Side::Outside => digit < low || high < digit,
                    };
                    if !is_allowed {
                        visit(&[(self.cells[0], one), (self.cells[1], other), (cell, digit)])?;
                    }
                }
            }
        }
        Ok(())
    }

    fn work(&self) -> u64 {
        8 * self.cells.len() as u64
    }
}
