//! Checker of proofs: unit propagation over a formula and the clauses accepted so far. It shares no code with CDCL; the search for
//! formulas with sums, [`linear_search`](super::linear_search), propagates by it.
//!
//! Each constraint is a linear inequality, the factors of its true literals add up to its degree or more; an equality is two. The
//! *slack* of an inequality is the sum of the factors of its literals that are not false, less the degree. Negative slack is a
//! contradiction; a literal whose factor exceeds the slack must be true. Clauses of the proof are watched by two literals each.
//!
//! A clause follows if its negation leads to a contradiction. The checker then knows from which clauses the contradiction came, and which
//! literals took part: see [`trim`](super::trim).

use thiserror::Error;

use super::formula::{Constraint, Derivation, Formula};

/// A clause does not follow from the formula and the clauses before it by unit propagation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("clause {} of the proof does not follow by unit propagation", .0 + 1)]
pub struct NotImplied(pub usize);

/// Why a literal is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    /// Negated literal of the clause that is checked.
    Assumed,
    /// Inequality of the formula.
    Inequality(u32),
    /// Accepted clause.
    Lemma(u32),
}

/// Source of a contradiction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Contradiction {
    Inequality(u32),
    Lemma(u32),
    /// The negation of a literal that is true already.
    Literal(u32),
}

/// Sum of factors of true literals that must reach a degree.
#[derive(Clone, Copy, Debug)]
struct Inequality {
    /// End of its terms.
    end: u32,
    factor_max: i64,
    /// Sum of the factors of the literals that are not false, less the degree.
    slack: i64,
}

#[derive(Clone, Copy, Debug)]
struct Lemma {
    start: u32,
    end: u32,
}

/// What a clause followed from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Antecedents {
    /// Accepted clauses, some repeatedly.
    pub lemmas: Vec<u32>,
    /// Variables that are known without an assumption.
    pub facts: Vec<u32>,
    /// Derivations, some repeatedly.
    pub derivations: Vec<u32>,
    /// The literals of the clause that took part. They are a clause that follows, too.
    pub literals: Vec<i32>,
}

impl Antecedents {
    fn clear(&mut self) {
        self.lemmas.clear();
        self.facts.clear();
        self.derivations.clear();
        self.literals.clear();
    }
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
    /// For each literal: 1 if true, -1 if false, 0 if unassigned.
    values: Vec<i8>,
    reasons: Vec<Reason>,
    /// Place of each assigned variable in the trail.
    places: Vec<u32>,
    /// True literals, oldest first.
    trail: Vec<u32>,
    head: usize,
    /// Number of literals that are true without an assumption.
    facts: usize,
    inequalities: Vec<Inequality>,
    /// Numbers of derivations, which are the last inequalities.
    derivations: Vec<u32>,
    /// Literal and factor of each term, inequality by inequality.
    terms: Vec<(u32, i32)>,
    /// Inequality and factor of each use of a literal, literal by literal.
    uses: Vec<(u32, i32)>,
    use_starts: Vec<u32>,
    lemmas: Vec<Lemma>,
    lemma_literals: Vec<u32>,
    watches: Vec<Vec<u32>>,
    /// Contradiction without an assumption: the formula and the accepted clauses have no solution.
    refutation: Option<Contradiction>,
    /// Number of clauses that belong to the formula.
    axioms: usize,
    /// Facts of the formula alone.
    formula_facts: usize,
    formula_refutation: Option<Contradiction>,
    /// Scratch: variables to explain, and the number of the explanation that last saw each variable.
    stack: Vec<u32>,
    seen: Vec<u32>,
    seen_now: u32,
    steps: u64,
}

/// Number of a literal in the tables: twice the variable from 0, plus 1 for a negation.
const fn code(literal: i32) -> u32 {
    (literal.unsigned_abs() - 1) << 1 | (literal < 0) as u32
}

const fn literal(code: u32) -> i32 {
    let variable = (code >> 1) as i32 + 1;
    if code & 1 == 0 { variable } else { -variable }
}

impl Checker {
    /// Starts with a formula, and no clauses.
    pub fn new(formula: &Formula) -> Self {
        Self::with_derivations(formula, &[])
    }

