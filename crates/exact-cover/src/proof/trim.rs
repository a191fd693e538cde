//! Trimming: drops the clauses and the derived inequalities that the empty clause does not need, and the literals that took no part.
//!
//! A forward check notes for each clause which clauses its contradiction came from. From the empty clause backwards, only these are
//! kept (Heule, Hunt & Wetzler, "Trimming while checking clausal proofs", 2013, check backwards). A second pass checks the rest as it is
//! sent. Six passes instead of one would drop two more clauses of a hundred, for three times the time.

use std::collections::BTreeSet;

use super::checker::{Antecedents, Checker, NotImplied};
use super::lemmas::Lemmas;

/// What a clause follows from: four times a number, plus the kind. A proof has many of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Antecedent(u32);

const LEMMA: u32 = 0;
const FACT: u32 = 1;
const DERIVATION: u32 = 2;

/// Antecedents of the clauses of a pass.
#[derive(Clone, Debug, Default)]
struct CheckedClauses {
    /// What each clause followed from, one after the other.
    sources: Vec<Antecedent>,
    /// End of the sources of each clause.
    ends: Vec<usize>,
    /// The literals that took part.
    clauses: Lemmas,
}

/// A pass over the clauses of a proof, in steps.
#[derive(Clone, Debug)]
pub(super) struct Trimming {
    checker: Checker,
    lemmas: Lemmas,
    checked: CheckedClauses,
    antecedents: Antecedents,
    /// Next clause to check.
    next: usize,
    /// Whether the proof is trimmed, and this is the second pass.
    is_trimmed: bool,
    /// The derivations that are needed.
    derivations: BTreeSet<u32>,
}

impl Trimming {
    /// Starts with a checker without clauses, and a proof of it that ends with an empty clause.
    pub(super) fn new(checker: Checker, lemmas: Lemmas) -> Self {
        let (checked, antecedents) = (CheckedClauses::default(), Antecedents::default());
        Self {
            checker,
            lemmas,
            checked,
            antecedents,
            next: 0,
            is_trimmed: false,
            derivations: BTreeSet::new(),
        }
    }

    /// Number of steps of the checker, and of variables explained.
    pub(super) fn steps(&self) -> u64 {
        self.checker.steps() + self.antecedents.steps()
    }

    /// Works for so many [steps](Self::steps). Returns whether the proof is trimmed and checked.
    pub(super) fn advance(&mut self, steps: u64) -> Result<bool, NotImplied> {
        let end = self.steps().saturating_add(steps);
        loop {
            if self.checker.is_refuted() || self.next >= self.lemmas.len() {
                if !self.checker.is_refuted() {
                    return Err(NotImplied(self.next));
                }
                if self.is_trimmed {
                    return Ok(true);
                }
                self.finish_pass();
            } else if self.steps() >= end {
                return Ok(false);
            } else if self.is_trimmed {
                let lemma = self.lemmas.get(self.next).unwrap_or_default();
                self.checker.accept(lemma)?;
                self.next += 1;
            } else {
                self.check_next()?;
            }
        }
    }

    /// The clauses of the proof and the numbers of the derivations that they need, once it is trimmed.
    pub(super) fn into_proof(self) -> (Lemmas, BTreeSet<u32>) {
        (self.lemmas, self.derivations)
    }

    fn check_next(&mut self) -> Result<(), NotImplied> {
        let lemma = self.lemmas.get(self.next).unwrap_or_default();
        self.checker.accept_needed(lemma, &mut self.antecedents)?;
        let CheckedClauses { sources, ends, clauses } = &mut self.checked;
        sources.extend(sources_of(&self.antecedents, self.checker.axiom_count()));
        ends.push(sources.len());
        clauses.push(self.antecedents.literals.iter().copied());
        self.next += 1;
        Ok(())
    }

    /// Keeps the clauses that the contradiction needs, and begins the second pass, which checks only.
    fn finish_pass(&mut self) {
        let needed = self.needed();
        let mut kept = Lemmas::default();
        for (clause, _) in self.checked.clauses.iter().zip(needed).filter(|(_, is_needed)| *is_needed) {
            kept.push(clause.iter().copied());
        }
        if kept.get(kept.len().saturating_sub(1)) != Some(&[]) {
            kept.push([]);
        }
        self.is_trimmed = true;
        self.lemmas = kept;
        self.checked = CheckedClauses::default();
        self.next = 0;
        self.checker.restart(|number| self.derivations.contains(&number));
    }

    /// Whether the contradiction needs each of the clauses. Finds the derivations that it needs, too.
    fn needed(&mut self) -> Vec<bool> {
        let mut needed = vec![false; self.next];
        let mut seen_facts = vec![false; self.checker.variable_count()];
        self.derivations = self.checker.derivations_of_facts().collect();
        self.checker.explain_refutation(&mut self.antecedents);
        let axioms = self.checker.axiom_count();
        let mut stack: Vec<Antecedent> = sources_of(&self.antecedents, axioms).collect();
        while let Some(source) = stack.pop() {
            let (kind, number) = (source.0 & 3, source.0 >> 2);
            match kind {
                FACT => {
                    let is_seen = std::mem::replace(&mut seen_facts[number as usize], true);
                    if !is_seen && !self.checker.is_fact_from_formula(number) {
                        self.checker.explain_fact(number, &mut self.antecedents);
                        stack.extend(sources_of(&self.antecedents, axioms));
                    }
                }
                DERIVATION => {
                    self.derivations.insert(number);
                }
                _ => {
                    if let Some(is_needed) = needed.get_mut(number as usize)
                        && !std::mem::replace(is_needed, true)
                    {
                        let before = number.checked_sub(1).map(|before| self.checked.ends[before as usize]);
                        let end = self.checked.ends[number as usize];
                        stack.extend(self.checked.sources.get(before.unwrap_or(0)..end).unwrap_or_default());
                    }
                }
            }
        }
        needed
    }
}

/// What a clause followed from. The clauses are counted without those of the formula.
fn sources_of(antecedents: &Antecedents, axioms: usize) -> impl Iterator<Item = Antecedent> {
    let lemmas = antecedents.clauses.iter().filter_map(move |lemma| lemma.checked_sub(axioms as u32));
    let facts = antecedents.facts.iter().map(|fact| Antecedent(fact << 2 | FACT));
    let derivations = antecedents.derivations.iter().map(|number| Antecedent(number << 2 | DERIVATION));
    lemmas.map(|lemma| Antecedent(lemma << 2 | LEMMA)).chain(facts).chain(derivations)
}
