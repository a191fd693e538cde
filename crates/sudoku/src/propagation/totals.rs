//! The totals that groups of a sum can reach together.

use super::combinations::support;
use super::subsets::{Subset, Subsets};
use super::sum_groups::{Needed, OpenGroup, SumScratch};
use crate::bits::set_bits;

/// Largest distance from a bound of the total for which the reachable totals are computed: they are bits of a `u128`.
pub(super) const SLACK_MAX: i64 = 127;

/// Largest number of sets of digits that are tried for a group.
pub(super) const TRIED_MAX: usize = 64;

/// Removes candidates beyond the bounds: `above` is the distance of the total from its least value, `below` from its largest one.
pub(super) fn bound(masks: &mut [u64], scratch: &mut SumScratch, above: i64, below: i64) -> bool {
    for group in &scratch.groups {
        let &OpenGroup { least, largest, factor, .. } = group;
        let (above, below) = if factor > 0 { (above, below) } else { (below, above) };
        let cells = &scratch.open[group.cells.0..group.cells.1];
        scratch.work += cells.len() as u64;
        group.bound_cells(masks, cells, largest - below / factor.abs(), least + above / factor.abs());
        if cells.iter().any(|&cell| masks[cell] == 0) {
            return false;
        }
    }
    true
}

/// Removes candidates of groups whose contribution no contributions of the other groups complete to the total.
///
/// All contributions and totals are distances from their least value if `is_from_low`, otherwise from their largest one. `slack` is the distance
/// of the total.
pub(super) fn reach(
    subsets: &Subsets,
    masks: &mut [u64],
    scratch: &mut SumScratch,
    is_from_low: bool,
    slack: i64,
) -> bool {
    let SumScratch { groups, open, reached, before, needed, work, .. } = scratch;
    let within = u128::MAX >> (SLACK_MAX - slack);
    reached.clear();
    reached.extend(groups.iter().map(|group| {
        let distances = Distances::new(group, is_from_low);
        let reached = match open[group.cells.0..group.cells.1] {
            [cell] => distances.of_digits(masks[cell], slack),
            [one, other] => distances.of_sums(sums_of_two(masks[one], masks[other]), slack),
            _ => distances.of_range(slack),
        };
        reached & within
    }));
    *work += groups.len() as u64;
    if let [one, other] = &mut **reached {
        // What one group reaches is what the other one leaves.
        let left = |reached: u128| reached.reverse_bits() >> (SLACK_MAX - slack);
        *one &= left(*other);
        *other &= left(*one);
    } else {
        keep_reached(reached, before, slack, within);
    }
    for (group, &allowed) in groups.iter().zip(&*reached) {
        if allowed == 0 {
            return false;
        }
        let cells = &open[group.cells.0..group.cells.1];
        let distances = Distances::new(group, is_from_low);
        if let [cell] = *cells {
            masks[cell] &= distances.digits(allowed);
        } else {
            let sums = distances.range_of(allowed);
            match subsets.with_sums(cells.len(), sums.clone()).filter(|listed| listed.len() <= TRIED_MAX) {
                Some(listed) => {
                    *work += listed.len() as u64 / 4;
                    let is_allowed = |set: &&Subset| {
                        set.mask & !group.union == 0 && allowed >> distances.of(i64::from(set.sum)) & 1 == 1
                    };
                    let digits = support(masks, cells, listed.iter().filter(is_allowed).copied());
                    needed.push(Needed { cells: group.cells, digits });
                }
                None => group.bound_cells(masks, cells, *sums.start(), *sums.end()),
            }
        }
        if cells.iter().any(|&cell| masks[cell] == 0) {
            return false;
        }
    }
    true
}

/// Keeps the distances of each group that add up to `slack` with one distance of each other group.
fn keep_reached(reached: &mut [u128], before: &mut Vec<u128>, slack: i64, within: u128) {
    before.clear();
    let mut total = 1;
    for &reached in &*reached {
        before.push(total);
        total = shifted_union(total, reached) & within;
    }
    let mut after = 1_u128 << slack;
    for (reached, &before) in reached.iter_mut().zip(&*before).rev() {
        let (mut allowed, mut next) = (0, 0);
        for distance in set_bits_wide(*reached) {
            if (before << distance) & after != 0 {
                allowed |= 1 << distance;
                next |= after >> distance;
            }
        }
        *reached = allowed;
        after = next;
    }
}

