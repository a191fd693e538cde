//! Linear sums: bounds, sets of different digits, and the totals that groups of cells can reach together.

use super::board::{Board, Cause, Conflict, is_open};
use super::subsets::Subsets;
use crate::bits::set_bits;

/// Largest distance from a bound of the total for which the reachable totals are computed: they are bits of a `u128`.
const SLACK_MAX: i64 = 127;

/// Largest number of sets of digits that are tried for a group.
const TRIED_MAX: usize = 64;

/// Cells with the same factor, in which no digit repeats.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) factor: i64,
    /// Index of the first cell after the group; the group begins where the one before ends.
    pub(super) end: usize,
}

/// Cells whose digits, each times the factor of its group, add up to a total.
#[derive(Clone, Debug)]
pub(super) struct LinearSum {
    pub(super) cells: Vec<u16>,
    pub(super) groups: Vec<Group>,
    pub(super) total: i64,
}

/// A group with two or more candidates in some cells.
#[derive(Clone, Debug)]
struct OpenGroup {
    factor: i64,
    /// Range of its open cells in [`SumScratch::open`].
    cells: (usize, usize),
    /// Candidates of the open cells.
    union: u64,
    /// Digits with the least sum that the open cells may have together, and those with the largest sum.
    lowest: u64,
    highest: u64,
    /// Least and largest contribution to the total.
    low: i64,
    high: i64,
    /// Contributions that may be possible, as distances from the bound.
    reach: u128,
}

/// Digits that some of the open cells of a group need.
#[derive(Clone, Copy, Debug)]
struct Needed {
    cells: (usize, usize),
    digits: u64,
}

/// Memory that all sums use in turn.
#[derive(Clone, Debug, Default)]
pub(super) struct SumScratch {
    masks: Vec<u64>,
    groups: Vec<OpenGroup>,
    /// Indices of the open cells, group by group.
    open: Vec<usize>,
    /// Totals that the groups before each group reach, as distances from the bound.
    before: Vec<u128>,
    needed: Vec<Needed>,
    /// Cells outside of the sum, as bits.
    outside: Vec<u64>,
    /// Work so far.
    pub(super) work: u64,
}

impl LinearSum {
    /// Removes candidates, given in the order of the cells, that no digits of the other cells complete to the total. Returns
    /// whether the total can be reached.
    ///
    /// Not every such candidate is removed.
    pub(super) fn filter(&self, subsets: &Subsets, masks: &mut [u64], scratch: &mut SumScratch) -> bool {
        scratch.needed.clear();
        scratch.work += 2 + masks.len() as u64 / 2;
        let Some(rest) = self.open_groups(masks, scratch) else { return false };
        if scratch.groups.is_empty() {
            return rest == 0;
        }
        let (mut low, mut high, mut span) = (0, 0, 0);
        for group in &scratch.groups {
            low += group.low;
            high += group.high;
            span = span.max(group.high - group.low);
        }
        let (above, below) = (rest - low, high - rest);
        if above < 0 || below < 0 {
            return false;
        }
        let slack = above.min(below);
        let is_loose = |group: &OpenGroup| group.cells.1 - group.cells.0 > 2;
        if slack >= span && (scratch.groups.len() > 3 || scratch.groups.iter().any(is_loose)) {
            return true;
        }
        if slack > SLACK_MAX {
            return bound(masks, scratch, above, below);
        }
        reach(subsets, masks, scratch, above <= below, slack)
    }

