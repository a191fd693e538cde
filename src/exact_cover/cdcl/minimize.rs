//! How a learnt clause is made shorter.
//!
//! Literals that the others imply are removed (Een and Sorensson, MiniSat 1.13, 2005). Then, peculiar to exact covers:
//! where a clause says of several options that one of them is chosen, and all were removed as rivals of the same
//! option, it says instead that that one is removed. This halves the clauses, which is worth more than the strength
//! they lose by it.

use super::analysis::{Analysis, ImplicationGraph, Mark};
use super::clauses::Clauses;
use super::literal::{Literal, Reason};
use super::trail::Trail;

impl Analysis {
    /// Removes every literal that is false because others of the clause are.
    pub(super) fn minimize(&mut self, graph: ImplicationGraph<'_>, clauses: &Clauses) {
        self.stamp += 1;
        for literal in &self.learnt[1..] {
            self.level_stamps[graph.trail.level_of(*literal) as usize] = self.stamp;
        }
        let mut kept = 1;
        for place in 1..self.learnt.len() {
            let literal = self.learnt[place];
            if !self.is_implied(literal, graph, clauses) {
                self.learnt[kept] = literal;
                kept += 1;
            }
        }
        self.learnt.truncate(kept);
    }

    /// Whether a literal of the clause is false because others of it are. Goes through graph with a stack of its
    /// own; what it finds out about a variable is remembered until the clause is done.
    fn is_implied(&mut self, literal: Literal, graph: ImplicationGraph<'_>, clauses: &Clauses) -> bool {
        let top = self.marked.len();
        self.stack.clear();
        self.stack.push(literal);
        while let Some(gone) = self.stack.pop() {
            let implied = gone.negated();
            let holds = match graph.trail.reason_of(gone) {
                Reason::None => false,
                Reason::AtMostOne(rival) => self.is_removable(rival, graph.trail),
                Reason::AtLeastOne(item) => {
                    let mut members = graph.instance.members(item).iter();
                    members.all(|&member| member == implied || self.is_removable(member, graph.trail))
                }
                Reason::Clause(clause) => clauses
                    .literals(clause)
                    .all(|member| member == implied || self.is_removable(member, graph.trail)),
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

    /// False if the clause cannot make this literal false; if it may, the literal is on the stack to be looked at.
    fn is_removable(&mut self, literal: Literal, trail: &Trail) -> bool {
        self.work += 1;
        let level = trail.level_of(literal);
        match self.marks[literal.variable_index()] {
            Mark::Source | Mark::Removable => true,
            Mark::Required => false,
            Mark::Unseen if level == 0 => true,
            // A level that no literal of the clause is of has nothing that follows from it but through its decision.
            Mark::Unseen if self.level_stamps[level as usize] != self.stamp => false,
            Mark::Unseen => {
                self.mark(literal, Mark::Removable);
                self.stack.push(literal);
                true
            }
        }
    }

    /// Says, in place of two or more options that were removed as rivals of one, that that one is removed.
    pub(super) fn merge_at_most_one(&mut self, trail: &Trail) {
        let rival_of = |literal: Literal| match trail.reason_of(literal) {
            Reason::AtMostOne(rival) => Some(rival),
            _ => None,
        };
        for rival in self.learnt[1..].iter().copied().filter_map(rival_of) {
            self.removals[rival.index()] += 1;
        }
        let mut kept = 1;
        for place in 1..self.learnt.len() {
            let literal = self.learnt[place];
            let rival = rival_of(literal).filter(|rival| self.removals[rival.index()] > 1);
            // The first one is replaced, the others are left out.
            let own = match rival {
                Some(rival) if self.marks[rival.variable_index()] == Mark::Source => continue,
                Some(rival) => {
                    self.mark(rival, Mark::Source);
                    rival
                }
                None => literal,
            };
            self.learnt[kept] = own;
            kept += 1;
        }
        self.learnt.truncate(kept);
        for rival in self.marked.iter().copied().filter_map(rival_of) {
            self.removals[rival.index()] = 0;
        }
    }
}
