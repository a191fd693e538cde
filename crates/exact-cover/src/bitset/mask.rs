//! Sets of primary items as machine words, and option counts of all items at once.

use std::fmt::Debug;
use std::iter;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use wide::u64x4;

use crate::search_space::{ITEM_SET_WORDS, ItemSetKey};

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
    fn memo_key(self) -> ItemSetKey;

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

    fn memo_key(self) -> ItemSetKey {
        let mut key = [0; ITEM_SET_WORDS];
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

    fn memo_key(self) -> ItemSetKey {
        let mut key = [0; ITEM_SET_WORDS];
        (key[0], key[1]) = (self as u64, (self >> 64) as u64);
        key
    }
}

/// Number of words of a [`WideMask`].
const WIDE_WORDS: usize = 4;

/// Set of up to 256 items, as SIMD words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WideMask(u64x4);

impl BitAnd for WideMask {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitAndAssign for WideMask {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOr for WideMask {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for WideMask {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl Not for WideMask {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl WideMask {
    /// Whether the set has an item.
    #[inline(always)]
    pub(super) fn contains(&self, item: usize) -> bool {
        self.0.as_array()[item / 64] >> (item % 64) & 1 == 1
    }

    /// Adds an item.
    #[inline(always)]
    pub(super) fn insert(&mut self, item: usize) {
        self.0.as_mut_array()[item / 64] |= 1 << (item % 64);
    }

    /// Removes an item.
    #[inline(always)]
    pub(super) fn remove(&mut self, item: usize) {
        self.0.as_mut_array()[item / 64] &= !(1 << (item % 64));
    }

    /// Returns the set in words of 64 items.
    #[inline(always)]
    pub(super) fn words(self) -> [u64; WIDE_WORDS] {
        self.0.to_array()
    }

    /// Returns the items of the set in order.
    #[inline(always)]
    pub(super) fn items(self) -> impl Iterator<Item = usize> {
        (0..).zip(self.words()).flat_map(|(index, mut word)| {
            iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros() as usize);
                word &= word.wrapping_sub(1);
                bit.map(|bit| 64 * index + bit)
            })
        })
    }
}

impl ItemMask for WideMask {
    const ITEMS_MAX: usize = 64 * WIDE_WORDS;

    fn single(item: usize) -> Self {
        let mut set = Self::default();
        set.insert(item);
        set
    }

    fn first(self) -> usize {
        self.items().next().unwrap_or(Self::ITEMS_MAX)
    }

    fn memo_key(self) -> ItemSetKey {
        let mut key = [0; ITEM_SET_WORDS];
        key[..WIDE_WORDS].copy_from_slice(&self.words());
        key
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.words().into_iter().fold(0, |union, word| union | word) == 0
    }
}

/// Number of options of each item, up to four, as a bit-sliced counter.
///
/// Adding an option takes a few word operations for all its items. So does adding one option each of a set of items. The counts suffice to find the items with the fewest
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

    /// Returns the subset of `items` without an option.
    #[inline(always)]
    pub(super) fn empty(&self, items: M) -> M {
        items & !self.one_or_more
    }

    /// Returns the subset of `items` with up to one option.
    #[inline(always)]
    pub(super) fn up_to_one(&self, items: M) -> M {
        items & !self.two_or_more
    }

    /// Returns the subset of `items` with up to two options.
    #[inline(always)]
    pub(super) fn up_to_two(&self, items: M) -> M {
        items & !self.three_or_more
    }

    /// Returns the subset of `items` with up to three options.
    #[inline(always)]
    pub(super) fn up_to_three(&self, items: M) -> M {
        items & !self.four_or_more
    }

    /// Whether any of `items` has no option.
    #[inline(always)]
    pub(super) fn has_empty(&self, items: M) -> bool {
        !self.empty(items).is_empty()
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
