//! Memo key of a classic 9x9: the candidates of the unsolved cells.

use quadrille_exact_cover::unstable::{HASH_MULTIPLIER, MemoKey};

use super::band_words::{BandWords, Words};
use super::board_9x9::Board9x9;
use super::board_rules::{Registers, expand_guards};
use super::branching::{open_guards, without_lowest};

/// A reduced board without its solved cells.
///
/// Boards with equal unsolved cells have as many solutions: solved cells exclude nothing further from a reduced board.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenBoard {
    words: Registers<BandWords>,
}

impl OpenBoard {
    /// The unsolved cells of a reduced board.
    #[inline(always)]
    pub(super) fn new(board: &Board9x9) -> Self {
        let open = |words| words & expand_guards(open_guards(without_lowest(words)));
        Self { words: board.words().map(|row| row.map(open)) }
    }
}

impl PartialEq for OpenBoard {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        let words = self.words.as_flattened().iter().zip(other.words.as_flattened());
        words.fold(BandWords::splat(0), |unequal, (&word, &other)| unequal | (word ^ other)).is_zero()
    }
}

impl MemoKey for OpenBoard {
    /// Fits into the second-level cache of a core: a larger table saves fewer nodes than its cache misses cost.
    const TABLE_BYTES_MAX: usize = 640 << 10;

    #[inline(always)]
    fn hash(&self) -> u64 {
        let words = self.words.as_flattened().iter();
        let mixed = words.fold(BandWords::splat(0), |hash, &word| {
            (hash.shift_left::<7>() | hash.shift_right::<25>()).wrapping_add(word)
        });
        let [first, second, third] = mixed.words().map(u64::from);
        let product = (first | second << 32).wrapping_mul(HASH_MULTIPLIER);
        (product.rotate_left(32) ^ third).wrapping_mul(HASH_MULTIPLIER)
    }
}