    /// Lists the groups with open cells. Returns the total without the solved cells; `None` without a solution.
    fn open_groups(&self, masks: &mut [u64], scratch: &mut SumScratch) -> Option<i64> {
        let (mut rest, mut start) = (self.total, 0);
        scratch.groups.clear();
        scratch.open.clear();
        for &Group { factor, end } in &self.groups {
            let first_open = scratch.open.len();
            let fixed = exclude_fixed(&mut masks[start..end])?;
            rest -= factor * sum_of(fixed);
            let mut union = 0;
            for (index, &mask) in masks.iter().enumerate().take(end).skip(start) {
                if is_open(mask) {
                    scratch.open.push(index);
                    union |= mask;
                }
            }
            start = end;
            let cells = (first_open, scratch.open.len());
            if cells.0 == cells.1 {
                continue;
            }
            let open = || scratch.open[cells.0..cells.1].iter().map(|&index| masks[index]);
            let lowest = lowest_digits(union, open())?;
            let highest = lowest_digits(union.reverse_bits(), open().map(u64::reverse_bits))?.reverse_bits();
            let (least, largest) = (sum_of(lowest), sum_of(highest));
            let (low, high) = if factor > 0 { (least, largest) } else { (largest, least) };
            let (low, high) = (factor * low, factor * high);
            scratch.groups.push(OpenGroup { factor, cells, union, lowest, highest, low, high, reach: 0 });
        }
        Some(rest)
    }
}

/// Removes the digits of solved cells from the other ones. Returns these digits; `None` if one occurs twice, or a cell has no digit.
fn exclude_fixed(masks: &mut [u64]) -> Option<u64> {
    if let [only] = masks {
        return if *only == 0 { None } else { Some(if is_open(*only) { 0 } else { *only }) };
    }
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
            return Some(fixed);
        }
    }
}

