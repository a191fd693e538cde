//! Formulas: constraints on yes-or-no variables.

use std::collections::BTreeMap;

use super::formula_error::{FORMULA_CONSTRAINTS_MAX, FORMULA_LITERALS_MAX, FormulaError};
use super::formula_size::{FormulaSink, FormulaSize};

/// Constraint of a formula. A literal is the number of a variable, from 1; negative for its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constraint<'a> {
    /// At least one of these literals is true.
    Clause(&'a [i32]),
    /// Exactly one of these literals is true.
    ExactlyOne(&'a [i32]),
    /// At most one of these literals is true.
    AtMostOne(&'a [i32]),
    /// The factors of the true variables add up to the total.
    Sum {
        /// The variables.
        variables: &'a [i32],
        /// Their factors.
        factors: &'a [i32],
        /// The total.
        total: i64,
    },
}

impl<'a> Constraint<'a> {
    /// One of its inequalities, if it has it: factors of true literals that add up to a degree or more.
    pub(super) fn inequality(self, side: Side) -> Option<(impl Iterator<Item = (i32, i64)> + 'a, i64)> {
        let sign = match (side, self) {
            (Side::Lower, Constraint::AtMostOne(_)) | (Side::Upper, Constraint::Clause(_)) => return None,
            (Side::Lower, _) => 1,
            (Side::Upper, _) => -1,
        };
        let (literals, factors, total): (_, &[i32], _) = match self {
            Constraint::Clause(literals)
            | Constraint::ExactlyOne(literals)
            | Constraint::AtMostOne(literals) => (literals, &[], 1),
            Constraint::Sum { variables, factors, total } => (variables, factors, total),
        };
        let factors = factors.iter().map(|&factor| i64::from(factor)).chain(std::iter::repeat(1));
        Some((literals.iter().copied().zip(factors.map(move |factor| sign * factor)), sign * total))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Clause,
    ExactlyOne,
    AtMostOne,
    Sum,
}

/// Rest of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct SumRest {
    /// Number of the constraint.
    number: u32,
    /// End of its factors.
    end: u32,
    total: i64,
}

/// One of the two inequalities of an equality.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// At least the total; also the only inequality of a clause.
    Lower,
    /// At most the total; also the only inequality of "at most one".
    Upper,
}

/// Inequality that follows from others: the sum of their multiples. VeriPB checks it as a `pol` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derivation {
    /// Number of a constraint, from 0, its inequality, and the factor, which is positive.
    pub sources: Vec<(u32, Side, u32)>,
}

/// Constraints on yes-or-no variables, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Formula {
    variables: usize,
    literals: Vec<i32>,
    /// Kind of each constraint.
    kinds: Vec<Kind>,
    /// End of the literals of each constraint.
    ends: Vec<u32>,
    /// Factors of all sums.
    factors: Vec<i32>,
    sums: Vec<SumRest>,
}

impl Formula {
    /// A formula of so many variables, without constraints.
    ///
    /// # Errors
    /// [`FormulaError::TooLarge`].
    pub fn new(variables: usize) -> Result<Self, FormulaError> {
        Ok(Self::with_size(&FormulaSize::new(variables)?))
    }

    /// A formula without constraints, which has the memory for constraints of this size.
    pub fn with_size(size: &FormulaSize) -> Self {
        let [literals, constraints, sums, factors] = size.room();
        Self {
            variables: size.variable_count(),
            literals: Vec::with_capacity(literals),
            kinds: Vec::with_capacity(constraints),
            ends: Vec::with_capacity(constraints),
            factors: Vec::with_capacity(factors),
            sums: Vec::with_capacity(sums),
        }
    }

    /// Returns the size of the formula.
    pub fn size(&self) -> FormulaSize {
        let mut size = FormulaSize::of_variables(self.variables);
        for constraint in self.constraints() {
            // A formula is within the bounds.
            let _ = match constraint {
                Constraint::Clause(literals) => size.add_clause(literals.iter().copied()),
                Constraint::ExactlyOne(literals) => size.add_exactly_one(literals.iter().copied()),
                Constraint::AtMostOne(literals) => size.add_at_most_one(literals.iter().copied()),
                Constraint::Sum { variables, factors, total } => {
                    size.add_sum(factors.iter().copied().zip(variables.iter().copied()), total)
                }
            };
        }
        size
    }

    /// Number of variables.
    pub fn variable_count(&self) -> usize {
        self.variables
    }

    /// Number of constraints.
    pub fn constraint_count(&self) -> usize {
        self.kinds.len()
    }

    /// Number of clauses in the format `dimacs`, in which a sum has none.
    pub fn clause_count(&self) -> u64 {
        self.size().clause_count()
    }

    /// Bytes of its tables.
    pub fn heap_bytes(&self) -> usize {
        size_of::<i32>() * (self.literals.capacity() + self.factors.capacity())
            + size_of::<Kind>() * self.kinds.capacity()
            + size_of::<u32>() * self.ends.capacity()
            + size_of::<SumRest>() * self.sums.capacity()
    }

    /// Adds: at least one of these literals is true. Literals must be of variables of the formula, each once.
    ///
    /// # Errors
    /// [`FormulaError::TooLarge`]; the formula is then unchanged.
    pub fn add_clause(&mut self, literals: impl IntoIterator<Item = i32>) -> Result<(), FormulaError> {
        self.add(Kind::Clause, literals)
    }

    /// Adds: exactly one of these literals is true.
    ///
    /// # Errors
    /// As [`add_clause`](Self::add_clause).
    pub fn add_exactly_one(&mut self, literals: impl IntoIterator<Item = i32>) -> Result<(), FormulaError> {
        self.add(Kind::ExactlyOne, literals)
    }

