//! Words that are worked on four at a time.
//!
//! Plain arrays, which the compiler turns into the vector registers that every x86-64 (SSE2) and every aarch64
//! (NEON) machine has. Intrinsics, which need `unsafe`, were up to 5 % faster.

use std::ops::{BitAnd, BitOr};

/// Three words, one for each band, and a fourth that always equals the first.
///
/// Registers hold four; a copy in the fourth needs no care in any operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lanes([u32; 4]);

impl Lanes {
    /// The same word in every lane.
    #[inline(always)]
    pub(super) const fn splat(word: u32) -> Self {
        Self([word; 4])
    }

    /// These words.
    #[inline(always)]
    pub(super) const fn new([first, second, third]: [u32; 3]) -> Self {
        Self([first, second, third, first])
    }

    /// The words.
    #[inline(always)]
    pub(super) const fn words(self) -> [u32; 3] {
        let Self([first, second, third, _]) = self;
        [first, second, third]
    }

    /// The union of each lane's two other words.
    #[inline(always)]
    pub(super) fn others(self) -> Self {
        self.next() | self.previous()
    }

    /// In each lane the word of the lane after it, cyclically.
    #[inline(always)]
    pub(super) const fn next(self) -> Self {
        let Self([first, second, third, _]) = self;
        Self([second, third, first, second])
    }

    /// In each lane the word of the lane before it, cyclically.
    #[inline(always)]
    pub(super) const fn previous(self) -> Self {
        let Self([first, second, third, _]) = self;
        Self([third, first, second, third])
    }

    /// Every word shifted up.
    #[inline(always)]
    pub(super) fn up<const BITS: u32>(self) -> Self {
        Self(self.0.map(|word| word << BITS))
    }

    /// Every word shifted down.
    #[inline(always)]
    pub(super) fn down<const BITS: u32>(self) -> Self {
        Self(self.0.map(|word| word >> BITS))
    }

    /// The sums, modulo 2^32.
    #[inline(always)]
    pub(super) fn plus(self, other: Self) -> Self {
        self.zip(other, u32::wrapping_add)
    }

    /// The differences, modulo 2^32.
    #[inline(always)]
    pub(super) fn minus(self, other: Self) -> Self {
        self.zip(other, u32::wrapping_sub)
    }

    /// The bits that `other` does not have.
    #[inline(always)]
    pub(super) fn without(self, other: Self) -> Self {
        self.zip(other, |word, other| word & !other)
    }

    /// Whether no bit is set.
    #[inline(always)]
    pub(super) fn is_zero(self) -> bool {
        self.0 == [0; 4]
    }

    #[inline(always)]
    fn zip(self, other: Self, combine: impl Fn(u32, u32) -> u32) -> Self {
        let (Self([a, b, c, d]), Self([e, f, g, h])) = (self, other);
        Self([combine(a, e), combine(b, f), combine(c, g), combine(d, h)])
    }
}

impl BitAnd for Lanes {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |word, other| word & other)
    }
}

impl BitOr for Lanes {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |word, other| word | other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_turn_round_three_words_and_keep_the_fourth_a_copy() {
        let lanes = Lanes::new([1, 2, 4]);
        assert_eq!(lanes.next(), Lanes::new([2, 4, 1]));
        assert_eq!(lanes.previous(), Lanes::new([4, 1, 2]));
        assert_eq!(lanes.others(), Lanes::new([6, 5, 3]));
        assert_eq!(lanes.others().words(), [6, 5, 3]);
    }
}