    /// Starts with a formula and inequalities that follow from it. Leaves out inequalities that do not follow.
    pub fn with_derivations(formula: &Formula, derivations: &[Derivation]) -> Self {
        let variables = formula.variable_count();
        let mut checker = Self {
            values: vec![0; 2 * variables],
            reasons: vec![Reason::Assumed; variables],
            places: vec![0; variables],
            watches: vec![Vec::new(); 2 * variables],
            seen: vec![0; variables],
            ..Self::default()
        };
        for constraint in formula.constraints() {
            let ones = |literals: &[i32]| -> Vec<(u32, i32)> {
                literals.iter().map(|&literal| (code(literal), 1)).collect()
            };
            match constraint {
                Constraint::Clause(literals) => checker.add_inequality(ones(literals), 1),
                Constraint::ExactlyOne(literals) => checker.add_equality(ones(literals), 1),
                Constraint::AtMostOne(literals) => checker.add_at_most(ones(literals), 1),
                Constraint::Sum { variables, factors, total } => {
                    let terms = variables.iter().zip(factors);
                    checker.add_equality(
                        terms.map(|(&variable, &factor)| (code(variable), factor)).collect(),
                        total,
                    );
                }
            }
        }
        for (number, derivation) in (0..).zip(derivations) {
            if let Some((terms, degree)) = formula.derived(derivation) {
                let terms = terms.into_iter().map(|(variable, factor)| (code(variable), factor));
                checker.add_inequality(terms, degree);
                checker.derivations.push(number);
            }
        }
        checker.index_uses();
        checker.find_facts();
        checker.drop_facts();
        checker.formula_facts = checker.facts;
        checker.formula_refutation = checker.refutation;
        checker
    }

    /// Adds a clause to the formula, before any clause is accepted.
    pub(super) fn add_axiom(&mut self, clause: &[i32]) {
        if self.refutation.is_none() {
            self.add_lemma(clause);
            (self.formula_facts, self.formula_refutation) = (self.facts, self.refutation);
        }
        self.axioms = self.lemmas.len();
    }

    fn add_equality(&mut self, terms: Vec<(u32, i32)>, total: i64) {
        self.add_inequality(terms.iter().copied(), total);
        self.add_at_most(terms, total);
    }

    fn add_at_most(&mut self, terms: Vec<(u32, i32)>, total: i64) {
        let negated = terms.into_iter().map(|(code, factor)| (code, factor.saturating_neg()));
        self.add_inequality(negated, -total);
    }

    /// Adds: the factors of the true literals add up to `degree` or more. A negative factor of a literal is a positive one of its
    /// negation.
    fn add_inequality(&mut self, terms: impl IntoIterator<Item = (u32, i32)>, degree: i64) {
        let (mut slack, mut factor_max) = (-degree, 0);
        for (code, factor) in terms.into_iter().filter(|&(_, factor)| factor != 0) {
            let magnitude = factor.saturating_abs();
            self.terms.push((code ^ u32::from(factor < 0), magnitude));
            slack += i64::from(factor.max(0));
            factor_max = i64::from(magnitude).max(factor_max);
        }
        self.inequalities.push(Inequality { end: self.terms.len() as u32, factor_max, slack });
    }

    fn index_uses(&mut self) {
        self.use_starts = vec![0; self.values.len() + 1];
        for &(code, _) in &self.terms {
            self.use_starts[code as usize + 1] += 1;
        }
        for code in 1..self.use_starts.len() {
            self.use_starts[code] += self.use_starts[code - 1];
        }
        let mut ends = self.use_starts.clone();
        self.uses = vec![(0, 0); self.terms.len()];
        let mut start = 0;
        for (number, inequality) in (0..).zip(&self.inequalities) {
            for &(code, factor) in &self.terms[start as usize..inequality.end as usize] {
                let end = &mut ends[code as usize];
                self.uses[*end as usize] = (number, factor);
                *end += 1;
            }
            start = inequality.end;
        }
    }

    /// Finds the consequences of the inequalities without an assumption.
    fn find_facts(&mut self) {
        for number in 0..self.inequalities.len() as u32 {
            if self.refutation.is_none() {
                self.refutation = self.visit_inequality(number);
            }
        }
        self.refutation = self.refutation.or_else(|| self.propagate());
        self.facts = self.trail.len();
    }

