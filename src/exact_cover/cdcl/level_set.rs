//! Set of levels that is emptied in constant time.

/// Set of levels. A level is in the set if its stamp is the current one.
#[derive(Clone, Debug, Default)]
pub(super) struct LevelSet {
    stamps: Vec<u64>,
    current: u64,
}

impl LevelSet {
    /// Empties the set, for levels from 0 to `level_max`, and reuses the memory.
    pub(super) fn rebuild(&mut self, level_max: usize) {
        self.stamps.clear();
        self.stamps.resize(level_max + 1, 0);
        self.current = 1;
    }

    pub(super) fn clear(&mut self) {
        self.current += 1;
    }

    /// Adds a level. Returns whether it is new.
    #[inline]
    pub(super) fn insert(&mut self, level: u32) -> bool {
        let stamp = &mut self.stamps[level as usize];
        let is_new = *stamp != self.current;
        *stamp = self.current;
        is_new
    }

    #[inline]
    pub(super) fn contains(&self, level: u32) -> bool {
        self.stamps[level as usize] == self.current
    }
}
