//! State of the items: sizes of their lists, which are active, and which have one option left.
//!
//! An item is *active* if it is primary and not covered. Knuth links the active items (LLINK, RLINK) and walks them to find
//! the smallest. Here they are the items of small size, and a set for the memo: one sweep over the sizes is faster.

use super::nodes::NodeId;
use crate::problem::{Entry, Problem};
use crate::search_space::ItemSetKey;

/// Added to the size of inactive items, covered and secondary ones, so that they are never the smallest and never empty.
/// Real sizes are smaller, because a problem has fewer entries.
const INACTIVE: u32 = 1 << 30;

/// Reciprocal of the weight 1, in units so small that no quotient of an active item reaches 2: the bit [`INACTIVE`] of its
/// representation is then 0.
const WEIGHT_ONE: f32 = 1.0 / (1 << 30) as f32;

/// Added to the weight of an item that is left without options. Steps from 0.25 to 8 differ little.
const WEIGHT_STEP: f32 = 2.0;

/// Number of sizes that a sweep over the items compares in the time of about one update.
const SIZES_PER_STEP: usize = 32;

/// Sizes and states of all items.
#[derive(Clone, Debug, Default)]
pub(super) struct Items {
    /// LEN: number of options in each item's list, plus [`INACTIVE`] if the item is inactive.
    sizes: Vec<u32>,
    /// Number of primary items, which are the first ones.
    primary: usize,
    /// Number of active items. Knuth's test RLINK(0) = 0 is that it is zero.
    active: usize,
    /// Set of active items, one bit an item: Knuth's list of LLINK and RLINK.
    uncovered: Vec<u64>,
    has_secondary: bool,
    /// Smallest number of primary items of an option.
    option_size_min: usize,
    /// Primary items in the order in which their sizes became 1. Some may have been covered since.
    unit_items: Vec<NodeId>,
    /// Reciprocals of the weights of the primary items, times [`WEIGHT_ONE`]; empty if items have no weights.
    inverse_weights: Vec<f32>,
    /// The item that was last left without options.
    last_emptied: NodeId,
}

/// Compares the items only: the queue of unit items depends on earlier operations.
impl PartialEq for Items {
    fn eq(&self, other: &Self) -> bool {
        self.sizes == other.sizes && self.active == other.active && self.uncovered == other.uncovered
    }
}

impl Eq for Items {}

impl Items {
    /// Replaces the items by the items of a problem, all active and without options, and reuses the memory.
    pub(super) fn rebuild(&mut self, problem: &Problem) {
        let (items, primary) = (problem.item_count(), problem.primary_count());
        (self.primary, self.active) = (primary, primary);
        self.has_secondary = items > primary;
        self.option_size_min = usize::MAX;
        let capacity = problem.item_capacity();
        self.sizes.clear();
        self.sizes.reserve(capacity);
        self.sizes.resize(primary, 0);
        self.sizes.resize(items, INACTIVE);
        self.uncovered.clear();
        self.uncovered.reserve(capacity.div_ceil(64));
        self.uncovered.resize(primary.div_ceil(64), 0);
        (0..primary).for_each(|item| self.uncovered[item / 64] |= 1 << (item % 64));
        self.inverse_weights.clear();
        self.inverse_weights.reserve(capacity);
        self.last_emptied = 0;
        self.unit_items.clear();
        // The size of an item becomes 1 at most once on the path to a node.
        self.unit_items.reserve(capacity);
    }

    /// Counts an option of the problem.
    pub(super) fn add_option(&mut self, entries: &[Entry]) {
        let mut primary = 0;
        for entry in entries {
            let item = entry.item.0 as usize;
            self.sizes[item] += 1;
            primary += usize::from(item < self.primary);
        }
        self.option_size_min = self.option_size_min.min(primary);
    }

    /// Queues the items that have one option at the root, once all options are counted.
    pub(super) fn queue_unit_items(&mut self) {
        let sizes = &self.sizes[..self.primary];
        self.unit_items.extend((0..).zip(sizes).filter(|&(_, &size)| size == 1).map(|(item, _)| item));
    }

    /// Number of active items.
    #[inline(always)]
    pub(super) fn active_count(&self) -> usize {
        self.active
    }

    /// Whether an active item has no option.
    pub(super) fn has_empty(&self) -> bool {
        self.primary_sizes().contains(&0)
    }

    /// Sizes of the primary items; at least [`INACTIVE`] for covered ones.
    #[inline(always)]
    fn primary_sizes(&self) -> &[u32] {
        &self.sizes[..self.primary]
    }

    /// Number of options of a covered primary item.
    #[inline(always)]
    pub(super) fn covered_size(&self, item: NodeId) -> u32 {
        self.sizes[item as usize] - INACTIVE
    }

    /// Returns the first of the active items with the fewest options; of those with the smallest quotient of options and
    /// weight if the items have weights.
    #[inline(always)]
    pub(super) fn smallest(&self) -> NodeId {
        if !self.inverse_weights.is_empty() {
            return self.smallest_weighted();
        }
        let sizes = self.primary_sizes();
        let size_min = sizes.iter().copied().fold(u32::MAX, u32::min);
        sizes.iter().position(|&size| size == size_min).unwrap_or_default() as NodeId
    }

    /// Returns the work of [`smallest`](Self::smallest) in units of updates.
    #[inline(always)]
    pub(super) fn sweep_steps(&self) -> u64 {
        (self.primary / SIZES_PER_STEP) as u64
    }

    /// Sets the weights of all items to 1, or removes them.
    pub(super) fn set_weighted(&mut self, is_weighted: bool) {
        self.inverse_weights.clear();
        if is_weighted {
            self.inverse_weights.resize(self.primary, WEIGHT_ONE);
        }
    }

