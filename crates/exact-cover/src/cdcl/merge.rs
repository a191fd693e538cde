//! Merging of literals with a common at-most-one reason, a shortening of learnt clauses for exact covers.
//!
//! If a clause has several options that were removed because the same option was chosen, it can say instead that this
//! option is removed. The clause becomes weaker, but half as long, which makes the search faster. A step of resolution:
//! the clause is resolved with each of "the chosen option excludes the other".

use super::literal::{Literal, LiteralReason};
use super::marks::{Mark, VariableMarks};
use super::trail::Trail;

/// Merging with reusable memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Merger {
    /// Scratch, zero between calls: number of literals of the clause with the same reason, for each reason.
    counts: Vec<u32>,
    /// Scratch: reasons whose counts are not zero; some repeatedly.
    counted: Vec<Literal>,
}

impl Merger {
    /// Restarts for a number of variables, and reuses the memory.
    pub(super) fn rebuild(&mut self, variables: usize) {
        self.counts.clear();
        self.counts.resize(2 * variables, 0);
    }

    /// Replaces literals with the same at-most-one reason, if there are several, by that reason. Keeps the first literal.
    pub(super) fn merge(&mut self, clause: &mut Vec<Literal>, marks: &mut VariableMarks, trail: &Trail) {
        let at_most_one_reason = |literal: Literal| match trail.reason_of(literal) {
            LiteralReason::AtMostOne(reason) => Some(reason),
            _ => None,
        };
        for reason in clause[1..].iter().copied().filter_map(at_most_one_reason) {
            self.counts[reason.index()] += 1;
            self.counted.push(reason);
        }
        let mut kept = 1;
        for position in 1..clause.len() {
            let literal = clause[position];
            let reason = at_most_one_reason(literal).filter(|reason| self.counts[reason.index()] > 1);
            // The reason replaces the first one; the others are dropped.
            let replacement = match reason {
                Some(reason) if marks.of(reason) == Mark::Source => continue,
                Some(reason) => {
                    marks.mark(reason, Mark::Source);
                    reason
                }
                None => literal,
            };
            clause[kept] = replacement;
            kept += 1;
        }
        clause.truncate(kept);
        for reason in self.counted.drain(..) {
            self.counts[reason.index()] = 0;
        }
    }
}
