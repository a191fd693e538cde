//! What the search does at each step.

use super::analysis::Reasons;
use super::clauses::KEPT;
use super::learner::{Learner, Next};
use super::literal::{Conflict, Literal, Reason};

/// How many of the most active options are compared before one is decided.
const COMPARED: usize = 8;

impl Learner {
    /// Whether no option is open. Takes those that are not from the top of the heap.
    pub(super) fn is_solved(&mut self) -> bool {
        while let Some(option) = self.order.top() {
            if self.trail.is_open(Literal::chosen(option)) {
                return false;
            }
            self.order.pop();
        }
        true
    }

    /// Opens a level and chooses, among the most active options, the one that is most active in tight items.
    pub(super) fn decide(&mut self) {
        self.compared.clear();
        while self.compared.len() < COMPARED
            && let Some(option) = self.order.pop()
        {
            if self.trail.is_open(Literal::chosen(option)) {
                self.compared.push(option);
            }
        }
        let mut best = None;
        let mut score_max = -1.0;
        for &option in &self.compared {
            let score = self.order.activity(option) * self.trail.tightness(option, &self.cover);
            if score > score_max {
                best = Some(option);
                score_max = score;
            }
        }
        if let Some(best) = best {
            self.compared
                .iter()
                .filter(|&&option| option != best)
                .for_each(|&option| self.order.insert(option));
            self.trail.decide(Literal::chosen(best));
        }
    }

    pub(super) fn propagate(&mut self) {
        let known = self.conflict.take().map_or(Ok(()), Err);
        match known.and_then(|()| self.trail.propagate(&self.cover, &mut self.clauses)) {
            Ok(()) => {
                self.next = Next::Decide;
                if self.trail.level() == 0 {
                    self.drop_removed();
                }
            }
            Err(conflict) => {
                self.conflicts += 1;
                if self.trail.level() == 0 {
                    self.next = Next::Rest;
                } else if self.trail.level() == self.floor {
                    self.turn_round();
                } else {
                    self.learn(conflict);
                    self.maintain();
                }
            }
        }
    }

    /// What is false for good need not be looked at any more.
    fn drop_removed(&mut self) {
        for literal in &self.trail.literals()[self.dropped..] {
            self.cover.drop_literal(literal.negated());
        }
        self.dropped = self.trail.literals().len();
    }

    /// Learns a clause from a contradiction, and goes back to where it asserts something.
    fn learn(&mut self, conflict: Conflict) {
        let number = self.conflicts as u32;
        let reasons = Reasons { cover: &self.cover, trail: &self.trail };
        self.analysis.explain(conflict, number, reasons, &mut self.clauses, &mut self.order);
        self.order.decay();
        self.backtrack(self.analysis.level().max(self.floor));
        match *self.analysis.learnt() {
            [] => {}
            // Above the root this is forgotten with the level, and then learnt again.
            [only] => self.trail.assign(only, Reason::Decided),
            [first, ..] => {
                let clause = self.clauses.add(self.analysis.learnt(), self.analysis.glue(), number);
                self.trail.assign(first, Reason::Learnt(clause));
            }
        }
    }

    /// Restarts and forgets when it is time.
    fn maintain(&mut self) {
        if !self.is_systematic && self.schedule.restarts(self.conflicts) {
            self.restarts += 1;
            self.backtrack(0);
        }
        if self.schedule.forgets(self.conflicts, self.clauses.words()) {
            let words_max = self.schedule.bounds().words_max / 2;
            self.clauses.forget(words_max, &mut self.trail);
            self.schedule.remembers(self.clauses.words());
        }
    }

    fn backtrack(&mut self, level: u32) {
        let order = &mut self.order;
        self.trail.backtrack(level, &self.cover, |literal| order.insert(literal.variable()));
    }

    /// Sees to it that the solution told last is not reached again.
    pub(super) fn exclude(&mut self) {
        let level = self.trail.level();
        self.is_systematic |= self.exclusion_words > self.schedule.bounds().exclusion_words_max;
        self.next = Next::Propagate;
        if level == 0 {
            self.next = Next::Rest;
        } else if self.is_systematic || level == 1 {
            self.floor = level;
            self.turn_round();
        } else {
            self.exclusion.clear();
            self.exclusion.extend((1..=level).rev().map(|level| self.trail.decision(level).negated()));
            self.backtrack(level - 1);
            let words = self.clauses.words();
            let clause = self.clauses.add(&self.exclusion, KEPT, 0);
            self.exclusion_words += self.clauses.words() - words;
            self.trail.assign(self.exclusion[0], Reason::Learnt(clause));
        }
    }

    /// Everything below the decision of the deepest level, which is the floor, is done with: the level ends, and the
    /// decision's contrary holds at the one before.
    fn turn_round(&mut self) {
        let decision = self.trail.decision(self.floor);
        self.floor -= 1;
        self.backtrack(self.floor);
        self.trail.assign(decision.negated(), Reason::Decided);
    }
}
