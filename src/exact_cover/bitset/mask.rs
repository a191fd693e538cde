//! Sets of primary items as machine words, and the sizes of all of them at once.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use crate::exact_cover::search_space::{MEMO_KEY_WORDS, MemoKey};

/// A set of primary items, one bit an item.
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
    /// How many items a set can hold.
    const ITEMS_MAX: usize;

    /// The set of one item.
    fn of(item: usize) -> Self;

    /// The first item of a set; [`ItemMask::ITEMS_MAX`] of the empty one.
    fn first(self) -> usize;

    /// The set as words.
    fn key(self) -> MemoKey;

    /// Whether the set has no item.
    fn is_empty(self) -> bool {
        self == Self::default()
    }
}

impl ItemMask for u64 {
    const ITEMS_MAX: usize = 64;

    fn of(item: usize) -> Self {
        1 << item
    }

    fn first(self) -> usize {
        self.trailing_zeros() as usize
    }

    fn key(self) -> MemoKey {
        let mut key = [0; MEMO_KEY_WORDS];
        key[0] = self;
        key
    }
}

impl ItemMask for u128 {
    const ITEMS_MAX: usize = 128;

    fn of(item: usize) -> Self {
        1 << item
    }

    fn first(self) -> usize {
        self.trailing_zeros() as usize
    }

    fn key(self) -> MemoKey {
        let mut key = [0; MEMO_KEY_WORDS];
        (key[0], key[1]) = (self as u64, (self >> 64) as u64);
        key
    }
}

/// Which items have at least one, two, three, four options, out of a stream of options.
///
/// This finds the item with the fewest options, when these are three at most, without counting for any item: four
/// operations an option, for all items together.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SmallCounts<M> {
    one: M,
    two: M,
    three: M,
    four: M,
}

impl<M: ItemMask> SmallCounts<M> {
    /// Takes note of an option, given as the items it covers.
    #[inline(always)]
    pub(super) fn add(&mut self, items: M) {
        self.four |= self.three & items;
        self.three |= self.two & items;
        self.two |= self.one & items;
        self.one |= items;
    }

    /// Takes note of those of 64 options that are in a set.
    #[inline(always)]
    pub(super) fn add_all(&mut self, items: &[M; 64], mut set: u64) {
        while set != 0 {
            self.add(items[set.trailing_zeros() as usize % 64]);
            set &= set - 1;
        }
    }

    /// Whether some of `items` have no option.
    #[inline(always)]
    pub(super) fn misses(&self, items: M) -> bool {
        !(items & !self.one).is_empty()
    }

    /// Those of `items` that have the fewest options, if that is three or fewer; each has one at least.
    #[inline(always)]
    pub(super) fn smallest(&self, items: M) -> Option<M> {
        [self.two, self.three, self.four].into_iter().map(|more| items & !more).find(|few| !few.is_empty())
    }
}
