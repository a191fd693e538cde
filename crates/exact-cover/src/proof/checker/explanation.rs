//! Explanation of a contradiction: the constraints that it follows from, found from the latest literals backwards.

use super::literals::{Implication, literal};
use super::propagation::{UnitPropagation, Violation};

/// What a clause followed from.
#[derive(Clone, Debug, Default)]
pub(crate) struct Antecedents {
    /// Accepted clauses, some repeatedly.
    pub clauses: Vec<u32>,
    /// Variables that are known without an assumption.
    pub facts: Vec<u32>,
    /// Derivations, some repeatedly.
    pub derivations: Vec<u32>,
    /// The literals of the clause that took part. They are a clause that follows, too.
    pub literals: Vec<i32>,
    /// Variables to explain.
    stack: Vec<u32>,
    /// Number of the explanation that last saw each variable.
    seen: Vec<u32>,
    seen_now: u32,
    steps: u64,
}

impl Antecedents {
    /// Number of variables explained so far.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    fn restart(&mut self, variables: usize) {
        self.clauses.clear();
        self.facts.clear();
        self.derivations.clear();
        self.literals.clear();
        self.stack.clear();
        self.seen.resize(variables, 0);
        self.seen_now = self.seen_now.wrapping_add(1);
        if self.seen_now == 0 {
            self.seen.fill(0);
            self.seen_now = 1;
        }
    }

    /// Finds what a contradiction follows from. The first `facts` literals need no explanation.
    pub(super) fn explain(&mut self, violation: Violation, facts: usize, propagation: &UnitPropagation) {
        self.restart(propagation.literals().variable_count());
        match violation {
            Violation::Inequality(number) => self.see_inequality(number, u32::MAX, propagation),
            Violation::Clause(number) => self.see_clause(number, propagation),
            Violation::Literal(code) => {
                self.literals.push(literal(code));
                self.see(code);
            }
        }
        while let Some(variable) = self.stack.pop() {
            if (propagation.literals().place_of(variable) as usize) < facts {
                self.facts.push(variable);
            } else {
                self.explain_variable(variable, propagation);
            }
        }
    }

    /// Finds what a fact follows from, one step back.
    pub(super) fn explain_fact(&mut self, variable: u32, propagation: &UnitPropagation) {
        self.restart(propagation.literals().variable_count());
        self.seen[variable as usize] = self.seen_now;
        self.explain_variable(variable, propagation);
        self.facts.append(&mut self.stack);
    }

    fn explain_variable(&mut self, variable: u32, propagation: &UnitPropagation) {
        self.steps += 1;
        let literals = propagation.literals();
        match literals.implication_of(variable) {
            Implication::Assumed => {
                // The literal of the clause is the negation of the assumption.
                self.literals.push(literal(variable << 1 | u32::from(literals.is_true(variable << 1))));
            }
            Implication::Inequality(number) => {
                self.see_inequality(number, literals.place_of(variable), propagation);
            }
            Implication::Clause(number) => self.see_clause(number, propagation),
        }
    }

    /// Sees the false literals of an inequality that were assigned before a place.
    fn see_inequality(&mut self, number: u32, place: u32, propagation: &UnitPropagation) {
        let (literals, inequalities) = (propagation.literals(), propagation.inequalities());
        self.derivations.extend(inequalities.derivation_of(number));
        let is_earlier = |&code: &u32| literals.is_false(code) && literals.place_of(code >> 1) < place;
        inequalities.codes_of(number).filter(is_earlier).for_each(|code| self.see(code));
    }

    fn see_clause(&mut self, number: u32, propagation: &UnitPropagation) {
        self.clauses.push(number);
        propagation.clauses().codes_of(number).iter().for_each(|&code| self.see(code));
    }

    /// Puts the variable of an assigned literal on the stack, once.
    fn see(&mut self, code: u32) {
        let variable = code >> 1;
        let seen = &mut self.seen[variable as usize];
        if *seen != self.seen_now {
            *seen = self.seen_now;
            self.stack.push(variable);
        }
    }
}
