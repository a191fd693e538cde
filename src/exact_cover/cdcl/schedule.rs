//! Schedule of restarts and database reductions.
//!
//! *Restarts*: the search gives up its decisions and begins at the root, with the activities and clauses it has learnt.
//! Search times vary so much with the first decisions that this pays. Intervals follow the Luby sequence, which is within
//! a logarithmic factor of the best schedule, whatever the distribution of times (Luby, Sinclair & Zuckerman, "Optimal
//! speedup of Las Vegas algorithms", 1993; Huang, "The effect of restarts", 2007).
//!
//! *Reductions*: the interval grows by a constant, so that more clauses are kept the longer the search takes; and so many
//! are due that memory stays bounded.

/// Parameters of the search, chosen by measurement. Results do not depend on them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parameters {
    /// Conflicts before the first restart; the unit of the Luby sequence.
    restart_interval: u64,
    /// Conflicts before the first database reduction.
    reduce_first: u64,
    /// Conflicts by which the interval between reductions grows.
    reduce_growth: u64,
    /// Maximum size of the clauses in words of 32 bits, in addition to reasons and blocking clauses.
    clause_words_max: usize,
    /// Size of blocking clauses in words of 32 bits after which the search becomes systematic.
    blocking_words_max: usize,
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

#[cfg(test)]
impl Parameters {
    pub(super) fn restart_interval(self, conflicts: u64) -> Self {
        Self { restart_interval: conflicts, ..self }
    }

    pub(super) fn reduce_first(self, conflicts: u64) -> Self {
        Self { reduce_first: conflicts, ..self }
    }

    pub(super) fn reduce_growth(self, conflicts: u64) -> Self {
        Self { reduce_growth: conflicts, ..self }
    }

    pub(super) fn clause_words_max(self, words: usize) -> Self {
        Self { clause_words_max: words, ..self }
    }

    pub(super) fn blocking_words_max(self, words: usize) -> Self {
        Self { blocking_words_max: words, ..self }
    }
}

/// Next restart and next reduction.
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

    /// Restarts with the same parameters.
    pub(super) fn rebuild(&mut self) {
        *self = Self::new(self.parameters);
    }

    /// Size of the learnt clauses, in words of 32 bits, that a reduction leaves at most.
    pub(super) fn reduced_words_max(&self) -> usize {
        self.parameters.clause_words_max / 2
    }

    /// Size of blocking clauses in words of 32 bits after which the search becomes systematic.
    pub(super) fn blocking_words_max(&self) -> usize {
        self.parameters.blocking_words_max
    }

    /// Whether a restart is due after this many conflicts; if so, schedules the next one.
    pub(super) fn restart_is_due(&mut self, conflicts: u64) -> bool {
        let is_due = conflicts >= self.restart_at;
        if is_due {
            self.runs += 1;
            self.restart_at = conflicts + self.parameters.restart_interval * luby(self.runs);
        }
        is_due
    }

    /// Whether a reduction is due after this many conflicts, with clauses of this many words; if so, schedules the next
    /// one.
    pub(super) fn reduce_is_due(&mut self, conflicts: u64, words: usize) -> bool {
        let is_due = conflicts >= self.reduce_at || words >= self.reduce_words;
        if is_due {
            self.reductions += 1;
            self.reduce_at =
                conflicts + self.parameters.reduce_first + self.parameters.reduce_growth * self.reductions;
        }
        is_due
    }

    /// Number of reductions so far.
    #[cfg(test)]
    pub(super) fn reductions(&self) -> u64 {
        self.reductions
    }

    /// Records the size of the clauses after a reduction. The next one is due at the latest when they have grown by half
    /// of the maximum, so that only reasons and blocking clauses can exceed it.
    pub(super) fn record_reduction(&mut self, words: usize) {
        self.reduce_words = words + self.parameters.clause_words_max / 2;
    }
}

/// Luby sequence 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ..., counted from 1 (Luby, Sinclair & Zuckerman 1993).
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
    fn luby_returns_the_published_sequence() {
        let runs: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(runs, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
