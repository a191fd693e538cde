//! Constraints of a formula, as the search propagates them: as linear inequalities over literals, each with its *slack*.
//!
//! The slack is the sum of the factors of the literals that are not false, less the degree that the factors of the true ones must reach.
//! Negative slack is a conflict; a literal whose factor exceeds the slack must be true.

use super::reason::{LinearReason, LinearTrail, assign};
use crate::cdcl::Literal;
use crate::proof::formula::{Derivation, Formula, Side};

/// Inequality with its slack.
#[derive(Clone, Debug)]
struct SlackInequality {
    terms: Vec<(Literal, i32)>,
    factor_max: i64,
    slack: i64,
}

impl SlackInequality {
    /// States that factors add up to `degree` or more. A negative factor of a literal is a positive one of its negation.
    fn new(terms: impl IntoIterator<Item = (i32, i64)>, degree: i64) -> Self {
        let mut inequality = Self { terms: Vec::new(), factor_max: 0, slack: -degree };
        for (literal, factor) in terms.into_iter().filter(|&(_, factor)| factor != 0) {
            let literal = Literal::from_signed(if factor < 0 { -literal } else { literal });
            let magnitude = i32::try_from(factor.abs()).unwrap_or(i32::MAX);
            inequality.terms.push((literal, magnitude));
            inequality.factor_max = inequality.factor_max.max(i64::from(magnitude));
            inequality.slack += factor.max(0);
        }
        inequality
    }

    /// Assigns the literals that it forces. Returns whether it is violated.
    #[inline]
    fn visit(&self, number: u32, trail: &mut LinearTrail, steps: &mut u64) -> bool {
        if self.slack >= self.factor_max || self.slack < 0 {
            return self.slack < 0;
        }
        *steps += self.terms.len() as u64;
        for &(literal, factor) in &self.terms {
            if i64::from(factor) > self.slack && trail.is_unassigned(literal) {
                assign(trail, literal, LinearReason::Inequality(number));
            }
        }
        false
    }
}

/// Inequalities of a formula, and those derived from it.
#[derive(Clone, Debug)]
pub(super) struct SlackInequalities {
    inequalities: Vec<SlackInequality>,
    /// Inequalities of each literal, with its factors.
    uses: Vec<Vec<(u32, i32)>>,
    steps: u64,
}

impl SlackInequalities {
    pub(super) fn new(formula: &Formula, derivations: &[Derivation]) -> Self {
        let sides = formula.constraints().flat_map(|constraint| {
            [Side::Lower, Side::Upper].into_iter().filter_map(move |side| constraint.inequality(side))
        });
        let of_formula = sides.map(|(terms, degree)| SlackInequality::new(terms, degree));
        let derived = derivations.iter().filter_map(|derivation| formula.derived(derivation));
        let derived = derived.map(|(terms, degree)| SlackInequality::new(terms, degree));
        let inequalities = of_formula.chain(derived).collect();
        let uses = vec![Vec::new(); 2 * formula.variable_count()];
        let mut inequalities = Self { inequalities, uses, steps: 0 };
        inequalities.index_uses();
        inequalities
    }

    fn index_uses(&mut self) {
        self.uses.iter_mut().for_each(Vec::clear);
        for (number, inequality) in (0..).zip(&self.inequalities) {
            for &(literal, factor) in &inequality.terms {
                self.uses[literal.index()].push((number, factor));
            }
        }
    }

    /// Number of literals and terms visited so far.
    pub(super) fn steps(&self) -> u64 {
        self.steps
    }

    /// Literals of an inequality, without those that were false before the first decision.
    pub(super) fn terms_of(&self, number: u32) -> &[(Literal, i32)] {
        &self.inequalities[number as usize].terms
    }

    /// Assigns what the inequalities force without an assumption. Returns the first one that is violated.
    pub(super) fn visit_all(&mut self, trail: &mut LinearTrail) -> Option<u32> {
        let Self { inequalities, steps, .. } = self;
        let mut numbered = (0..).zip(inequalities);
        numbered
            .find(|(number, inequality)| inequality.visit(*number, trail, steps))
            .map(|(number, _)| number)
    }

    /// Removes the literals that are false, and the inequalities that are met, for good.
    pub(super) fn drop_facts(&mut self, trail: &LinearTrail) {
        for inequality in &mut self.inequalities {
            let open = inequality.terms.iter().filter(|&&(literal, _)| trail.is_unassigned(literal));
            // It is met if the true literals alone reach the degree.
            if inequality.slack < open.map(|&(_, factor)| i64::from(factor)).sum() {
                inequality.terms.retain(|&(literal, _)| !trail.is_false(literal));
            } else {
                inequality.terms.clear();
            }
        }
        self.index_uses();
    }

    /// Visits the inequalities of a literal that has become false. Returns the first one that is violated.
    #[inline]
    pub(super) fn propagate(&mut self, false_literal: Literal, trail: &mut LinearTrail) -> Option<u32> {
        let Self { inequalities, uses, steps } = self;
        let uses = &uses[false_literal.index()];
        *steps += 1 + uses.len() as u64;
        for &(number, factor) in uses {
            inequalities[number as usize].slack -= i64::from(factor);
        }
        let mut numbers = uses.iter().map(|&(number, _)| number);
        numbers.find(|&number| inequalities[number as usize].visit(number, trail, steps))
    }

    /// Undoes [`propagate`](Self::propagate).
    pub(super) fn restore(&mut self, literal: Literal) {
        for &(number, factor) in &self.uses[literal.index()] {
            self.inequalities[number as usize].slack += i64::from(factor);
        }
    }
}
