//! Constraints of a formula as linear inequalities: the factors of the true literals add up to the degree or more.
//!
//! The *slack* of an inequality is the sum of the factors of its literals that are not false, less the degree. Negative slack is a
//! contradiction; a literal whose factor exceeds the slack must be true. An equality is two inequalities.

use std::ops::Range;

use super::literals::{Implication, TrueLiterals, code};
use crate::proof::formula::{Derivation, Formula, Side};

/// Sum of factors of true literals that must reach a degree.
#[derive(Clone, Copy, Debug)]
struct Inequality {
    /// End of its terms.
    end: u32,
    factor_max: i64,
    slack: i64,
}

/// Inequalities of a formula, then those that are derived from it.
#[derive(Clone, Debug, Default)]
pub(super) struct Inequalities {
    inequalities: Vec<Inequality>,
    /// Numbers of derivations, which are the last inequalities.
    derivations: Vec<u32>,
    /// Code of a literal and factor of each term, inequality by inequality.
    terms: Vec<(u32, i32)>,
    /// Inequality and factor of each use of a literal, literal by literal.
    uses: Vec<(u32, i32)>,
    use_starts: Vec<u32>,
}

impl Inequalities {
    /// Leaves out derivations of inequalities that do not follow.
    pub(super) fn new(formula: &Formula, derivations: &[Derivation]) -> Self {
        let mut inequalities = Self::default();
        for constraint in formula.constraints() {
            for (terms, degree) in
                [Side::Lower, Side::Upper].into_iter().filter_map(|side| constraint.inequality(side))
            {
                inequalities.add(terms, degree);
            }
        }
        for (number, derivation) in (0..).zip(derivations) {
            if let Some((terms, degree)) = formula.derived(derivation) {
                inequalities.add(terms, degree);
                inequalities.derivations.push(number);
            }
        }
        inequalities.index_uses(formula.variable_count());
        inequalities
    }

    /// Adds an inequality. A negative factor of a literal is a positive one of its negation.
    fn add(&mut self, terms: impl IntoIterator<Item = (i32, i64)>, degree: i64) {
        let (mut slack, mut factor_max) = (-degree, 0);
        for (literal, factor) in terms.into_iter().filter(|&(_, factor)| factor != 0) {
            let magnitude = i32::try_from(factor.abs()).unwrap_or(i32::MAX);
            self.terms.push((code(literal) ^ u32::from(factor < 0), magnitude));
            slack += factor.max(0);
            factor_max = i64::from(magnitude).max(factor_max);
        }
        self.inequalities.push(Inequality { end: self.terms.len() as u32, factor_max, slack });
    }

    fn index_uses(&mut self, variables: usize) {
        self.use_starts = vec![0; 2 * variables + 1];
        for &(code, _) in &self.terms {
            self.use_starts[code as usize + 1] += 1;
        }
        for code in 1..self.use_starts.len() {
            self.use_starts[code] += self.use_starts[code - 1];
        }
        let mut ends = self.use_starts.clone();
        self.uses = vec![(0, 0); self.terms.len()];
        for number in 0..self.len() {
            for &(code, factor) in &self.terms[self.range_of(number)] {
                let end = &mut ends[code as usize];
                self.uses[*end as usize] = (number, factor);
                *end += 1;
            }
        }
    }

    pub(super) fn len(&self) -> u32 {
        self.inequalities.len() as u32
    }

    fn range_of(&self, number: u32) -> Range<usize> {
        let start = number.checked_sub(1).map_or(0, |before| self.inequalities[before as usize].end);
        start as usize..self.inequalities[number as usize].end as usize
    }

    /// Literals of an inequality, without false ones of the formula alone.
    pub(super) fn codes_of(&self, number: u32) -> impl Iterator<Item = u32> {
        self.terms[self.range_of(number)].iter().map(|&(code, _)| code)
    }

    fn uses_of(&self, code: u32) -> Range<usize> {
        self.use_starts[code as usize] as usize..self.use_starts[code as usize + 1] as usize
    }

    /// The derivation of an inequality, if it is none of the formula.
    pub(super) fn derivation_of(&self, number: u32) -> Option<u32> {
        let first = self.inequalities.len() - self.derivations.len();
        self.derivations.get((number as usize).checked_sub(first)?).copied()
    }

    /// Takes the effect from the derivations that are not kept.
    pub(super) fn retain_derivations(&mut self, is_kept: impl Fn(u32) -> bool) {
        let first = self.inequalities.len() - self.derivations.len();
        for (inequality, &number) in self.inequalities[first..].iter_mut().zip(&self.derivations) {
            if !is_kept(number) {
                // It is never violated, and forces nothing.
                inequality.slack = i64::MAX / 2;
                inequality.factor_max = 0;
            }
        }
    }

    /// Removes the literals that are false, and the inequalities that are met, for good.
    pub(super) fn drop_facts(&mut self, facts: &TrueLiterals) {
        let (mut kept, mut start) = (Vec::new(), 0);
        for inequality in &mut self.inequalities {
            let terms = &self.terms[start..inequality.end as usize];
            start = inequality.end as usize;
            let open = terms.iter().filter(|&&(code, _)| facts.is_open(code));
            // It is met if the true literals alone reach the degree.
            if inequality.slack < open.map(|&(_, factor)| i64::from(factor)).sum() {
                kept.extend(terms.iter().filter(|&&(code, _)| !facts.is_false(code)));
            }
            inequality.end = kept.len() as u32;
        }
        self.terms = kept;
        self.index_uses(facts.variable_count());
    }

    /// Visits the inequalities of a literal that has become false. Returns the first one that is violated.
    pub(super) fn propagate(&mut self, false_code: u32, literals: &mut TrueLiterals) -> Option<u32> {
        let uses = self.uses_of(false_code);
        literals.add_steps(uses.len());
        for &(number, factor) in &self.uses[uses.clone()] {
            self.inequalities[number as usize].slack -= i64::from(factor);
        }
        self.uses[uses].iter().map(|&(number, _)| number).find(|&number| self.visit(number, literals))
    }

    /// Assigns the literals that an inequality forces. Returns whether it is violated.
    pub(super) fn visit(&self, number: u32, literals: &mut TrueLiterals) -> bool {
        let Inequality { slack, factor_max, .. } = self.inequalities[number as usize];
        if slack >= factor_max || slack < 0 {
            return slack < 0;
        }
        let terms = &self.terms[self.range_of(number)];
        literals.add_steps(terms.len());
        for &(code, factor) in terms {
            if i64::from(factor) > slack && literals.is_open(code) {
                literals.assign(code, Implication::Inequality(number));
            }
        }
        false
    }

    /// Undoes the change of slacks of a literal that is no longer false.
    pub(super) fn restore(&mut self, code: u32) {
        for &(number, factor) in &self.uses[self.uses_of(code)] {
            self.inequalities[number as usize].slack += i64::from(factor);
        }
    }
}
