//! Clauses of a proof, in one arena.

use crate::cdcl::ClauseLog;

/// Clauses of a proof, in order. A literal is the number of a variable, from 1; negative for its negation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lemmas {
    literals: Vec<i32>,
    /// End of each clause in `literals`.
    ends: Vec<usize>,
}

impl Lemmas {
    /// Appends a clause.
    pub fn push(&mut self, clause: impl IntoIterator<Item = i32>) {
        self.literals.extend(clause);
        self.ends.push(self.literals.len());
    }

    /// Number of clauses.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no clauses.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Number of literals of all clauses.
    pub fn literal_count(&self) -> usize {
        self.literals.len()
    }

    /// Returns the clause with this number, from 0; `None` from [`len`](Self::len) on.
    pub fn get(&self, index: usize) -> Option<&[i32]> {
        let start = index.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        self.ends.get(index).and_then(|&end| self.literals.get(start..end))
    }

    /// Returns the clauses, in order.
    pub fn iter(&self) -> impl Iterator<Item = &[i32]> {
        (0..self.len()).filter_map(|index| self.get(index))
    }

    /// Removes all clauses, and keeps the memory.
    pub fn clear(&mut self) {
        self.literals.clear();
        self.ends.clear();
    }
}

impl ClauseLog for Lemmas {
    fn record(&mut self, clause: impl Iterator<Item = i32>) {
        self.push(clause);
    }
}