    /// Adds: at most one of these literals is true. Adds nothing for fewer than two literals.
    ///
    /// # Errors
    /// As [`add_clause`](Self::add_clause).
    pub fn add_at_most_one(&mut self, literals: impl IntoIterator<Item = i32>) -> Result<(), FormulaError> {
        let start = self.literals.len();
        self.add(Kind::AtMostOne, literals)?;
        if self.literals.len() - start < 2 {
            self.literals.truncate(start);
            self.kinds.pop();
            self.ends.pop();
        }
        Ok(())
    }

    /// Adds: the factors of the true variables add up to the total.
    ///
    /// # Errors
    /// As [`add_clause`](Self::add_clause).
    pub fn add_sum(
        &mut self,
        terms: impl IntoIterator<Item = (i32, i32)>,
        total: i64,
    ) -> Result<(), FormulaError> {
        let first = self.factors.len();
        let mut factors = std::mem::take(&mut self.factors);
        let variables = terms.into_iter().map(|(factor, variable)| {
            factors.push(factor);
            variable
        });
        let added = self.add(Kind::Sum, variables);
        self.factors = factors;
        if added.is_err() {
            self.factors.truncate(first);
            return added;
        }
        let (number, end) = (self.kinds.len() as u32 - 1, self.factors.len() as u32);
        self.sums.push(SumRest { number, end, total });
        Ok(())
    }

    /// Excludes a solution: not all of these variables are true. They must determine the others.
    ///
    /// # Errors
    /// As [`add_clause`](Self::add_clause).
    pub fn exclude(&mut self, chosen: &[u32]) -> Result<(), FormulaError> {
        self.add_clause(chosen.iter().map(|&variable| -(variable as i32)))
    }

    fn add(&mut self, kind: Kind, literals: impl IntoIterator<Item = i32>) -> Result<(), FormulaError> {
        let start = self.literals.len();
        let free = FORMULA_LITERALS_MAX - start;
        self.literals.extend(literals.into_iter().take(free + 1));
        if self.literals.len() > FORMULA_LITERALS_MAX || self.kinds.len() >= FORMULA_CONSTRAINTS_MAX {
            self.literals.truncate(start);
            return Err(FormulaError::TooLarge);
        }
        self.kinds.push(kind);
        self.ends.push(self.literals.len() as u32);
        Ok(())
    }

    /// Returns the constraints, in order.
    pub fn constraints(&self) -> impl Iterator<Item = Constraint<'_>> {
        (0..self.kinds.len()).filter_map(|number| self.constraint(number))
    }

    /// The inequality that a derivation yields: factors of variables that add up to a degree or more. `None` if it names an inequality
    /// that the formula does not have, or a factor is too large.
    pub(super) fn derived(&self, derivation: &Derivation) -> Option<(Vec<(i32, i64)>, i64)> {
        let mut factors: BTreeMap<i32, i64> = BTreeMap::new();
        let mut degree = 0_i64;
        for &(number, side, multiple) in &derivation.sources {
            let (terms, source_degree) = self.constraint(number as usize)?.inequality(side)?;
            let multiple = i64::from(multiple);
            degree += multiple * source_degree;
            for (literal, factor) in terms {
                let factor = multiple * factor;
                *factors.entry(literal.abs()).or_default() += factor * i64::from(literal.signum());
                // A negation is 1 less its variable.
                degree -= if literal < 0 { factor } else { 0 };
            }
        }
        let is_narrow = factors.values().all(|&factor| i32::try_from(factor).is_ok());
        is_narrow.then(|| (factors.into_iter().collect(), degree))
    }

    /// The constraint with this number, from 0.
    pub fn constraint(&self, number: usize) -> Option<Constraint<'_>> {
        let start = number.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        let &end = self.ends.get(number)?;
        let literals = self.literals.get(start as usize..end as usize).unwrap_or_default();
        Some(match self.kinds.get(number)? {
            Kind::Clause => Constraint::Clause(literals),
            Kind::ExactlyOne => Constraint::ExactlyOne(literals),
            Kind::AtMostOne => Constraint::AtMostOne(literals),
            Kind::Sum => self.sum(number, literals)?,
        })
    }

    /// The sum that is the constraint with this number.
    fn sum<'a>(&'a self, number: usize, variables: &'a [i32]) -> Option<Constraint<'a>> {
        let index = self.sums.binary_search_by_key(&number, |sum| sum.number as usize).ok()?;
        let start = index.checked_sub(1).and_then(|before| self.sums.get(before)).map_or(0, |sum| sum.end);
        let &SumRest { end, total, .. } = self.sums.get(index)?;
        let factors = self.factors.get(start as usize..end as usize)?;
        Some(Constraint::Sum { variables, factors, total })
    }
}

impl FormulaSink for Formula {
    fn add_clause(&mut self, literals: impl IntoIterator<Item = i32>) -> Result<(), FormulaError> {
        Self::add_clause(self, literals)
    }

    fn add_exactly_one(&mut self, literals: impl IntoIterator<Item = i32>) -> Result<(), FormulaError> {
        Self::add_exactly_one(self, literals)
    }

    fn add_at_most_one(&mut self, literals: impl IntoIterator<Item = i32>) -> Result<(), FormulaError> {
        Self::add_at_most_one(self, literals)
    }

    fn add_sum(
        &mut self,
        terms: impl IntoIterator<Item = (i32, i32)>,
        total: i64,
    ) -> Result<(), FormulaError> {
        Self::add_sum(self, terms, total)
    }
}