    /// Number of clauses that belong to the formula, before the accepted ones.
    pub(super) fn axiom_count(&self) -> usize {
        self.axioms
    }

    pub(super) fn variable_count(&self) -> usize {
        self.reasons.len()
    }

    /// Removes the literals that are false, and the inequalities that are met, for good: only facts of the formula come from them.
    fn drop_facts(&mut self) {
        if self.refutation.is_some() {
            return;
        }
        let value = |code: u32| self.values[code as usize];
        let (mut kept, mut start) = (Vec::new(), 0);
        for inequality in &mut self.inequalities {
            let terms = &self.terms[start..inequality.end as usize];
            start = inequality.end as usize;
            let open = terms.iter().filter(|&&(code, _)| value(code) == 0);
            // It is met if the true literals alone reach the degree.
            if inequality.slack < open.map(|&(_, factor)| i64::from(factor)).sum() {
                kept.extend(terms.iter().filter(|&&(code, _)| value(code) >= 0));
            }
            inequality.end = kept.len() as u32;
        }
        self.terms = kept;
        self.index_uses();
    }

    /// Number of literals, terms and watches visited so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Whether unit propagation of the formula and the accepted clauses leads to a contradiction, as an empty clause does.
    pub fn is_refuted(&self) -> bool {
        self.refutation.is_some()
    }

    /// The value of a variable, if unit propagation finds it.
    pub fn value(&self, variable: usize) -> Option<bool> {
        match self.values.get(2 * variable.checked_sub(1)?).copied() {
            Some(1) => Some(true),
            Some(-1) => Some(false),
            _ => None,
        }
    }

    /// Checks that a clause follows from the formula and the accepted clauses, and accepts it.
    ///
    /// # Errors
    /// [`NotImplied`] with the number of clauses accepted before; the clause is then not accepted.
    pub fn accept(&mut self, clause: &[i32]) -> Result<(), NotImplied> {
        if self.refutation.is_some() {
            return Ok(());
        }
        let contradiction = self.refute(clause.iter().copied());
        self.retract();
        if contradiction.is_none() {
            return Err(NotImplied(self.lemmas.len() - self.axioms));
        }
        self.add_lemma(clause);
        Ok(())
    }

    /// As [`accept`](Self::accept), and finds what the clause followed from. Accepts the literals that took part alone.
    pub(super) fn accept_needed(
        &mut self,
        clause: &[i32],
        antecedents: &mut Antecedents,
    ) -> Result<(), NotImplied> {
        antecedents.clear();
        let contradiction = match self.refutation {
            Some(refutation) => Some(refutation),
            None => self.refute(clause.iter().copied()),
        };
        if let Some(contradiction) = contradiction {
            self.explain(contradiction, antecedents);
        }
        self.retract();
        if contradiction.is_none() {
            return Err(NotImplied(self.lemmas.len() - self.axioms));
        }
        if self.refutation.is_none() {
            // The order of the literals of a clause has no meaning.
            let mut literals = std::mem::take(&mut antecedents.literals);
            literals.sort_unstable_by_key(|literal| literal.unsigned_abs());
            self.add_lemma(&literals);
            antecedents.literals = literals;
        }
        Ok(())
    }

    /// What the contradiction without an assumption follows from.
    pub(super) fn explain_refutation(&mut self, antecedents: &mut Antecedents) {
        antecedents.clear();
        if let Some(refutation) = self.refutation {
            self.explain(refutation, antecedents);
        }
    }

    /// What a fact follows from, one step back.
    pub(super) fn explain_fact(&mut self, variable: u32, antecedents: &mut Antecedents) {
        antecedents.clear();
        self.begin_explanation();
        self.see(variable << 1);
        self.stack.clear();
        self.explain_variable(variable, antecedents);
        antecedents.facts.append(&mut self.stack);
    }

    /// Whether a variable is known without a clause of the proof.
    pub(super) fn is_fact_from_formula(&self, variable: u32) -> bool {
        (self.places[variable as usize] as usize) < self.formula_facts
    }

    /// The derivation of an inequality, if it is none of the formula.
    fn derivation_of(&self, inequality: u32) -> Option<u32> {
        let first = self.inequalities.len() - self.derivations.len();
        self.derivations.get((inequality as usize).checked_sub(first)?).copied()
    }

