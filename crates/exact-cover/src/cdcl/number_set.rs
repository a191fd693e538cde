//! Set of small numbers that is emptied in constant time.

/// Set of small numbers, such as levels. A number is in the set if its stamp is the current one.
#[derive(Clone, Debug, Default)]
pub(super) struct NumberSet {
    stamps: Vec<u64>,
    current: u64,
}

impl NumberSet {
    /// Empties the set, for numbers from 0 to `number_max`, and reuses the memory.
    pub(super) fn rebuild(&mut self, number_max: usize) {
        self.stamps.clear();
        self.stamps.resize(number_max + 1, 0);
        self.current = 1;
    }

    pub(super) fn clear(&mut self) {
        self.current += 1;
    }

    /// Adds a number. Returns whether it is new.
    #[inline]
    pub(super) fn insert(&mut self, number: u32) -> bool {
        let stamp = &mut self.stamps[number as usize];
        let is_new = *stamp != self.current;
        *stamp = self.current;
        is_new
    }

    #[inline]
    pub(super) fn contains(&self, number: u32) -> bool {
        self.stamps[number as usize] == self.current
    }
}
