//! Unit propagation over the formula and the accepted clauses.

use super::clauses::AcceptedClauses;
use super::inequalities::Inequalities;
use super::literals::{Implication, TrueLiterals, code};
use crate::proof::formula::{Derivation, Formula};

/// Source of a contradiction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Violation {
    Inequality(u32),
    Clause(u32),
    /// The negation of a literal, by its code, that is true already.
    Literal(u32),
}

/// Constraints, and the literals that follow from them and from assumptions.
#[derive(Clone, Debug, Default)]
pub(super) struct UnitPropagation {
    literals: TrueLiterals,
    inequalities: Inequalities,
    clauses: AcceptedClauses,
}

impl UnitPropagation {
    pub(super) fn new(formula: &Formula, derivations: &[Derivation]) -> Self {
        let variables = formula.variable_count();
        Self {
            literals: TrueLiterals::new(variables),
            inequalities: Inequalities::new(formula, derivations),
            clauses: AcceptedClauses::new(variables),
        }
    }

    pub(super) fn literals(&self) -> &TrueLiterals {
        &self.literals
    }

    pub(super) fn inequalities(&self) -> &Inequalities {
        &self.inequalities
    }

    pub(super) fn clauses(&self) -> &AcceptedClauses {
        &self.clauses
    }

    /// Finds the consequences of the inequalities without an assumption, and drops the terms that they decide.
    pub(super) fn find_facts(&mut self) -> Option<Violation> {
        let Self { literals, inequalities, .. } = self;
        let violated = (0..inequalities.len()).find(|&number| inequalities.visit(number, literals));
        let violation = violated.map(Violation::Inequality).or_else(|| self.propagate());
        if violation.is_none() {
            self.inequalities.drop_facts(&self.literals);
        }
        violation
    }

    /// Assigns all consequences of the literals assigned so far.
    fn propagate(&mut self) -> Option<Violation> {
        let Self { literals, inequalities, clauses } = self;
        while let Some(code) = literals.take_unpropagated() {
            let violated = inequalities.propagate(code ^ 1, literals).map(Violation::Inequality);
            let violated = violated.or_else(|| clauses.propagate(code ^ 1, literals).map(Violation::Clause));
            if violated.is_some() {
                return violated;
            }
        }
        None
    }

    /// Assumes the negations of these literals one by one until a contradiction.
    pub(super) fn refute(&mut self, clause: &[i32]) -> Option<Violation> {
        for &literal in clause {
            let code = code(literal);
            match self.literals.value(code as usize) {
                Some(1) => return Some(Violation::Literal(code)),
                Some(0) => {
                    self.literals.assign(code ^ 1, Implication::Assumed);
                    let violation = self.propagate();
                    if violation.is_some() {
                        return violation;
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// Adds a clause that follows, without assumptions, and assigns its consequences.
    pub(super) fn add_clause(&mut self, clause: &[i32]) -> Option<Violation> {
        match self.clauses.add(clause, &mut self.literals) {
            (number, true) => Some(Violation::Clause(number)),
            (_, false) => self.propagate(),
        }
    }

    /// Takes the literals after the first `len` back.
    pub(super) fn undo(&mut self, len: usize) {
        while let Some((code, is_propagated)) = self.literals.pop_after(len) {
            if is_propagated {
                self.inequalities.restore(code ^ 1);
            }
        }
    }

    /// Forgets all but so many clauses, and the derivations that are not kept.
    pub(super) fn forget(&mut self, clauses: usize, is_kept: impl Fn(u32) -> bool) {
        self.clauses.truncate(clauses);
        self.inequalities.retain_derivations(is_kept);
    }
}
