//! SIMD register of 32-bit words, one per band, in the vector registers of x86-64 (SSE2) and aarch64 (NEON).
//!
//! The rules and the choice of a branch are compiled for AVX2 and AVX-512, too: the same registers, with instructions of three
//! operands. The processor chooses at run time. Functions that they call must be inlined; otherwise they use the baseline
//! instructions. The compiler does not inline `map` of an array and most iterators there: use `each` and loops.

use std::ops::{BitAnd, BitOr, BitXor};

use wide::u32x4;

/// Words of 32 bits, one per band, of one board or of several.
pub(super) trait Words: Copy + BitAnd<Output = Self> + BitOr<Output = Self> {
    /// A register with the same word for every band. `self` gives only the kind of register; its words are ignored.
    fn splat_like(self, word: u32) -> Self;

    /// For each band, the word of the next band, cyclically.
    fn next_band(self) -> Self;

    /// For each band, the word of the previous band, cyclically.
    fn previous_band(self) -> Self;

    /// For each band, the union of the words of the two others.
    #[inline(always)]
    fn other_bands(self) -> Self {
        self.next_band() | self.previous_band()
    }

    /// Every word shifted left by `BITS`.
    fn shift_left<const BITS: u32>(self) -> Self;

    /// Every word shifted right by `BITS`.
    fn shift_right<const BITS: u32>(self) -> Self;

    /// Sum of the words, modulo 2^32.
    fn wrapping_add(self, other: Self) -> Self;

    /// Difference of the words, modulo 2^32.
    fn wrapping_sub(self, other: Self) -> Self;

    /// The bits that are not set in `other`.
    fn and_not(self, other: Self) -> Self;
}

/// Three words, one per band, and a fourth that always equals the first.
///
/// A register has four lanes. The copy keeps every operation uniform: none has to mask the fourth lane.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct BandWords(u32x4);

impl Eq for BandWords {}

impl BandWords {
    /// The same word for every band.
    #[inline(always)]
    pub(super) const fn splat(word: u32) -> Self {
        Self(u32x4::new([word; 4]))
    }

    /// One word per band.
    #[inline(always)]
    pub(super) const fn new([first, second, third]: [u32; 3]) -> Self {
        Self(u32x4::new([first, second, third, first]))
    }

    /// The words, by band.
    #[inline(always)]
    pub(super) fn words(self) -> [u32; 3] {
        let [first, second, third, _] = self.0.to_array();
        [first, second, third]
    }

    /// The four lanes.
    #[inline(always)]
    pub(super) fn lanes(self) -> [u32; 4] {
        self.0.to_array()
    }

    /// The register with these lanes, of which the last must equal the first.
    #[inline(always)]
    pub(super) fn from_lanes(lanes: [u32; 4]) -> Self {
        Self(u32x4::new(lanes))
    }

    /// Whether no bit is set.
    #[inline(always)]
    pub(super) fn is_zero(self) -> bool {
        self == Self::splat(0)
    }
}

impl Words for BandWords {
    #[inline(always)]
    fn splat_like(self, word: u32) -> Self {
        Self::splat(word)
    }

    #[inline(always)]
    fn next_band(self) -> Self {
        let [first, second, third, _] = self.0.to_array();
        Self(u32x4::new([second, third, first, second]))
    }

    #[inline(always)]
    fn previous_band(self) -> Self {
        let [first, second, third, _] = self.0.to_array();
        Self(u32x4::new([third, first, second, third]))
    }

    #[inline(always)]
    fn shift_left<const BITS: u32>(self) -> Self {
        Self(self.0 << BITS)
    }

    #[inline(always)]
    fn shift_right<const BITS: u32>(self) -> Self {
        Self(self.0 >> BITS)
    }

    #[inline(always)]
    fn wrapping_add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    #[inline(always)]
    fn wrapping_sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl BitAnd for BandWords {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for BandWords {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for BandWords {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

/// The result of `f` for each of the three.
///
/// As `map` of an array, but always inlined: code for other vector registers must not leave its function.
#[inline(always)]
pub(super) fn each<T, R>([first, second, third]: [T; 3], f: impl Fn(T) -> R) -> [R; 3] {
    [f(first), f(second), f(third)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rotation_over_three_bands_keeps_the_fourth_lane_a_copy() {
        let lanes = BandWords::new([1, 2, 4]);
        assert_eq!(lanes.next_band(), BandWords::new([2, 4, 1]));
        assert_eq!(lanes.previous_band(), BandWords::new([4, 1, 2]));
        assert_eq!(lanes.other_bands(), BandWords::new([6, 5, 3]));
        assert_eq!(lanes.other_bands().words(), [6, 5, 3]);
    }
}
