//! Enumeration: how the search leaves a solution that it has returned, so that it finds each one once.
//!
//! At first by a *blocking clause*: not all decisions of the solution may hold again. The other literals of the solution
//! follow from the decisions, so the clause excludes no other solution. The search stays free to restart.
//!
//! Each solution costs a clause that cannot be deleted. When these use up their memory, the search becomes *systematic*: it
//! leaves a solution by flipping its last decision, as backtracking does, and never again backtracks beyond a flipped
//! level, except by flipping the level above it. No clause is needed, and restarts end (Gebser, Kaufmann, Neumann &
//! Schaub, "Conflict-driven answer set enumeration", 2007).

use super::literal::Literal;
use super::trail::Trail;

/// Way to leave a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exclusion {
    /// It was the last one: it holds at the root.
    Finish,
    /// Flip the decision of the systematic level, which is now the current one.
    Flip,
    /// Backtrack by one level and add the [`blocking_clause`](Enumeration::blocking_clause), which is then unit.
    Block,
}

/// State of the enumeration.
#[derive(Clone, Debug, Default)]
pub(super) struct Enumeration {
    /// Levels up to this one are left only by flipping their decision.
    systematic_level: u32,
    is_systematic: bool,
    /// Size of the blocking clauses in words of 32 bits.
    blocking_words: usize,
    /// Negated decisions of the last solution blocked, latest first.
    blocking_clause: Vec<Literal>,
}

impl Enumeration {
    /// Restarts, and reuses the memory.
    pub(super) fn rebuild(&mut self) {
        self.systematic_level = 0;
        self.is_systematic = false;
        self.blocking_words = 0;
    }

    /// Level below which the search must not backtrack, except by [`flip`](Self::flip).
    pub(super) fn systematic_level(&self) -> u32 {
        self.systematic_level
    }

    /// Whether solutions are no longer blocked by clauses. Restarts are then forbidden.
    pub(super) fn is_systematic(&self) -> bool {
        self.is_systematic
    }

    /// Decides how to leave the solution on the trail. Blocking clauses may take a little more than `blocking_words_max`
    /// words.
    pub(super) fn exclude(&mut self, trail: &Trail, blocking_words_max: usize) -> Exclusion {
        let level = trail.level();
        self.is_systematic |= self.blocking_words > blocking_words_max;
        if level == 0 {
            return Exclusion::Finish;
        }
        // A blocking clause of one literal would be a fact at the root: the flipped decision.
        if self.is_systematic || level == 1 {
            self.systematic_level = level;
            return Exclusion::Flip;
        }
        self.blocking_clause.clear();
        self.blocking_clause.extend((1..=level).rev().map(|level| trail.decision(level).negated()));
        Exclusion::Block
    }

    /// Clause that excludes the solution of the last [`Exclusion::Block`].
    pub(super) fn blocking_clause(&self) -> &[Literal] {
        &self.blocking_clause
    }

    /// Counts the memory of a blocking clause.
    pub(super) fn record_clause(&mut self, words: usize) {
        self.blocking_words += words;
    }

    /// Lowers the systematic level by one, and returns it. The caller flips the decision of the level above it.
    pub(super) fn flip(&mut self) -> u32 {
        self.systematic_level -= 1;
        self.systematic_level
    }
}
