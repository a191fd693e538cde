//! Statements about a candidate.

/// Number of a candidate: each cell has 64 numbers, as each mask has 64 bits.
#[inline(always)]
pub(super) fn candidate(cell: u16, digit: usize) -> usize {
    usize::from(cell) << 6 | digit
}

/// The [number](candidate) of a candidate, twice, plus 1 if it is excluded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Literal(pub(super) u32);

impl Literal {
    /// The cell has the digit.
    #[inline(always)]
    pub(super) fn placed(candidate: usize) -> Self {
        Self(2 * candidate as u32)
    }

    /// The cell has another digit.
    #[inline(always)]
    pub(super) fn excluded(candidate: usize) -> Self {
        Self(2 * candidate as u32 + 1)
    }

    #[inline(always)]
    pub(super) fn negated(self) -> Self {
        Self(self.0 ^ 1)
    }

    #[inline(always)]
    pub(super) fn is_excluded(self) -> bool {
        self.0 & 1 == 1
    }

    #[inline(always)]
    pub(super) fn candidate(self) -> usize {
        self.0 as usize / 2
    }

    #[inline(always)]
    pub(super) fn cell(self) -> u16 {
        (self.0 >> 7) as u16
    }

    #[inline(always)]
    pub(super) fn digit(self) -> usize {
        self.candidate() % 64
    }

    #[inline(always)]
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}
