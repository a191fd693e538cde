//! Minimisation of learnt clauses, in two steps.
//!
//! First, recursive minimisation (Sörensson & Biere 2009): removes each literal whose negation the other literals'
//! negations imply. Then a step for exact covers: if several options of the clause were removed because the same
//! option was chosen, the clause says instead that this option is removed. The clause becomes weaker, but half as
//! long, which makes the search faster.

use super::analysis::{Analysis, ImplicationGraph, Mark};
use super::clauses::Clauses;
use super::literal::{Literal, Reason};
use super::trail::Trail;

impl Analysis {
    /// Removes every literal that is false because others of the clause are: recursive minimisation.
    pub(super) fn minimize(&mut self, graph: ImplicationGraph<'_>, clauses: &Clauses) {
        self.stamp += 1;
        for literal in &self.learnt[1..] {
            self.level_stamps[graph.trail.level_of(*literal) as usize] = self.stamp;
        }
        let mut kept = 1;
        for position in 1..self.learnt.len() {
            let literal = self.learnt[position];
            if !self.is_implied(literal, graph, clauses) {
                self.learnt[kept] = literal;
                kept += 1;
            }
        }
        self.learnt.truncate(kept);
    }

    /// Whether a literal of the clause is false because others of it are.
    ///
    /// Searches the implication graph with an explicit stack. Marks keep the result for each variable until the clause is
    /// complete.
    fn is_implied(&mut self, literal: Literal, graph: ImplicationGraph<'_>, clauses: &Clauses) -> bool {
        let top = self.marked.len();
        self.stack.clear();
        self.stack.push(literal);
        while let Some(candidate) = self.stack.pop() {
            let implied = candidate.negated();
            let holds = match graph.trail.reason_of(candidate) {
                Reason::None => false,
                Reason::AtMostOne(reason) => self.may_be_implied(reason, graph.trail),
                Reason::AtLeastOne(item) => {
                    let mut members = graph.instance.members(item).iter();
                    members.all(|&member| member == implied || self.may_be_implied(member, graph.trail))
                }
                Reason::Clause(clause) => clauses
                    .literals(clause)
                    .all(|member| member == implied || self.may_be_implied(member, graph.trail)),
            };
            if !holds {
                for marked in &self.marked[top..] {
                    self.marks[marked.variable_index()] = Mark::Required;
                }
                return false;
            }
        }
        true
    }

    /// Whether the clause may imply that `literal` is false. If this depends on reasons, pushes the literal on the stack.
    fn may_be_implied(&mut self, literal: Literal, trail: &Trail) -> bool {
        self.work += 1;
        let level = trail.level_of(literal);
        match self.marks[literal.variable_index()] {
            Mark::Source | Mark::Removable => true,
            Mark::Required => false,
            Mark::Unseen if level == 0 => true,
            // Without a literal of its level in the clause, it depends on a decision outside the clause.
            Mark::Unseen if self.level_stamps[level as usize] != self.stamp => false,
            Mark::Unseen => {
                self.mark(literal, Mark::Removable);
                self.stack.push(literal);
                true
            }
        }
    }

    /// Replaces literals with the same at-most-one reason, if there are several, by that reason.
    pub(super) fn merge_at_most_one(&mut self, trail: &Trail) {
        let at_most_one_reason = |literal: Literal| match trail.reason_of(literal) {
            Reason::AtMostOne(reason) => Some(reason),
            _ => None,
        };
        for reason in self.learnt[1..].iter().copied().filter_map(at_most_one_reason) {
            self.at_most_one_counts[reason.index()] += 1;
        }
        let mut kept = 1;
        for position in 1..self.learnt.len() {
            let literal = self.learnt[position];
            let reason =
                at_most_one_reason(literal).filter(|reason| self.at_most_one_counts[reason.index()] > 1);
            // The reason replaces the first one; the others are dropped.
            let replacement = match reason {
                Some(reason) if self.marks[reason.variable_index()] == Mark::Source => continue,
                Some(reason) => {
                    self.mark(reason, Mark::Source);
                    reason
                }
                None => literal,
            };
            self.learnt[kept] = replacement;
            kept += 1;
        }
        self.learnt.truncate(kept);
        for reason in self.marked.iter().copied().filter_map(at_most_one_reason) {
            self.at_most_one_counts[reason.index()] = 0;
        }
    }
}
