//! Sets of primary items as machine words, and option counts of all items at once.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use crate::exact_cover::search_space::{MEMO_KEY_WORDS, MemoKey};

/// Set of primary items, one bit per item.
pub trait ItemMask:
    Copy
    + Debug
    + Default
    + Eq
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
{
    /// Number of items that fit into a set.
    const ITEMS_MAX: usize;

    /// Returns the set of one item.
    fn single(item: usize) -> Self;

    /// Returns the number of the first item; [`ItemMask::ITEMS_MAX`] if the set is empty.
    fn first(self) -> usize;

    /// Returns the set as a memo key.
    fn memo_key(self) -> MemoKey;

    /// Whether the set is empty.
    fn is_empty(self) -> bool {
        self == Self::default()
    }
}

impl ItemMask for u64 {
    const ITEMS_MAX: usize = 64;

    fn single(item: usize) -> Self {
        1 << item
    }

    fn first(self) -> usize {
        self.trailing_zeros() as usize
    }

    fn memo_key(self) -> MemoKey {
        let mut key = [0; MEMO_KEY_WORDS];
        key[0] = self;
        key
    }
}

impl ItemMask for u128 {
    const ITEMS_MAX: usize = 128;

    fn single(item: usize) -> Self {
        1 << item
    }

    fn first(self) -> usize {
        self.trailing_zeros() as usize
    }

    fn memo_key(self) -> MemoKey {
        let mut key = [0; MEMO_KEY_WORDS];
        (key[0], key[1]) = (self as u64, (self >> 64) as u64);
        key
    }
}

/// Number of options of each item, up to four, as a bit-sliced counter.
///
/// Adding an option takes a few word operations for all its items. The counts suffice to find the items with the fewest
/// options if that number is at most three.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SmallCounts<M> {
    one_or_more: M,
    two_or_more: M,
    three_or_more: M,
    four_or_more: M,
}

impl<M: ItemMask> SmallCounts<M> {
    /// Counts an option that covers `items`.
    #[inline(always)]
    pub(super) fn add(&mut self, items: M) {
        self.four_or_more |= self.three_or_more & items;
        self.three_or_more |= self.two_or_more & items;
        self.two_or_more |= self.one_or_more & items;
        self.one_or_more |= items;
    }

    /// Counts the options of `set`, one bit per option. Option `n` covers the items `items[n]`.
    #[inline(always)]
    pub(super) fn add_all(&mut self, items: &[M; 64], mut set: u64) {
        while set != 0 {
            self.add(items[set.trailing_zeros() as usize % 64]);
            set &= set - 1;
        }
    }

    /// Whether any of `items` has no option.
    #[inline(always)]
    pub(super) fn has_empty(&self, items: M) -> bool {
        !(items & !self.one_or_more).is_empty()
    }

    /// Returns the subset of `items` with the fewest options; `None` if that number exceeds three. Every item must have an
    /// option.
    #[inline(always)]
    pub(super) fn smallest(&self, items: M) -> Option<M> {
        [self.two_or_more, self.three_or_more, self.four_or_more]
            .into_iter()
            .map(|more| items & !more)
            .find(|fewest| !fewest.is_empty())
    }
}
