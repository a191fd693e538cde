//! The rules that wait for propagation.

/// Set of numbers, from which the lowest is taken first.
#[derive(Clone, Debug, Default)]
pub(super) struct PendingRules {
    /// Bit `n` of word `w` is number `64 w + n`.
    words: Vec<u64>,
    /// Bit `n` of word `w` is set if word `64 w + n` of `words` is not 0.
    filled: Vec<u64>,
}

impl PendingRules {
    /// Empties the set, and prepares it for numbers below `count`.
    pub(super) fn restart(&mut self, count: usize) {
        self.words.clear();
        self.words.resize(count.div_ceil(64), 0);
        self.filled.clear();
        self.filled.resize(self.words.len().div_ceil(64), 0);
    }

    #[inline(always)]
    pub(super) fn insert_all(&mut self, numbers: &RuleNumberSet) {
        for &(word, bits) in &numbers.words {
            self.words[word as usize] |= bits;
            self.filled[word as usize / 64] |= 1 << (word % 64);
        }
    }

    #[inline]
    pub(super) fn take_lowest(&mut self) -> Option<u32> {
        let (index, filled) = self.filled.iter_mut().enumerate().find(|(_, filled)| **filled != 0)?;
        let at = 64 * index + filled.trailing_zeros() as usize;
        let word = &mut self.words[at];
        let number = 64 * at as u32 + word.trailing_zeros();
        *word &= word.wrapping_sub(1);
        if *word == 0 {
            *filled &= filled.wrapping_sub(1);
        }
        Some(number)
    }

    pub(super) fn clear(&mut self) {
        while self.take_lowest().is_some() {}
    }
}

/// Some numbers to be [inserted](PendingRules::insert_all).
#[derive(Clone, Debug)]
pub(super) struct RuleNumberSet {
    /// Index and bits of each word that is not 0.
    words: Vec<(u32, u64)>,
}

impl RuleNumberSet {
    /// The set of these numbers, which are in ascending order.
    pub(super) fn new(numbers: &[u32]) -> Self {
        let words = numbers.chunk_by(|one, other| one / 64 == other / 64);
        let bits = |numbers: &[u32]| numbers.iter().fold(0, |bits, number| bits | 1 << (number % 64));
        Self { words: words.map(|numbers| (numbers[0] / 64, bits(numbers))).collect() }
    }
}
