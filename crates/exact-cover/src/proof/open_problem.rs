//! The rest of a formula after unit propagation, as an exact cover problem.

use super::checker::Checker;
use super::formula::{Constraint, Formula};
use crate::problem::{Entry, Item, Problem, ProblemError};

/// Exact cover problem of the variables that unit propagation leaves open.
#[derive(Clone, Debug)]
pub(super) struct OpenProblem {
    /// An item for each constraint that is left.
    pub problem: Problem,
    /// Variable of each option.
    pub variables: Vec<i32>,
}

/// A constraint that is left.
struct OpenConstraint<'a> {
    literals: &'a [i32],
    is_primary: bool,
}

impl OpenProblem {
    /// Returns the rest of a formula; `None` if it is no exact cover problem: each open variable must be in an "exactly one", and all
    /// other constraints must be "at most one". A `checker` of the formula has propagated it.
    pub(super) fn new(formula: &Formula, checker: &Checker) -> Option<Self> {
        let is_open = |literal: &i32| checker.value(literal.unsigned_abs() as usize).is_none();
        let holds = |literal: &i32| checker.value(literal.unsigned_abs() as usize) == Some(*literal > 0);
        let mut constraints = Vec::new();
        let mut pairs: Vec<[i32; 2]> = Vec::new();
        for constraint in formula.constraints() {
            match constraint {
                Constraint::ExactlyOne(literals) if !literals.iter().any(holds) => {
                    constraints.push(OpenConstraint { literals, is_primary: true });
                }
                Constraint::AtMostOne(literals)
                    if literals.iter().filter(|&literal| is_open(literal)).count() > 1 =>
                {
                    constraints.push(OpenConstraint { literals, is_primary: false });
                }
                Constraint::ExactlyOne(_) | Constraint::AtMostOne(_) => {}
                Constraint::Clause(literals) if literals.iter().any(holds) => {}
                Constraint::Clause(literals) => {
                    let mut open = literals.iter().filter(|literal| is_open(literal));
                    match (open.next(), open.next(), open.next()) {
                        (Some(&first), Some(&second), None) if first < 0 && second < 0 => {
                            pairs.push([-first, -second]);
                        }
                        _ => return None,
                    }
                }
                Constraint::Sum { variables, .. } if !variables.iter().any(is_open) => {}
                Constraint::Sum { .. } => return None,
            }
        }
        let pairs = pairs.iter().map(|pair| OpenConstraint { literals: pair, is_primary: false });
        let constraints: Vec<OpenConstraint<'_>> = constraints.into_iter().chain(pairs).collect();
        Self::from_constraints(formula.variable_count(), &constraints, is_open).ok().flatten()
    }

    /// `Ok(None)` if a constraint has a negation.
    fn from_constraints(
        variable_count: usize,
        constraints: &[OpenConstraint<'_>],
        is_open: impl Fn(&i32) -> bool,
    ) -> Result<Option<Self>, ProblemError> {
        let mut uses: Vec<(i32, Item)> = Vec::new();
        let mut items = 0;
        let mut primary = 0;
        for is_primary in [true, false] {
            for constraint in constraints.iter().filter(|constraint| constraint.is_primary == is_primary) {
                let open = constraint.literals.iter().filter(|literal| is_open(literal));
                uses.extend(open.map(|&literal| (literal, Item(items))));
                items += 1;
            }
            if is_primary {
                primary = items as usize;
            }
        }
        uses.sort_unstable();
        if uses.first().is_some_and(|&(literal, _)| literal < 0) {
            return Ok(None);
        }
        let mut problem = Problem::new(primary, items as usize - primary)?;
        let mut variables = Vec::with_capacity(variable_count.min(uses.len()));
        let mut entries: Vec<Entry> = Vec::new();
        for of_variable in uses.chunk_by(|a, b| a.0 == b.0) {
            entries.clear();
            entries.extend(of_variable.iter().map(|&(_, item)| Entry::from(item)));
            problem.add_option(&entries)?;
            variables.push(of_variable[0].0);
        }
        Ok(Some(Self { problem, variables }))
    }
}