/// Distances of the contributions of a group from its least or its largest one.
#[derive(Clone, Copy, Debug)]
struct Distances {
    /// Least and largest sum of the digits.
    least: i64,
    largest: i64,
    /// Size of the factor.
    size: i64,
    /// Whether a larger sum of the digits has a larger distance.
    is_rising: bool,
}

impl Distances {
    #[inline(always)]
    fn new(group: &OpenGroup, is_from_low: bool) -> Self {
        let &OpenGroup { least, largest, factor, .. } = group;
        Self { least, largest, size: factor.abs(), is_rising: (factor > 0) == is_from_low }
    }

    /// Distance of a sum of the digits.
    #[inline(always)]
    fn of(&self, sum: i64) -> i64 {
        self.size * if self.is_rising { sum - self.least } else { self.largest - sum }
    }

    /// Distances of the digits of a cell, up to a maximum.
    #[inline(always)]
    fn of_digits(&self, mask: u64, max: i64) -> u128 {
        self.of_sums(u128::from(mask) << 1, max)
    }

    /// Distances of sums that are bits, up to a maximum.
    #[inline(always)]
    fn of_sums(&self, sums: u128, max: i64) -> u128 {
        if self.size == 1 {
            return if self.is_rising {
                sums >> self.least
            } else {
                sums.reverse_bits() >> (127 - self.largest)
            };
        }
        let distances = set_bits_wide(sums).map(|sum| self.of(i64::from(sum)));
        distances.filter(|&distance| distance <= max).fold(0, |reach, distance| reach | 1 << distance)
    }

    /// Distances of all sums, up to a maximum.
    #[inline(always)]
    fn of_range(&self, max: i64) -> u128 {
        let steps = (max / self.size).min(self.largest - self.least);
        if self.size == 1 {
            return u128::MAX >> (127 - steps);
        }
        (0..=steps).fold(0, |reach, step| reach | 1 << (step * self.size))
    }

    /// The digits whose distances are allowed.
    #[inline(always)]
    fn digits(&self, allowed: u128) -> u64 {
        // Digit d is bit d, and becomes bit d - 1.
        if self.size > 1 {
            let digit = |distance: u32| {
                let steps = i64::from(distance) / self.size;
                if self.is_rising { self.least + steps } else { self.largest - steps }
            };
            set_bits_wide(allowed).fold(0, |bits, distance| bits | 1 << (digit(distance) - 1))
        } else if self.is_rising {
            (allowed << (self.least - 1)) as u64
        } else {
            (allowed.reverse_bits() >> (128 - self.largest)) as u64
        }
    }

    /// The sums from the first to the last one that is allowed.
    #[inline(always)]
    fn range_of(&self, allowed: u128) -> std::ops::RangeInclusive<i64> {
        let first = i64::from(allowed.trailing_zeros()) / self.size;
        let last = (127 - i64::from(allowed.leading_zeros())) / self.size;
        if self.is_rising {
            self.least + first..=self.least + last
        } else {
            self.largest - last..=self.largest - first
        }
    }
}

/// The sums of two different digits, as bits.
fn sums_of_two(one: u64, other: u64) -> u128 {
    set_bits(one).fold(0, |sums, bit| sums | u128::from(other & !(1 << bit)) << (bit + 2))
}

fn shifted_union(bits: u128, shifts: u128) -> u128 {
    let (few, many) = if bits.count_ones() < shifts.count_ones() { (bits, shifts) } else { (shifts, bits) };
    set_bits_wide(few).fold(0, |union, shift| union | many << shift)
}

#[inline(always)]
fn set_bits_wide(mut bits: u128) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = (bits != 0).then(|| bits.trailing_zeros());
        bits &= bits.wrapping_sub(1);
        lowest
    })
}
