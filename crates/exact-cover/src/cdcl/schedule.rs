//! Schedule of restarts and database reductions.
//!
//! *Restarts*: the search undoes its decisions and begins at the root, with the activities and clauses it has learnt. This
//! pays because search times vary much with the first decisions. Intervals follow the Luby sequence, which is within a
//! logarithmic factor of the best schedule for every distribution of times (Luby, Sinclair & Zuckerman, "Optimal
//! speedup of Las Vegas algorithms", 1993; Huang, "The effect of restarts", 2007).
//!
//! *Reductions*: each interval exceeds the previous one by a constant, so that long searches keep more clauses. A reduction
//! is also due when the clauses exceed a maximum size, which bounds the memory.
//!
//! *Guidance* by the [best assignment](super::best_assignment) begins after many conflicts and ends at the first solution. It
//! solves 30x30 and 36x36 Sudoku with about half of their cells given in a half to an eighth of the time, but it takes longer to
//! prove that a solution is the only one.

/// Parameters of the search, chosen by measurement. They affect time and the order of solutions, not the set of solutions.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchParameters {
    /// Conflicts before the first restart; the unit of the Luby sequence.
    restart_interval: u64,
    /// Conflicts without a solution before decisions follow the best assignment.
    guidance_first: u64,
    /// Conflicts before the first database reduction.
    reduce_first: u64,
    /// Conflicts by which the interval between reductions grows.
    reduce_growth: u64,
    /// Maximum size of the clauses in words of 32 bits, in addition to reasons and blocking clauses.
    clause_words_max: usize,
    /// Size of the blocking clauses, in words of 32 bits, above which the search becomes systematic.
    blocking_words_max: usize,
}

impl Default for SearchParameters {
    fn default() -> Self {
        Self {
            restart_interval: 1_000,
            guidance_first: 10_000,
            reduce_first: 1_000,
            reduce_growth: 150,
            clause_words_max: 1 << 19,
            blocking_words_max: 1 << 13,
        }
    }
}

impl SearchParameters {
    /// With a clause for each solution, however many there are.
    pub(super) fn without_systematic_search(self) -> Self {
        Self { blocking_words_max: usize::MAX, ..self }
    }
}

#[cfg(test)]
impl SearchParameters {
    pub(super) fn restart_interval(self, conflicts: u64) -> Self {
        Self { restart_interval: conflicts, ..self }
    }

    pub(super) fn guidance_first(self, conflicts: u64) -> Self {
        Self { guidance_first: conflicts, ..self }
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
    parameters: SearchParameters,
    runs: u64,
    restart_at_conflicts: u64,
    reductions: u64,
    reduce_at_conflicts: u64,
    reduce_at_words: usize,
}

impl Schedule {
    pub(super) fn new(parameters: SearchParameters) -> Self {
        Self {
            parameters,
            runs: 1,
            restart_at_conflicts: parameters.restart_interval,
            reductions: 0,
            reduce_at_conflicts: parameters.reduce_first,
            reduce_at_words: parameters.clause_words_max,
        }
    }

    /// Restarts with the same parameters.
    pub(super) fn rebuild(&mut self) {
        *self = Self::new(self.parameters);
    }

    /// Maximum size of the deletable clauses after a reduction, in words of 32 bits.
    pub(super) fn reduced_words_max(&self) -> usize {
        self.parameters.clause_words_max / 2
    }

    /// Size of the blocking clauses, in words of 32 bits, above which the search becomes systematic.
    pub(super) fn blocking_words_max(&self) -> usize {
        self.parameters.blocking_words_max
    }

    /// Whether a restart is due after this many conflicts; if so, schedules the next one.
    pub(super) fn restart_is_due(&mut self, conflicts: u64) -> bool {
        let is_due = conflicts >= self.restart_at_conflicts;
        if is_due {
            self.runs += 1;
            self.restart_at_conflicts = conflicts + self.parameters.restart_interval * luby(self.runs);
        }
        is_due
    }

    /// Whether decisions follow the best assignment after this many conflicts without a solution, from the next restart on.
    pub(super) fn guidance_is_due(&self, conflicts: u64) -> bool {
        conflicts >= self.parameters.guidance_first
    }

    /// Whether a reduction is due after this many conflicts, with clauses of this many words; if so, schedules the next
    /// one.
    pub(super) fn reduce_is_due(&mut self, conflicts: u64, words: usize) -> bool {
        let is_due = conflicts >= self.reduce_at_conflicts || words >= self.reduce_at_words;
        if is_due {
            self.reductions += 1;
            self.reduce_at_conflicts =
                conflicts + self.parameters.reduce_first + self.parameters.reduce_growth * self.reductions;
        }
        is_due
    }

    /// Number of reductions so far.
    #[cfg(test)]
    pub(super) fn reductions(&self) -> u64 {
        self.reductions
    }

    /// Records the size of the clauses after a reduction. The next reduction is due at the latest when the clauses have
    /// grown by half of the maximum. Only with reasons and blocking clauses can their size exceed the maximum.
    pub(super) fn record_reduction(&mut self, words: usize) {
        self.reduce_at_words = words + self.parameters.clause_words_max / 2;
    }
}

/// Term of the Luby sequence 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ...; the first has index 1.
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