/// Removes candidates beyond the bounds: `above` is the distance of the total from its least value, `below` from its largest one.
fn bound(masks: &mut [u64], scratch: &mut SumScratch, above: i64, below: i64) -> bool {
    for group in &scratch.groups {
        let Distances { least, largest, factor, .. } = Distances::new(group);
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
fn reach(
    subsets: &Subsets,
    masks: &mut [u64],
    scratch: &mut SumScratch,
    is_from_low: bool,
    slack: i64,
) -> bool {
    let SumScratch { groups, open, before, needed, work, .. } = scratch;
    let within = u128::MAX >> (SLACK_MAX - slack);
    before.clear();
    before.push(1);
    for group in groups.iter_mut() {
        let distances = Distances { is_from_low, ..Distances::new(group) };
        group.reach = within
            & match open[group.cells.0..group.cells.1] {
                [cell] => distances.of_digits(masks[cell], slack),
                [one, other] => distances.of_sums(sums_of_two(masks[one], masks[other]), slack),
                _ => distances.of_range(slack),
            };
        *work += 1;
        let previous = before.last().copied().unwrap_or_default();
        before.push(shifted_union(previous, group.reach) & within);
    }
    let mut after = 1_u128 << slack;
    for (group, &before) in groups.iter().zip(&*before).rev() {
        let (mut allowed, mut next) = (0, 0);
        for distance in set_bits_wide(group.reach) {
            if (before << distance) & after != 0 {
                allowed |= 1 << distance;
                next |= after >> distance;
            }
        }
        if allowed == 0 {
            return false;
        }
        after = next;
        let cells = &open[group.cells.0..group.cells.1];
        let distances = Distances { is_from_low, ..Distances::new(group) };
        if let [cell] = *cells {
            masks[cell] = distances.digits(masks[cell], allowed);
            if masks[cell] == 0 {
                return false;
            }
            continue;
        }
        let sums = distances.range_of(allowed);
        match subsets.with_sums(cells.len(), sums.clone()).filter(|listed| listed.len() <= TRIED_MAX) {
            Some(listed) => {
                *work += listed.len() as u64 / 4;
                let possible = listed.iter().filter(|set| {
                    set.mask & !group.union == 0 && allowed >> distances.of(i64::from(set.sum)) & 1 == 1
                });
                let digits = support(masks, cells, possible.map(|set| set.mask));
                needed.push(Needed { cells: group.cells, digits });
            }
            None => group.bound_cells(masks, cells, *sums.start(), *sums.end()),
        }
        if cells.iter().any(|&cell| masks[cell] == 0) {
            return false;
        }
    }
    true
}

/// Distances of the contributions of a group from its least or its largest one.
#[derive(Clone, Copy, Debug)]
struct Distances {
    /// Least and largest sum of the digits.
    least: i64,
    largest: i64,
    factor: i64,
    /// Whether the distances are those from the least contribution.
    is_from_low: bool,
}

impl Distances {
    fn new(group: &OpenGroup) -> Self {
        let size = group.factor.abs();
        let (low, high) = if group.factor > 0 { (group.low, group.high) } else { (-group.high, -group.low) };
        Self { least: low / size, largest: high / size, factor: group.factor, is_from_low: true }
    }

    /// Whether a larger sum of the digits has a larger distance.
    #[inline(always)]
    fn is_rising(&self) -> bool {
        (self.factor > 0) == self.is_from_low
    }

    /// Distance of a sum of the digits.
    #[inline(always)]
    fn of(&self, sum: i64) -> i64 {
        self.factor.abs() * if self.is_rising() { sum - self.least } else { self.largest - sum }
    }

    /// Distances of the digits of a cell, up to a maximum.
    #[inline(always)]
    fn of_digits(&self, mask: u64, max: i64) -> u128 {
        self.of_sums(u128::from(mask) << 1, max)
    }

    /// Distances of sums that are bits, up to a maximum.
    #[inline(always)]
    fn of_sums(&self, sums: u128, max: i64) -> u128 {
        if self.is_rising() && self.factor.abs() == 1 {
            return sums >> self.least;
        }
        let distances = set_bits_wide(sums).map(|sum| self.of(i64::from(sum)));
        distances.filter(|&distance| distance <= max).fold(0, |reach, distance| reach | 1 << distance)
    }

    /// Distances of all sums, up to a maximum.
    fn of_range(&self, max: i64) -> u128 {
        let steps = (max / self.factor.abs()).min(self.largest - self.least);
        (0..=steps).fold(0, |reach, step| reach | 1 << (step * self.factor.abs()))
    }

    /// The digits of a mask whose distances are allowed.
    #[inline(always)]
    fn digits(&self, mask: u64, allowed: u128) -> u64 {
        let is_allowed = |bit: &usize| {
            let distance = self.of(*bit as i64 + 1);
            distance <= SLACK_MAX && allowed >> distance & 1 == 1
        };
        set_bits(mask).filter(is_allowed).fold(0, |bits, bit| bits | 1 << bit)
    }

    /// The sums from the first to the last one that is allowed.
    fn range_of(&self, allowed: u128) -> std::ops::RangeInclusive<i64> {
        let size = self.factor.abs();
        let first = i64::from(allowed.trailing_zeros()) / size;
        let last = (127 - i64::from(allowed.leading_zeros())) / size;
        if self.is_rising() {
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

impl OpenGroup {
    /// Removes digits of the open cells that no digits of the other ones complete to a sum in a range.
    ///
    /// If the digits are sorted, each is at least as large as the digit of the same rank in the set with the least sum.
    fn bound_cells(&self, masks: &mut [u64], cells: &[usize], low: i64, high: i64) {
        let raised = high - sum_of(self.lowest);
        let lowered = sum_of(self.highest) - low;
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

/// Removes the candidates that are in no set, or for which the other cells cannot share the rest of a set. Returns the digits that are in
/// all sets.
fn support(masks: &mut [u64], cells: &[usize], sets: impl Iterator<Item = u64>) -> u64 {
    let mut needed = u64::MAX;
    match *cells {
        [one, other] => {
            let (mut of_one, mut of_other) = (0, 0);
            for set in sets {
                let (low, high) = (set & set.wrapping_neg(), set & (set - 1));
                let (a, b) = (masks[one], masks[other]);
                let mut is_possible = false;
                for (first, second) in [(low, high), (high, low)] {
                    if a & first != 0 && b & second != 0 {
                        of_one |= first;
                        of_other |= second;
                        is_possible = true;
                    }
                }
                if is_possible {
                    needed &= set;
                }
            }
            (masks[one], masks[other]) = (of_one, of_other);
        }
        [one, other, third] => {
            let mut supported = [0; 3];
            for set in sets {
                let mut is_possible = false;
                for first in set_bits(masks[one] & set).map(|bit| 1 << bit) {
                    let rest = set ^ first;
                    for second in set_bits(masks[other] & rest).map(|bit| 1 << bit) {
                        let last = rest ^ second;
                        if masks[third] & last != 0 {
                            supported = [supported[0] | first, supported[1] | second, supported[2] | last];
                            is_possible = true;
                        }
                    }
                }
                if is_possible {
                    needed &= set;
                }
            }
            [masks[one], masks[other], masks[third]] = supported;
        }
        _ => {
            let mut possible = 0;
            for set in sets {
                if cells.iter().all(|&cell| masks[cell] & set != 0) {
                    possible |= set;
                    needed &= set;
                }
            }
            cells.iter().for_each(|&cell| masks[cell] &= possible);
        }
    }
    if needed == u64::MAX { 0 } else { needed }
}

/// Removes candidates of the cells of a sum. Each digit that the sum needs is placed if it has a single place; otherwise it is removed
/// from the common peers of its places.
pub(super) fn propagate(
    sum: &LinearSum,
    index: u32,
    subsets: &Subsets,
    peer_sets: &[u64],
    board: &mut Board,
    scratch: &mut SumScratch,
) -> Result<(), Conflict> {
    let cause = Cause::Sum(index);
    let mut masks = std::mem::take(&mut scratch.masks);
    masks.clear();
    masks.extend(sum.cells.iter().map(|&cell| board.mask(cell)));
    let is_possible = sum.filter(subsets, &mut masks, scratch);
    let removed = sum.cells.iter().zip(&masks).try_for_each(|(&cell, &mask)| {
        if board.mask(cell) & !mask != 0 { board.remove(cell, !mask, cause) } else { Ok(()) }
    });
    scratch.masks = masks;
    if !is_possible {
        return Err(Conflict::Rule(cause));
    }
    removed?;
    place_needed(sum, index, peer_sets, board, scratch)
}

/// Uses the digits that groups of the sum need.
fn place_needed(
    sum: &LinearSum,
    index: u32,
    peer_sets: &[u64],
    board: &mut Board,
    scratch: &mut SumScratch,
) -> Result<(), Conflict> {
    let words = peer_sets.len() / board.masks().len().max(1);
    for number in 0..scratch.needed.len() {
        let Needed { cells, digits } = scratch.needed[number];
        for digit in set_bits(digits) {
            let cells = scratch.open[cells.0..cells.1].iter().map(|&at| sum.cells[at]);
            let mut places = cells.filter(|&cell| board.mask(cell) >> digit & 1 == 1);
            let Some(first) = places.next() else { continue };
            let Some(second) = places.next() else {
                if is_open(board.mask(first)) {
                    board.place(first, digit, Cause::Sum(index))?;
                }
                continue;
            };
            let peers = |cell: u16| &peer_sets[usize::from(cell) * words..][..words];
            scratch.outside.clear();
            scratch.outside.extend(peers(first).iter().zip(peers(second)).map(|(one, other)| one & other));
            for place in places {
                scratch.outside.iter_mut().zip(peers(place)).for_each(|(bits, other)| *bits &= other);
            }
            scratch.work += words as u64;
            for (word, &bits) in scratch.outside.iter().enumerate() {
                for bit in set_bits(bits) {
                    let cell = (64 * word) as u16 + bit as u16;
                    if board.mask(cell) >> digit & 1 == 1 {
                        board.remove(cell, 1 << digit, Cause::Needed(index))?;
                    }
                }
            }
        }
    }
    Ok(())
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

/// Sum of the digits of a mask.
fn sum_of(mask: u64) -> i64 {
    set_bits(mask).map(|bit| bit as i64 + 1).sum()
}
