//! Sets of digits by size and sum.

use std::sync::OnceLock;

use crate::model::SIZE_MAX;

/// Largest number of sets of a size that are listed.
const LISTED_MAX: usize = 1 << 12;

/// A set of digits as bits, and the sum of the digits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subset {
    pub(super) mask: u64,
    pub(super) sum: u32,
}

/// All sets of digits from 1 to a maximum, for each size of which there are not too many.
#[derive(Debug, Default)]
pub(super) struct Subsets {
    /// By size, sorted by sum; empty if there are too many.
    by_size: Vec<Vec<Subset>>,
    /// By size: index of the first set with each sum or a greater one.
    starts: Vec<Vec<u32>>,
}

/// No sets.
static NONE: Subsets = Subsets { by_size: Vec::new(), starts: Vec::new() };

impl Default for &Subsets {
    fn default() -> Self {
        &NONE
    }
}

impl Subsets {
    /// The sets of the digits 1 to `digits`.
    pub(super) fn of_digits(digits: usize) -> &'static Self {
        static ALL: [OnceLock<Subsets>; SIZE_MAX + 1] = [const { OnceLock::new() }; SIZE_MAX + 1];
        ALL.get(digits).map_or(&NONE, |subsets| subsets.get_or_init(|| Self::new(digits)))
    }

    fn new(digits: usize) -> Self {
        let mut subsets = Self::default();
        for size in 0..=digits {
            let mut list = Vec::new();
            if binomial(digits, size) <= LISTED_MAX {
                list_subsets(digits, size, Subset { mask: 0, sum: 0 }, &mut list);
            }
            list.sort_by_key(|subset| subset.sum);
            let sum_max = digits * (digits + 1) / 2;
            let start = |sum: usize| list.partition_point(|subset| (subset.sum as usize) < sum) as u32;
            subsets.starts.push((0..=sum_max + 1).map(start).collect());
            subsets.by_size.push(list);
        }
        subsets
    }

    /// The sets of this size whose sum is in a range, sorted by sum; `None` if they are not listed.
    #[inline]
    pub(super) fn with_sums(&self, size: usize, sums: std::ops::RangeInclusive<i64>) -> Option<&[Subset]> {
        let (list, starts) = (self.by_size.get(size)?, self.starts.get(size)?);
        if list.is_empty() {
            return None;
        }
        let start = |sum: i64| starts[(sum.max(0) as usize).min(starts.len() - 1)] as usize;
        let (first, end) = (start(*sums.start()), start(sums.end().saturating_add(1)));
        Some(list.get(first..end).unwrap_or_default())
    }
}

fn binomial(n: usize, k: usize) -> usize {
    (0..k.min(n - k)).fold(1, |product: usize, i| product.saturating_mul(n - i) / (i + 1))
}

/// Adds the sets of `size` more digits, up to `digits`.
fn list_subsets(digits: usize, size: usize, chosen: Subset, list: &mut Vec<Subset>) {
    if size == 0 {
        list.push(chosen);
        return;
    }
    for digit in size..=digits {
        let with = Subset { mask: chosen.mask | 1 << (digit - 1), sum: chosen.sum + digit as u32 };
        list_subsets(digit - 1, size - 1, with, list);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_four_digits_with_a_sum_of_twelve_are_two() {
        let masks = |size, sums| -> Vec<u64> {
            let subsets = Subsets::of_digits(9).with_sums(size, sums).expect("few sets");
            subsets.iter().map(|subset| subset.mask).collect()
        };
        let mut four = masks(4, 12..=12);
        four.sort_unstable();
        // 1 2 4 5 and 1 2 3 6
        assert_eq!(four, [0b11_011, 0b100_111]);
        assert_eq!(masks(9, 0..=99), [0x1FF]);
        assert_eq!(masks(2, 18..=99), [0; 0]);
        assert_eq!(masks(3, i64::MIN..=i64::MAX).len(), 84);
        assert!(Subsets::of_digits(36).with_sums(18, 0..=99).is_none());
    }
}
