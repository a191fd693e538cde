//! Unit propagation of the search: decisions, conflicts, and what they follow from.

use super::clauses::LearntClauses;
use super::inequalities::SlackInequalities;
use super::reason::{LinearReason, LinearTrail, PlacedReason};
use crate::cdcl::Literal;
use crate::proof::formula::{Derivation, Formula};

/// Assignment, with the constraints that it is propagated by.
#[derive(Clone, Debug)]
pub(super) struct LinearPropagation {
    trail: LinearTrail,
    inequalities: SlackInequalities,
    clauses: LearntClauses,
}

impl LinearPropagation {
    pub(super) fn new(formula: &Formula, derivations: &[Derivation]) -> Self {
        let mut trail = LinearTrail::default();
        trail.rebuild(formula.variable_count());
        Self {
            trail,
            inequalities: SlackInequalities::new(formula, derivations),
            clauses: LearntClauses::new(formula.variable_count()),
        }
    }

    pub(super) fn trail(&self) -> &LinearTrail {
        &self.trail
    }

    /// Number of literals, terms and watches visited so far.
    pub(super) fn steps(&self) -> u64 {
        self.inequalities.steps() + self.clauses.steps()
    }

    /// Assigns what the formula implies without an assumption, and drops the terms that this decides. Returns whether the formula is
    /// violated.
    pub(super) fn propagate_formula(&mut self) -> bool {
        if self.inequalities.visit_all(&mut self.trail).is_some() || self.propagate().is_some() {
            return true;
        }
        self.inequalities.drop_facts(&self.trail);
        false
    }

    /// Assigns all consequences of the literals assigned so far. Returns a constraint that is violated.
    pub(super) fn propagate(&mut self) -> Option<LinearReason> {
        let Self { trail, inequalities, clauses } = self;
        while let Some(literal) = trail.take_unpropagated() {
            let false_literal = literal.negated();
            if let Some(number) = inequalities.propagate(false_literal, trail) {
                return Some(LinearReason::Inequality(number));
            }
            if let Some(number) = clauses.propagate(false_literal, trail) {
                return Some(LinearReason::Clause(number));
            }
        }
        None
    }

    /// The literals of a constraint that became false before a place: with them, it implies the literal of this place, or is violated.
    pub(super) fn antecedents(
        &self,
        PlacedReason { reason, place }: PlacedReason,
    ) -> impl Iterator<Item = Literal> {
        let (terms, literals): (&[(Literal, i32)], &[Literal]) = match reason {
            LinearReason::Decision => (&[], &[]),
            LinearReason::Inequality(number) => (self.inequalities.terms_of(number), &[]),
            LinearReason::Clause(number) => (&[], self.clauses.literals_of(number)),
        };
        let all = terms.iter().map(|&(literal, _)| literal).chain(literals.iter().copied());
        let trail = &self.trail;
        all.filter(move |&literal| trail.is_false(literal) && trail.reason_of(literal).place < place)
    }

    /// Opens a level with a decision.
    pub(super) fn decide(&mut self, literal: Literal) {
        let place = self.trail.literals().len() as u32;
        self.trail.decide(literal, PlacedReason { reason: LinearReason::Decision, place });
    }

    /// Removes all assignments above a level.
    pub(super) fn backtrack(&mut self, level: u32) {
        self.trail.backtrack(level, |literal, is_propagated| {
            if is_propagated {
                self.inequalities.restore(literal.negated());
            }
        });
    }

    /// Adds a clause, as [`LearntClauses::add`].
    pub(super) fn learn(&mut self, clause: Vec<Literal>) {
        self.clauses.add(clause, &mut self.trail);
    }
}
