//! The first solutions of a search.

use crate::problem::{OptionId, Problem};

/// Number of solutions that are recorded. An engine that finds more keeps the search for good: solutions are frequent, and
/// backtracking enumerates them at a constant rate.
const RECORDED_MAX: usize = 8;

/// Up to [`RECORDED_MAX`] solutions, each as a set of options, one bit an option.
#[derive(Clone, Debug, Default)]
pub(super) struct RecordedSolutions {
    /// Number of words of a set; at least one.
    words: usize,
    /// The sets, one after the other.
    sets: Vec<u64>,
}

impl RecordedSolutions {
    /// Removes all solutions, and allocates for the solutions of a problem.
    pub(super) fn rebuild(&mut self, problem: &Problem) {
        let words = |options: usize| options.div_ceil(64).max(1);
        self.words = words(problem.option_count());
        self.sets.clear();
        self.sets.reserve(RECORDED_MAX * words(problem.option_capacity()));
    }

    pub(super) fn is_full(&self) -> bool {
        self.sets.len() == RECORDED_MAX * self.words
    }

    pub(super) fn push(&mut self, solution: impl Iterator<Item = OptionId>) {
        let start = self.sets.len();
        self.sets.resize(start + self.words, 0);
        for OptionId(option) in solution {
            self.sets[start + option as usize / 64] |= 1 << (option % 64);
        }
    }

    /// Whether one of the recorded solutions equals this one.
    ///
    /// It suffices that a recorded one has all its options: a further option would cover a primary item twice.
    pub(super) fn contains<I: Iterator<Item = OptionId>>(&self, solution: impl Fn() -> I) -> bool {
        let has = |set: &[u64], option: u32| set[option as usize / 64] >> (option % 64) & 1 == 1;
        self.sets.chunks_exact(self.words).any(|set| solution().all(|option| has(set, option.0)))
    }
}
