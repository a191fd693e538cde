//! How a learnt clause is made shorter.
//!
//! Literals that the others imply are removed (Een and Sorensson, MiniSat 1.13, 2005). Then, peculiar to exact covers:
//! where a clause says of several options that one of them is chosen, and all were removed as rivals of the same
//! option, it says instead that that one is removed. This halves the clauses, which is worth more than the strength
//! they lose by it.

use super::analysis::{Analysis, Mark, Reasons};
use super::clauses::Clauses;
use super::literal::{Literal, Reason};
use super::trail::Trail;

impl Analysis {
    /// Removes every literal that is false because others of the clause are.
    pub(super) fn minimise(&mut self, reasons: Reasons<'_>, clauses: &Clauses) {
        self.stamp += 1;
        for literal in &self.learnt[1..] {
            self.level_stamps[reasons.trail.level_of(*literal) as usize] = self.stamp;
        }
        let mut kept = 1;
        for place in 1..self.learnt.len() {
            let literal = self.learnt[place];
            if !self.is_implied(literal, reasons, clauses) {
                self.learnt[kept] = literal;
                kept += 1;
            }
        }
        self.learnt.truncate(kept);
    }

    /// Whether a literal of the clause is false because others of it are. Goes through reasons with a stack of its
    /// own; what it finds out about a variable is remembered until the clause is done.
    fn is_implied(&mut self, literal: Literal, reasons: Reasons<'_>, clauses: &Clauses) -> bool {
        let top = self.marked.len();
        self.stack.clear();
        self.stack.push(literal);
        while let Some(gone) = self.stack.pop() {
            let implied = gone.negated();
            let holds = match reasons.trail.reason_of(gone) {
                Reason::Decided => false,
                Reason::Rival(rival) => self.may_follow(rival, reasons.trail),
                Reason::Item(item) => {
                    let mut members = reasons.cover.members(item).iter();
                    members.all(|&member| member == implied || self.may_follow(member, reasons.trail))
                }
                Reason::Learnt(clause) => clauses
                    .literals(clause)
                    .all(|member| member == implied || self.may_follow(member, reasons.trail)),
            };
            if !holds {
                for marked in &self.marked[top..] {
                    self.marks[marked.slot()] = Mark::Needed;
                }
                return false;
            }
        }
        true
    }

    /// False if the clause cannot make this literal false; if it may, the literal is on the stack to be looked at.
    fn may_follow(&mut self, literal: Literal, trail: &Trail) -> bool {
        self.work += 1;
        let level = trail.level_of(literal);
        match self.marks[literal.slot()] {
            Mark::Seen | Mark::Implied => true,
            Mark::Needed => false,
            Mark::Unseen if level == 0 => true,
            // A level that no literal of the clause is of has nothing that follows from it but through its decision.
            Mark::Unseen if self.level_stamps[level as usize] != self.stamp => false,
            Mark::Unseen => {
                self.mark(literal, Mark::Implied);
                self.stack.push(literal);
                true
            }
        }
    }

    /// Says, in place of two or more options that were removed as rivals of one, that that one is removed.
    pub(super) fn merge_rivals(&mut self, trail: &Trail) {
        let rival_of = |literal: Literal| match trail.reason_of(literal) {
            Reason::Rival(rival) => Some(rival),
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
                Some(rival) if self.marks[rival.slot()] == Mark::Seen => continue,
                Some(rival) => {
                    self.mark(rival, Mark::Seen);
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
