//! SIMD register with the words of two boards: the same instructions as for one, in registers of twice the width.

use std::ops::{BitAnd, BitOr, BitXor};

use fearless_simd::{Simd, SimdBase, SimdFrom, SimdMask, u8x32, u32x8};

use super::band_words::{BandWords, Words};

/// Words of two boards, each as in [`BandWords`].
#[derive(Clone, Copy, Debug)]
pub(super) struct TwoBoardWords<S: Simd>(u32x8<S>);

/// The bytes of the lanes 1, 2, 0 and 1 of each board.
const NEXT_BAND: [u8; 32] = rotation([1, 2, 0, 1]);

/// The bytes of the lanes 2, 0, 1 and 2 of each board.
const PREVIOUS_BAND: [u8; 32] = rotation([2, 0, 1, 2]);

/// Indices of the bytes of these lanes, for both boards.
const fn rotation(lanes: [u8; 4]) -> [u8; 32] {
    let mut bytes = [0; 32];
    let mut byte = 0;
    while byte < 32 {
        bytes[byte] = 4 * lanes[byte % 16 / 4] + (byte % 4) as u8;
        byte += 1;
    }
    bytes
}

impl<S: Simd> TwoBoardWords<S> {
    /// Whether the processor has registers of this width.
    pub(super) const IS_NATIVE: bool = S::u32s::LEN >= 8;

    /// The words of two boards.
    #[inline(always)]
    pub(super) fn join(simd: S, first: BandWords, second: BandWords) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (first.lanes(), second.lanes());
        Self(u32x8::simd_from(simd, [a, b, c, d, e, f, g, h]))
    }

    /// The words of each board.
    #[inline(always)]
    pub(super) fn split(self) -> [BandWords; 2] {
        let [a, b, c, d, e, f, g, h] = self.0.into();
        [BandWords::from_lanes([a, b, c, d]), BandWords::from_lanes([e, f, g, h])]
    }

    /// For each board, whether any bit is set.
    #[inline(always)]
    pub(super) fn has_any(self) -> [bool; 2] {
        let lanes = !self.0.simd_eq(0).to_bitmask();
        [lanes & 0xf != 0, lanes & 0xf0 != 0]
    }
}

impl<S: Simd> Words for TwoBoardWords<S> {
    #[inline(always)]
    fn splat_like(self, word: u32) -> Self {
        Self(u32x8::splat(self.0.simd, word))
    }

    #[inline(always)]
    fn next_band(self) -> Self {
        Self(self.0.swizzle_dyn_within_blocks(u8x32::simd_from(self.0.simd, NEXT_BAND)))
    }

    #[inline(always)]
    fn previous_band(self) -> Self {
        Self(self.0.swizzle_dyn_within_blocks(u8x32::simd_from(self.0.simd, PREVIOUS_BAND)))
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

impl<S: Simd> BitAnd for TwoBoardWords<S> {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl<S: Simd> BitOr for TwoBoardWords<S> {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl<S: Simd> BitXor for TwoBoardWords<S> {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

#[cfg(test)]
mod tests {
    use fearless_simd::{Level, dispatch};

    use super::*;

    #[test]
    fn each_board_keeps_its_words() {
        let (first, second) = (BandWords::new([1, 2, 4]), BandWords::new([8, 16, 0]));
        dispatch!(Level::new(), simd => {
            let both = TwoBoardWords::join(simd, first, second);
            assert_eq!(both.split(), [first, second]);
            assert_eq!(both.next_band().split(), [first.next_band(), second.next_band()]);
            assert_eq!(both.previous_band().split(), [first.previous_band(), second.previous_band()]);
            assert_eq!(both.has_any(), [true, true]);
            let high = both & both.splat_like(24);
            assert_eq!((high.split()[0].words(), high.has_any()), ([0; 3], [false, true]));
            assert_eq!((both & both.splat_like(7)).has_any(), [true, false]);
        });
    }
}