    /// The derivations from which the facts of the formula follow, some repeatedly.
    pub(super) fn derivations_of_facts(&self) -> impl Iterator<Item = u32> {
        let facts = self.trail.iter().take(self.formula_facts);
        let reasons = facts.filter_map(|&code| match self.reasons[code as usize >> 1] {
            Reason::Inequality(number) => Some(number),
            Reason::Assumed | Reason::Lemma(_) => None,
        });
        let refuted = match self.formula_refutation {
            Some(Contradiction::Inequality(number)) => Some(number),
            _ => None,
        };
        reasons.chain(refuted).filter_map(|number| self.derivation_of(number))
    }

    /// Forgets all accepted clauses, and the derivations that are not kept: facts of the formula must not follow from them.
    pub(super) fn restart(&mut self, is_kept: impl Fn(u32) -> bool) {
        self.undo(self.formula_facts);
        self.head = self.formula_facts;
        self.facts = self.formula_facts;
        self.refutation = self.formula_refutation;
        self.lemmas.truncate(self.axioms);
        self.lemma_literals.truncate(self.lemmas.last().map_or(0, |last| last.end as usize));
        let axioms = self.axioms as u32;
        self.watches.iter_mut().for_each(|watches| watches.retain(|&lemma| lemma < axioms));
        let first = self.inequalities.len() - self.derivations.len();
        for (inequality, _) in self.inequalities[first..]
            .iter_mut()
            .zip(&self.derivations)
            .filter(|(_, number)| !is_kept(**number))
        {
            // It is never violated, and forces nothing.
            inequality.slack = i64::MAX / 2;
            inequality.factor_max = 0;
        }
    }

