//! Check of clauses: a clause follows if its negation leads to a contradiction by unit propagation.

use thiserror::Error;

use super::explanation::Antecedents;
use super::literals::Implication;
use super::propagation::{UnitPropagation, Violation};
use crate::proof::formula::{Derivation, Formula};

/// A clause does not follow from the formula and the clauses before it by unit propagation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("clause {} of the proof does not follow by unit propagation", .0 + 1)]
pub struct NotImplied(pub usize);

/// What is known without an assumption.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    /// Number of true literals.
    facts: usize,
    /// Contradiction: there is no solution.
    refutation: Option<Violation>,
}

/// Formula with the clauses of a proof that were accepted so far.
///
/// ```
/// use quadrille_exact_cover::proof::{Checker, Formula};
///
/// let mut formula = Formula::new(3)?;
/// formula.add_exactly_one([1, 2])?;
/// formula.add_at_most_one([1, 3])?;
/// formula.add_at_most_one([2, 3])?;
/// let mut checker = Checker::new(&formula);
/// assert!(!checker.is_refuted() && checker.accept(&[2, 1]).is_ok());
/// assert!(checker.accept(&[-1]).is_err());
/// assert!(checker.accept(&[-3]).is_ok()); // with 3, neither 1 nor 2 is left
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Memory: some 30 bytes a literal of the formula, 8 a literal of the proof. A clause takes time for the literals that it implies.
#[derive(Clone, Debug, Default)]
pub struct Checker {
    propagation: UnitPropagation,
    known: Known,
    /// What the formula alone implies.
    known_from_formula: Known,
    /// Number of clauses that belong to the formula.
    axioms: usize,
}

impl Checker {
    /// Starts with a formula, and no clauses.
    pub fn new(formula: &Formula) -> Self {
        Self::with_derivations(formula, &[])
    }

    /// Starts with a formula and inequalities that follow from it. Leaves out inequalities that do not follow.
    pub fn with_derivations(formula: &Formula, derivations: &[Derivation]) -> Self {
        let mut propagation = UnitPropagation::new(formula, derivations);
        let refutation = propagation.find_facts();
        let known = Known { facts: propagation.literals().codes().len(), refutation };
        Self { propagation, known, known_from_formula: known, axioms: 0 }
    }

    /// Adds a clause to the formula, before any clause is accepted.
    pub(crate) fn add_axiom(&mut self, clause: &[i32]) {
        if !self.is_refuted() {
            self.add_clause(clause);
            self.known_from_formula = self.known;
        }
        self.axioms = self.propagation.clauses().len();
    }

    /// Number of clauses that belong to the formula, before the accepted ones.
    pub(crate) fn axiom_count(&self) -> usize {
        self.axioms
    }

    pub(crate) fn variable_count(&self) -> usize {
        self.propagation.literals().variable_count()
    }

    /// Number of literals, terms and watches visited so far.
    pub fn steps(&self) -> u64 {
        self.propagation.literals().steps()
    }

    /// Whether unit propagation of the formula and the accepted clauses leads to a contradiction, as an empty clause does.
    pub fn is_refuted(&self) -> bool {
        self.known.refutation.is_some()
    }

    /// The value of a variable, if unit propagation finds it.
    pub fn value(&self, variable: usize) -> Option<bool> {
        let value = self.propagation.literals().value(2 * variable.checked_sub(1)?)?;
        (value != 0).then_some(value > 0)
    }

    /// Checks that a clause follows from the formula and the accepted clauses, and accepts it.
    ///
    /// # Errors
    /// [`NotImplied`] with the number of clauses accepted before; the clause is then not accepted.
    pub fn accept(&mut self, clause: &[i32]) -> Result<(), NotImplied> {
        if self.is_refuted() {
            return Ok(());
        }
        let violation = self.propagation.refute(clause);
        self.propagation.undo(self.known.facts);
        violation.ok_or_else(|| self.not_implied())?;
        self.add_clause(clause);
        Ok(())
    }

    /// As [`accept`](Self::accept), and finds what the clause followed from. Accepts the literals that took part alone.
    pub(crate) fn accept_needed(
        &mut self,
        clause: &[i32],
        antecedents: &mut Antecedents,
    ) -> Result<(), NotImplied> {
        if self.is_refuted() {
            self.explain_refutation(antecedents);
            return Ok(());
        }
        let violation = self.propagation.refute(clause);
        if let Some(violation) = violation {
            antecedents.explain(violation, self.known.facts, &self.propagation);
        }
        self.propagation.undo(self.known.facts);
        violation.ok_or_else(|| self.not_implied())?;
        // The order of the literals of a clause has no meaning.
        antecedents.literals.sort_unstable_by_key(|literal| literal.unsigned_abs());
        self.add_clause(&antecedents.literals);
        Ok(())
    }

    fn not_implied(&self) -> NotImplied {
        NotImplied(self.propagation.clauses().len() - self.axioms)
    }

    /// Adds a clause that follows, without assumptions.
    fn add_clause(&mut self, clause: &[i32]) {
        let refutation = self.propagation.add_clause(clause);
        self.known = Known { facts: self.propagation.literals().codes().len(), refutation };
    }

    /// What the contradiction without an assumption follows from.
    pub(crate) fn explain_refutation(&self, antecedents: &mut Antecedents) {
        if let Some(refutation) = self.known.refutation {
            antecedents.explain(refutation, 0, &self.propagation);
        }
    }

    /// What a fact follows from, one step back.
    pub(crate) fn explain_fact(&self, variable: u32, antecedents: &mut Antecedents) {
        antecedents.explain_fact(variable, &self.propagation);
    }

    /// Whether a variable is known without a clause of the proof.
    pub(crate) fn is_fact_from_formula(&self, variable: u32) -> bool {
        (self.propagation.literals().place_of(variable) as usize) < self.known_from_formula.facts
    }

    /// The derivations from which the facts of the formula follow, some repeatedly.
    pub(crate) fn derivations_of_facts(&self) -> impl Iterator<Item = u32> {
        let Known { facts, refutation } = self.known_from_formula;
        let literals = self.propagation.literals();
        let implications =
            literals.codes().iter().take(facts).map(|&code| literals.implication_of(code >> 1));
        let of_facts = implications.filter_map(|implication| match implication {
            Implication::Inequality(number) => Some(number),
            Implication::Assumed | Implication::Clause(_) => None,
        });
        let refuted = match refutation {
            Some(Violation::Inequality(number)) => Some(number),
            _ => None,
        };
        of_facts.chain(refuted).filter_map(|number| self.propagation.inequalities().derivation_of(number))
    }

    /// Forgets all accepted clauses, and the derivations that are not kept: facts of the formula must not follow from them.
    pub(crate) fn restart(&mut self, is_kept: impl Fn(u32) -> bool) {
        self.known = self.known_from_formula;
        self.propagation.undo(self.known.facts);
        self.propagation.forget(self.axioms, is_kept);
    }
}
