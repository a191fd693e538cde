//! When to begin again, when to forget, and how much may be remembered.

/// The parameters of a search that learns. They are measured choices, and none of them matters to what is found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parameters {
    /// Conflicts in the first run; later ones are a multiple of it.
    pub(super) restart_interval: u64,
    /// Conflicts before clauses are forgotten for the first time.
    pub(super) reduce_first: u64,
    /// By how many conflicts the time to the next forgetting grows each time.
    pub(super) reduce_growth: u64,
    /// Words of 32 bits that the clauses may take, beside those that must be remembered.
    pub(super) clause_words_max: usize,
    /// Words of 32 bits for clauses that block_solution solutions, before the search goes on systematically.
    pub(super) blocking_words_max: usize,
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            restart_interval: 1_000,
            reduce_first: 2_000,
            reduce_growth: 300,
            clause_words_max: 1 << 19,
            blocking_words_max: 1 << 13,
        }
    }
}

/// What is due at which conflict.
#[derive(Clone, Debug, Default)]
pub(super) struct Schedule {
    parameters: Parameters,
    runs: u64,
    restart_at: u64,
    reductions: u64,
    reduce_at: u64,
    reduce_words: usize,
}

impl Schedule {
    pub(super) fn new(parameters: Parameters) -> Self {
        Self {
            parameters,
            runs: 1,
            restart_at: parameters.restart_interval,
            reductions: 0,
            reduce_at: parameters.reduce_first,
            reduce_words: parameters.clause_words_max,
        }
    }

    pub(super) fn parameters(&self) -> Parameters {
        self.parameters
    }

    /// Whether to begin again at the root after so many conflicts. Runs last longer and longer, so that one of them is
    /// long enough to come to an end.
    pub(super) fn restart_is_due(&mut self, conflicts: u64) -> bool {
        let is_due = conflicts >= self.restart_at;
        if is_due {
            self.runs += 1;
            self.restart_at = conflicts + self.parameters.restart_interval * luby(self.runs);
        }
        is_due
    }

    /// Whether it is time to forget, after so many conflicts and with clauses of so many words.
    pub(super) fn reduce_is_due(&mut self, conflicts: u64, words: usize) -> bool {
        let is_due = conflicts >= self.reduce_at || words >= self.reduce_words;
        if is_due {
            self.reductions += 1;
            self.reduce_at =
                conflicts + self.parameters.reduce_first + self.parameters.reduce_growth * self.reductions;
        }
        is_due
    }

    /// How often it was time to forget.
    #[cfg(test)]
    pub(super) fn reductions(&self) -> u64 {
        self.reductions
    }

    /// So many words remain after forgetting. The next ones are forgotten when half of the bound has been learnt anew,
    /// so that the bound is exceeded only by what must be remembered.
    pub(super) fn reduced_to(&mut self, words: usize) {
        self.reduce_words = words + self.parameters.clause_words_max / 2;
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