    /// Assumes the negations of these literals one by one until a contradiction.
    fn refute(&mut self, literals: impl Iterator<Item = i32>) -> Option<Contradiction> {
        for literal in literals {
            let code = code(literal);
            match self.values.get(code as usize).copied() {
                Some(1) => return Some(Contradiction::Literal(code)),
                Some(0) => {
                    self.assign(code ^ 1, Reason::Assumed);
                    if let Some(contradiction) = self.propagate() {
                        return Some(contradiction);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// Takes all assumptions back.
    fn retract(&mut self) {
        self.undo(self.facts);
        self.head = self.facts;
    }

    fn assign(&mut self, code: u32, reason: Reason) {
        self.values[code as usize] = 1;
        self.values[code as usize ^ 1] = -1;
        self.reasons[code as usize >> 1] = reason;
        self.places[code as usize >> 1] = self.trail.len() as u32;
        self.trail.push(code);
    }

    /// Removes the literals after the first `len`.
    fn undo(&mut self, len: usize) {
        while self.trail.len() > len
            && let Some(code) = self.trail.pop()
        {
            self.values[code as usize] = 0;
            self.values[code as usize ^ 1] = 0;
            if self.trail.len() < self.head {
                for at in self.uses_of(code ^ 1) {
                    let (number, factor) = self.uses[at];
                    self.inequalities[number as usize].slack += i64::from(factor);
                }
            }
        }
    }

    fn uses_of(&self, code: u32) -> std::ops::Range<usize> {
        self.use_starts[code as usize] as usize..self.use_starts[code as usize + 1] as usize
    }

    /// Assigns all consequences of the literals assigned so far.
    fn propagate(&mut self) -> Option<Contradiction> {
        while let Some(&code) = self.trail.get(self.head) {
            self.head += 1;
            let uses = self.uses_of(code ^ 1);
            self.steps += 1 + uses.len() as u64;
            for at in uses.clone() {
                let (number, factor) = self.uses[at];
                self.inequalities[number as usize].slack -= i64::from(factor);
            }
            for at in uses {
                let number = self.uses[at].0;
                let Inequality { slack, factor_max, .. } = self.inequalities[number as usize];
                if slack < factor_max
                    && let Some(contradiction) = self.visit_inequality(number)
                {
                    return Some(contradiction);
                }
            }
            if let Some(contradiction) = self.visit_watches(code ^ 1) {
                return Some(contradiction);
            }
        }
        None
    }

    /// Assigns the literals that an inequality forces.
    fn visit_inequality(&mut self, number: u32) -> Option<Contradiction> {
        let Inequality { slack, factor_max, .. } = self.inequalities[number as usize];
        if slack >= factor_max {
            return None;
        }
        if slack < 0 {
            return Some(Contradiction::Inequality(number));
        }
        let terms = self.terms_of(number);
        self.steps += terms.len() as u64;
        for at in terms {
            let (code, factor) = self.terms[at];
            if i64::from(factor) > slack && self.values[code as usize] == 0 {
                self.assign(code, Reason::Inequality(number));
            }
        }
        None
    }

    fn terms_of(&self, number: u32) -> std::ops::Range<usize> {
        let start = number.checked_sub(1).map_or(0, |before| self.inequalities[before as usize].end);
        start as usize..self.inequalities[number as usize].end as usize
    }

    /// Visits the clauses that watch a literal which has become false.
    fn visit_watches(&mut self, false_code: u32) -> Option<Contradiction> {
        let mut watches = std::mem::take(&mut self.watches[false_code as usize]);
        self.steps += watches.len() as u64;
        let mut contradiction = None;
        watches.retain(|&lemma| {
            if contradiction.is_some() {
                return true;
            }
            let Lemma { start, end } = self.lemmas[lemma as usize];
            let literals = &mut self.lemma_literals[start as usize..end as usize];
            if literals[0] == false_code {
                literals.swap(0, 1);
            }
            let first = literals[0];
            if self.values[first as usize] > 0 {
                return true;
            }
            let other = (2..literals.len()).find(|&at| self.values[literals[at] as usize] >= 0);
            if let Some(at) = other {
                literals.swap(1, at);
                self.watches[literals[1] as usize].push(lemma);
                return false;
            }
            if self.values[first as usize] < 0 {
                contradiction = Some(Contradiction::Lemma(lemma));
            } else {
                self.assign(first, Reason::Lemma(lemma));
            }
            true
        });
        self.watches[false_code as usize] = watches;
        contradiction
    }

    /// Adds a clause that follows, without assumptions.
    fn add_lemma(&mut self, clause: &[i32]) {
        let number = self.lemmas.len() as u32;
        let start = self.lemma_literals.len();
        self.lemma_literals.extend(clause.iter().map(|&literal| code(literal)));
        self.lemmas.push(Lemma { start: start as u32, end: self.lemma_literals.len() as u32 });
        // Literals that are not false come first.
        let literals = &mut self.lemma_literals[start..];
        literals.sort_by_key(|&code| self.values[code as usize] < 0);
        let open = literals.iter().take_while(|&&code| self.values[code as usize] >= 0).count();
        match *literals {
            [first, second, ..] if open >= 2 => {
                self.watches[first as usize].push(number);
                self.watches[second as usize].push(number);
            }
            [first, ..] if open == 1 => {
                if self.values[first as usize] == 0 {
                    self.assign(first, Reason::Lemma(number));
                    self.refutation = self.propagate();
                    self.facts = self.trail.len();
                }
            }
            _ => self.refutation = Some(Contradiction::Lemma(number)),
        }
    }

    /// Number of true literals, oldest first.
    pub(super) fn trail_len(&self) -> usize {
        self.trail.len()
    }

    /// The variable of a place of the trail.
    pub(super) fn variable_at(&self, place: usize) -> u32 {
        self.trail[place] >> 1
    }

    /// Place in the trail of an assigned variable.
    pub(super) fn place_of(&self, variable: u32) -> usize {
        self.places[variable as usize] as usize
    }

    /// The literal of an assigned variable that is false.
    pub(super) fn false_literal(&self, variable: u32) -> i32 {
        let is_true = self.values[2 * variable as usize] > 0;
        literal(variable << 1 | u32::from(is_true))
    }

    /// Assumes a literal without propagation.
    pub(super) fn decide(&mut self, literal: i32) {
        self.assign(code(literal), Reason::Assumed);
    }

    /// Propagates all assumptions. In case of a contradiction, returns the variables that took part.
    pub(super) fn propagate_assumptions(&mut self) -> Result<(), Vec<u32>> {
        let Some(contradiction) = self.refutation.or_else(|| self.propagate()) else { return Ok(()) };
        self.begin_explanation();
        self.stack.clear();
        match contradiction {
            Contradiction::Inequality(number) => self.see_false_terms(number, u32::MAX),
            Contradiction::Lemma(lemma) => self.see_literals(lemma),
            Contradiction::Literal(code) => self.see(code),
        }
        Err(std::mem::take(&mut self.stack))
    }

    /// The variables that a variable follows from, none of an assumption.
    pub(super) fn antecedents_of(&mut self, variable: u32) -> Vec<u32> {
        self.begin_explanation();
        self.see(variable << 1);
        self.stack.clear();
        match self.reasons[variable as usize] {
            Reason::Assumed => {}
            Reason::Inequality(number) => self.see_false_terms(number, self.places[variable as usize]),
            Reason::Lemma(lemma) => self.see_literals(lemma),
        }
        std::mem::take(&mut self.stack)
    }

    /// Takes back the literals after the first `len`, the later assumptions with what followed.
    pub(super) fn backtrack(&mut self, len: usize) {
        self.undo(len);
        self.head = self.head.min(len);
    }

    /// Adds a clause that follows, whose first literal is open and whose others are false, the second one as the latest. Assigns the
    /// first one.
    pub(super) fn learn(&mut self, clause: &[i32]) {
        let number = self.lemmas.len() as u32;
        let start = self.lemma_literals.len() as u32;
        self.lemma_literals.extend(clause.iter().map(|&literal| code(literal)));
        self.lemmas.push(Lemma { start, end: self.lemma_literals.len() as u32 });
        if let [first, second, ..] = *clause {
            self.watches[code(first) as usize].push(number);
            self.watches[code(second) as usize].push(number);
        }
        if let [first, ..] = *clause {
            self.assign(code(first), Reason::Lemma(number));
        }
    }

    fn begin_explanation(&mut self) {
        self.seen_now = self.seen_now.wrapping_add(1);
        if self.seen_now == 0 {
            self.seen.fill(0);
            self.seen_now = 1;
        }
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

    /// Finds what a contradiction follows from.
    fn explain(&mut self, contradiction: Contradiction, antecedents: &mut Antecedents) {
        self.begin_explanation();
        self.stack.clear();
        match contradiction {
            Contradiction::Inequality(number) => {
                antecedents.derivations.extend(self.derivation_of(number));
                self.see_false_terms(number, u32::MAX);
            }
            Contradiction::Lemma(lemma) => {
                antecedents.lemmas.push(lemma);
                self.see_literals(lemma);
            }
            Contradiction::Literal(code) => {
                antecedents.literals.push(literal(code));
                self.see(code);
            }
        }
        while let Some(variable) = self.stack.pop() {
            if (self.places[variable as usize] as usize) < self.facts && self.refutation.is_none() {
                antecedents.facts.push(variable);
            } else {
                self.explain_variable(variable, antecedents);
            }
        }
    }

    fn explain_variable(&mut self, variable: u32, antecedents: &mut Antecedents) {
        self.steps += 1;
        match self.reasons[variable as usize] {
            Reason::Assumed => {
                // The literal of the clause is the negation of the assumption.
                let is_true = self.values[2 * variable as usize] > 0;
                antecedents.literals.push(literal(variable << 1 | u32::from(is_true)));
            }
            Reason::Inequality(number) => {
                antecedents.derivations.extend(self.derivation_of(number));
                self.see_false_terms(number, self.places[variable as usize]);
            }
            Reason::Lemma(lemma) => {
                antecedents.lemmas.push(lemma);
                self.see_literals(lemma);
            }
        }
    }

    /// Puts the variables of the false literals of an inequality that were assigned before a place of the trail on the stack.
    fn see_false_terms(&mut self, number: u32, place: u32) {
        for at in self.terms_of(number) {
            let (code, _) = self.terms[at];
            if self.values[code as usize] < 0 && self.places[code as usize >> 1] < place {
                self.see(code);
            }
        }
    }

    fn see_literals(&mut self, lemma: u32) {
        let Lemma { start, end } = self.lemmas[lemma as usize];
        for at in start as usize..end as usize {
            self.see(self.lemma_literals[at]);
        }
    }
}
