//! Learns a clause from a conflict: the first unique implication point (1UIP).

use std::collections::BinaryHeap;

use super::explanation::{Context, Explainer};
use super::literal::Literal;
use crate::constrained::board::{Cause, Conflict};

/// A clause that follows from a conflict.
#[derive(Clone, Debug, Default)]
pub(super) struct Analysis {
    /// The clause. Its first literal becomes true at `level`, the second one has become false last before it.
    pub(super) learnt: Vec<Literal>,
    /// Level to return to.
    pub(super) level: usize,
    /// Number of levels of the literals.
    pub(super) levels: u32,
    /// Literals that led to the conflict.
    pub(super) visited: Vec<Literal>,
    /// Whether a literal was visited, by its index.
    is_visited: Vec<bool>,
    heap: BinaryHeap<(usize, Literal)>,
    reasons: Vec<Literal>,
    explainer: Explainer,
    work: u64,
}

impl Analysis {
    pub(super) fn restart(&mut self, candidates: usize) {
        self.is_visited.clear();
        self.is_visited.resize(2 * candidates, false);
    }

    /// Work so far.
    pub(super) fn work(&self) -> u64 {
        self.work + self.explainer.work()
    }

    /// Analyses a conflict above the root. The clause is empty if the conflict needs no choice.
    pub(super) fn analyse(&mut self, context: Context<'_>, conflict: Conflict) {
        self.learnt.clear();
        self.visited.clear();
        self.heap.clear();
        self.reasons.clear();
        let mut reasons = std::mem::take(&mut self.reasons);
        self.explainer.explain_conflict(context, conflict, &mut reasons);
        // The last level of a literal of the conflict: rules that did not run to their end may have a conflict of lower levels.
        let level = reasons.iter().map(|&literal| level_of(literal, context)).max().unwrap_or(0);
        if level > 0 {
            loop {
                for &literal in &reasons {
                    self.visit(literal, level, context);
                }
                let Some((_, last)) = self.heap.pop() else { break };
                if self.heap.is_empty() {
                    self.learnt.push(last.negated());
                    break;
                }
                reasons.clear();
                self.explainer.explain_literal(context, last, &mut reasons);
            }
            let end = self.learnt.len() - 1;
            self.learnt.swap(0, end);
        }
        self.reasons = reasons;
        self.minimise(context);
        self.find_level(context);
        for literal in &self.visited {
            self.is_visited[literal.index()] = false;
        }
    }

    fn visit(&mut self, literal: Literal, level: usize, context: Context<'_>) {
        self.work += 1;
        let of_literal = level_of(literal, context);
        if of_literal == 0 || self.is_visited[literal.index()] {
            return;
        }
        self.is_visited[literal.index()] = true;
        self.visited.push(literal);
        if of_literal == level {
            self.heap.push((context.history.time_of(literal, context.board), literal));
        } else {
            self.learnt.push(literal.negated());
        }
    }

    /// Leaves out literals that follow from others.
    fn minimise(&mut self, context: Context<'_>) {
        let mut learnt = std::mem::take(&mut self.learnt);
        let mut reasons = std::mem::take(&mut self.reasons);
        let mut at = 1;
        while at < learnt.len() {
            let literal = learnt[at].negated();
            reasons.clear();
            let cause = context.board.changes()[context.history.change_of(literal)].cause;
            if matches!(cause, Cause::Sum(_) | Cause::Needed(_) | Cause::Table(_)) {
                // To explain it takes long.
                at += 1;
                continue;
            }
            self.explainer.explain_literal(context, literal, &mut reasons);
            self.work += reasons.len() as u64;
            let is_known =
                |reason: &Literal| self.is_visited[reason.index()] || level_of(*reason, context) == 0;
            if !reasons.is_empty() && reasons.iter().all(is_known) {
                learnt.swap_remove(at);
            } else {
                at += 1;
            }
        }
        (self.learnt, self.reasons) = (learnt, reasons);
    }

    /// Finds the level to return to, and puts a literal of it second.
    fn find_level(&mut self, context: Context<'_>) {
        let mut levels: Vec<usize> =
            self.learnt.iter().map(|&literal| level_of(literal.negated(), context)).collect();
        self.level = 0;
        if let Some(second) = (1..levels.len()).max_by_key(|&at| levels[at]) {
            self.level = levels[second];
            self.learnt.swap(1, second);
        }
        levels.sort_unstable();
        levels.dedup();
        self.levels = levels.len() as u32;
    }
}

/// Level at which a true literal became true.
fn level_of(literal: Literal, context: Context<'_>) -> usize {
    context.history.level_of(context.history.change_of(literal))
}
