//! When to begin again, when to forget, and how much may be remembered.

/// The bounds of a search that learns. They are measured choices, and none of them matters to what is found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// Conflicts in the first run; later ones are a multiple of it.
    pub(super) run_conflicts: u64,
    /// Conflicts before clauses are forgotten for the first time.
    pub(super) forget_first: u64,
    /// By how many conflicts the time to the next forgetting grows each time.
    pub(super) forget_growth: u64,
    /// Words of 32 bits that the clauses may take, beside those that must be remembered.
    pub(super) words_max: usize,
    /// Words of 32 bits for clauses that exclude solutions, before the search goes on systematically.
    pub(super) exclusion_words_max: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            run_conflicts: 1_000,
            forget_first: 2_000,
            forget_growth: 300,
            words_max: 1 << 19,
            exclusion_words_max: 1 << 13,
        }
    }
}

/// What is due at which conflict.
#[derive(Clone, Debug, Default)]
pub(super) struct Schedule {
    bounds: Bounds,
    runs: u64,
    restart_at: u64,
    forgettings: u64,
    forget_at: u64,
    forget_words: usize,
}

impl Schedule {
    pub(super) fn new(bounds: Bounds) -> Self {
        Self {
            bounds,
            runs: 1,
            restart_at: bounds.run_conflicts,
            forgettings: 0,
            forget_at: bounds.forget_first,
            forget_words: bounds.words_max,
        }
    }

    pub(super) fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Whether to begin again at the root after so many conflicts. Runs last longer and longer, so that one of them is
    /// long enough to come to an end.
    pub(super) fn restarts(&mut self, conflicts: u64) -> bool {
        let is_due = conflicts >= self.restart_at;
        if is_due {
            self.runs += 1;
            self.restart_at = conflicts + self.bounds.run_conflicts * luby(self.runs);
        }
        is_due
    }

    /// Whether it is time to forget, after so many conflicts and with clauses of so many words.
    pub(super) fn forgets(&mut self, conflicts: u64, words: usize) -> bool {
        let is_due = conflicts >= self.forget_at || words >= self.forget_words;
        if is_due {
            self.forgettings += 1;
            self.forget_at =
                conflicts + self.bounds.forget_first + self.bounds.forget_growth * self.forgettings;
        }
        is_due
    }

    /// How often it was time to forget.
    #[cfg(test)]
    pub(super) fn forgettings(&self) -> u64 {
        self.forgettings
    }

    /// So many words remain after forgetting. The next ones are forgotten when half of the bound has been learnt anew,
    /// so that the bound is exceeded only by what must be remembered.
    pub(super) fn remembers(&mut self, words: usize) {
        self.forget_words = words + self.bounds.words_max / 2;
    }
}

/// The sequence 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ... counted from 1 (Luby, Sinclair and Zuckerman, 1993).
fn luby(mut index: u64) -> u64 {
    loop {
        let above = (index + 1).next_power_of_two();
        if above == index + 1 {
            return above / 2;
        }
        index -= above / 2 - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_runs_are_as_long_as_luby_says() {
        let runs: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(runs, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