    /// Increases the weight of the item that was last left without options. Does nothing unless the items have weights.
    #[inline(always)]
    pub(super) fn increase_weight(&mut self) {
        if let Some(inverse) = self.inverse_weights.get_mut(self.last_emptied as usize) {
            *inverse = 1.0 / (1.0 / *inverse + WEIGHT_STEP / WEIGHT_ONE);
        }
    }

    /// Returns the first of the active items with the smallest quotient of options and weight.
    fn smallest_weighted(&self) -> NodeId {
        // Positive floating-point numbers are ordered like their representations, which SIMD compares as signed integers.
        // A multiplication is exact to the last bit on every machine.
        let score = |(&size, &inverse): (&u32, &f32)| {
            let quotient = size as i32 as f32 * inverse;
            quotient.to_bits() as i32 | (size & INACTIVE) as i32
        };
        let scores = || self.primary_sizes().iter().zip(&self.inverse_weights).map(score);
        let score_min = scores().fold(i32::MAX, i32::min);
        scores().position(|score| score == score_min).unwrap_or_default() as NodeId
    }

    /// Takes the next active item with one option from the queue, of which `seen` items were taken already.
    #[inline(always)]
    pub(super) fn take_unit(&self, seen: &mut usize) -> Option<NodeId> {
        let sizes = self.primary_sizes();
        while let Some(&item) = self.unit_items.get(*seen) {
            *seen += 1;
            if sizes[item as usize] == 1 {
                return Some(item);
            }
        }
        None
    }

    /// Length of the queue of unit items.
    #[inline(always)]
    pub(super) fn unit_count(&self) -> usize {
        self.unit_items.len()
    }

    /// Removes the unit items queued after the first `count`.
    #[inline(always)]
    pub(super) fn truncate_units(&mut self, count: usize) {
        self.unit_items.truncate(count);
    }

    /// Removes an item from the active ones, if it is primary. Returns whether it is primary and has no option.
    #[inline(always)]
    pub(super) fn deactivate(&mut self, item: NodeId) -> bool {
        let item = item as usize;
        if item >= self.primary {
            return false;
        }
        let is_empty = self.sizes[item] == 0;
        self.sizes[item] += INACTIVE;
        self.active -= 1;
        self.uncovered[item / 64] ^= 1 << (item % 64);
        is_empty
    }

    /// Undoes [`deactivate`](Self::deactivate).
    #[inline(always)]
    pub(super) fn reactivate(&mut self, item: NodeId) {
        let item = item as usize;
        if item < self.primary {
            self.sizes[item] -= INACTIVE;
            self.active += 1;
            self.uncovered[item / 64] ^= 1 << (item % 64);
        }
    }

    /// Borrows the sizes for a loop that removes or restores options.
    #[inline(always)]
    pub(super) fn sizes_mut(&mut self) -> SizesMut<'_> {
        SizesMut {
            sizes: &mut self.sizes,
            unit_items: &mut self.unit_items,
            last_emptied: &mut self.last_emptied,
        }
    }

    /// Set of the active items and `item`, as the memo key of a level that branches on `item`.
    ///
    /// `None` if there are secondary items, whose colours matter, too, or more items than fit into a key.
    pub(super) fn memo_key(&self, item: NodeId) -> Option<ItemSetKey> {
        let mut key = ItemSetKey::default();
        if self.has_secondary {
            return None;
        }
        key.get_mut(..self.uncovered.len())?.copy_from_slice(&self.uncovered);
        key[item as usize / 64] |= 1 << (item % 64);
        Some(key)
    }

    /// Smallest number of primary items of an option; `usize::MAX` without options.
    pub(super) fn option_size_min(&self) -> usize {
        self.option_size_min
    }
}

/// Borrowed sizes. Their address stays in a register, which a loop through [`Items`] would load again for each node.
pub(super) struct SizesMut<'a> {
    sizes: &'a mut [u32],
    unit_items: &'a mut Vec<NodeId>,
    last_emptied: &'a mut NodeId,
}

impl SizesMut<'_> {
    /// Removes an option of an item, and queues an active item with one option left. Returns whether an active item is
    /// left empty.
    #[inline(always)]
    pub(super) fn remove_option(&mut self, item: NodeId) -> bool {
        let size = &mut self.sizes[item as usize];
        *size -= 1;
        match *size {
            0 => {
                *self.last_emptied = item;
                return true;
            }
            1 => self.unit_items.push(item),
            _ => {}
        }
        false
    }

    /// Undoes [`remove_option`](Self::remove_option), except for the queue.
    #[inline(always)]
    pub(super) fn restore_option(&mut self, item: NodeId) {
        self.sizes[item as usize] += 1;
    }
}

#[cfg(test)]
impl Items {
    /// Active items.
    pub(super) fn active_items(&self) -> Vec<NodeId> {
        (0..).zip(self.primary_sizes()).filter(|&(_, &size)| size < INACTIVE).map(|(item, _)| item).collect()
    }

    /// Asserts that the sizes of the active items are the lengths of their lists, and that other data agrees. `len` returns the
    /// length of an item's list; covered items have none to check.
    pub(super) fn check(&self, len: impl Fn(NodeId) -> u32) {
        let active = self.active_items();
        for &item in &active {
            assert_eq!(self.sizes[item as usize], len(item), "size of item {item}");
            assert_eq!(self.uncovered[item as usize / 64] >> (item % 64) & 1, 1, "item {item} is active");
        }
        for item in self.primary..self.sizes.len() {
            len(item as NodeId);
        }
        assert_eq!(self.active, active.len());
    }
}
