//! Sets of the candidates of a 9x9 board.

use crate::bits::set_bits;

/// Number of candidates of a 9x9 board.
pub(super) const CANDIDATES: usize = 81 * 9;

const WORDS: usize = CANDIDATES.div_ceil(64);

/// A candidate: 9 times its cell, and its digit from 0.
pub(super) type CandidateId = u16;

/// The cell of a candidate.
#[inline(always)]
pub(super) fn cell_of(id: CandidateId) -> usize {
    usize::from(id) / 9
}

/// The digit of a candidate, from 0.
#[inline(always)]
pub(super) fn digit_of(id: CandidateId) -> usize {
    usize::from(id) % 9
}

/// The candidate of a cell and a digit from 0.
#[inline(always)]
pub(super) fn id_of(cell: usize, digit: usize) -> CandidateId {
    (cell * 9 + digit) as CandidateId
}

/// A set of candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CandidateSet([u64; WORDS]);

impl CandidateSet {
    pub(super) const EMPTY: Self = Self([0; WORDS]);

    #[inline(always)]
    pub(super) fn contains(&self, id: CandidateId) -> bool {
        self.0[usize::from(id) / 64] >> (id % 64) & 1 == 1
    }

    #[inline(always)]
    pub(super) fn insert(&mut self, id: CandidateId) {
        self.0[usize::from(id) / 64] |= 1 << (id % 64);
    }

    /// The candidates of both sets.
    #[inline]
    pub(super) fn intersection(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word &= other);
        self
    }

    /// The candidates of either set.
    #[inline]
    pub(super) fn union(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word |= other);
        self
    }

    /// The candidates without those of another set.
    #[inline]
    pub(super) fn difference(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word &= !other);
        self
    }

    pub(super) fn iter(self) -> impl Iterator<Item = CandidateId> {
        (0..)
            .zip(self.0)
            .flat_map(|(at, word): (u16, u64)| set_bits(word).map(move |bit| at * 64 + bit as CandidateId))
    }
}
