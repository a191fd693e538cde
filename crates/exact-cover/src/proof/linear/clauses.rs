//! Clauses that the search has learnt. Each watches its first two literals, and is visited only when one of them becomes false.

use super::reason::{LinearReason, LinearTrail, assign};
use crate::cdcl::Literal;

/// Learnt clauses, none of which is deleted.
#[derive(Clone, Debug)]
pub(super) struct LearntClauses {
    clauses: Vec<Vec<Literal>>,
    /// Clauses that watch each literal.
    watches: Vec<Vec<u32>>,
    steps: u64,
}

impl LearntClauses {
    pub(super) fn new(variables: usize) -> Self {
        Self { clauses: Vec::new(), watches: vec![Vec::new(); 2 * variables], steps: 0 }
    }

    /// Number of watches visited so far.
    pub(super) fn steps(&self) -> u64 {
        self.steps
    }

    pub(super) fn literals_of(&self, number: u32) -> &[Literal] {
        &self.clauses[number as usize]
    }

    /// Adds a clause whose first literal is unassigned and whose others are false, the second one as the latest. Assigns the first one.
    pub(super) fn add(&mut self, clause: Vec<Literal>, trail: &mut LinearTrail) {
        let number = self.clauses.len() as u32;
        if let [first, second, ..] = *clause {
            self.watches[first.index()].push(number);
            self.watches[second.index()].push(number);
        }
        if let Some(&first) = clause.first() {
            assign(trail, first, LinearReason::Clause(number));
        }
        self.clauses.push(clause);
    }

    /// Visits the clauses that watch a literal which has become false. Returns the first one of which all literals are false.
    #[inline]
    pub(super) fn propagate(&mut self, false_literal: Literal, trail: &mut LinearTrail) -> Option<u32> {
        let mut list = std::mem::take(&mut self.watches[false_literal.index()]);
        self.steps += list.len() as u64;
        let mut violated = None;
        list.retain(|&number| {
            if violated.is_some() {
                return true;
            }
            let clause = &mut self.clauses[number as usize];
            if clause[0] == false_literal {
                clause.swap(0, 1);
            }
            let first = clause[0];
            if trail.is_true(first) {
                return true;
            }
            if let Some(at) = (2..clause.len()).find(|&at| !trail.is_false(clause[at])) {
                clause.swap(1, at);
                self.watches[clause[1].index()].push(number);
                return false;
            }
            if trail.is_false(first) {
                violated = Some(number);
            } else {
                assign(trail, first, LinearReason::Clause(number));
            }
            true
        });
        self.watches[false_literal.index()] = list;
        violated
    }
}
