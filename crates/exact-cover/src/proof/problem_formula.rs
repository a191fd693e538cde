//! The formula of an exact cover problem.
//!
//! Variable *k* is option *k*, from 1. Then follows a variable for each secondary item, in order, and each of its colours, in the order
//! of first use: the item has the colour. Constraints, in this order:
//! 1. for each primary item: exactly one of its options;
//! 2. for each secondary item: at most one of its options without colour and its colours;
//! 3. for each entry with a colour, option by option: not the option, or the colour of the item;
//! 4. for each skipped option: not the option.

use std::collections::{HashMap, HashSet};

use super::formula::Formula;
use super::formula_error::FormulaError;
use super::formula_size::{FormulaSink, FormulaSize};
use crate::problem::{Colour, Item, Problem};

/// Variable of each colour of a secondary item.
pub(super) type ColourVariables = HashMap<(Item, Colour), i32>;

/// Returns the variables of colours, and those of each item, in order.
pub(super) fn colour_variables(problem: &Problem) -> (ColourVariables, Vec<Vec<i32>>) {
    // Colours of each item, in the order of first use.
    let mut colours: Vec<Vec<Colour>> = vec![Vec::new(); problem.item_count()];
    let mut variables = ColourVariables::new();
    for entry in problem.options().flatten() {
        if let Some(colour) = entry.colour {
            variables.entry((entry.item, colour)).or_insert_with(|| {
                colours[entry.item.0 as usize].push(colour);
                0
            });
        }
    }
    let mut next = problem.option_count() as i32;
    let mut of_items = Vec::with_capacity(colours.len());
    for (item, colours) in (0..).map(Item).zip(&colours) {
        let first = next + 1;
        for &colour in colours {
            next += 1;
            variables.insert((item, colour), next);
        }
        of_items.push((first..=next).collect());
    }
    (variables, of_items)
}

/// Adds the constraints of a problem to a formula, or to its size. Takes memory for the entries of the problem meanwhile.
///
/// # Errors
/// [`FormulaError::TooLarge`].
pub fn state_problem(problem: &Problem, formula: &mut impl FormulaSink) -> Result<(), FormulaError> {
    let mut options: Vec<Vec<i32>> = vec![Vec::new(); problem.item_count()];
    for (number, entries) in (1..).zip(problem.options()) {
        for entry in entries.iter().filter(|entry| entry.colour.is_none()) {
            options[entry.item.0 as usize].push(number);
        }
    }
    let (variables, colours) = colour_variables(problem);
    for (at, (options, colours)) in options.into_iter().zip(colours).enumerate() {
        if at < problem.primary_count() {
            formula.add_exactly_one(options)?;
        } else {
            formula.add_at_most_one(options.into_iter().chain(colours))?;
        }
    }
    for (number, entries) in (1..).zip(problem.options()) {
        for entry in entries {
            let variable = |colour| variables.get(&(entry.item, colour)).copied();
            if let Some(of_colour) = entry.colour.and_then(variable) {
                formula.add_clause([-number, of_colour])?;
            }
        }
    }
    for option in problem.skipped_options() {
        formula.add_clause([-(option.0 as i32 + 1)])?;
    }
    Ok(())
}

impl TryFrom<&Problem> for FormulaSize {
    type Error = FormulaError;

    fn try_from(problem: &Problem) -> Result<Self, FormulaError> {
        let colours: HashSet<(Item, Colour)> = problem
            .options()
            .flatten()
            .filter_map(|entry| entry.colour.map(|colour| (entry.item, colour)))
            .collect();
        let mut size = Self::new(problem.option_count() + colours.len())?;
        state_problem(problem, &mut size)?;
        Ok(size)
    }
}

impl TryFrom<&Problem> for Formula {
    type Error = FormulaError;

    fn try_from(problem: &Problem) -> Result<Self, FormulaError> {
        let mut formula = Self::with_size(&problem.try_into()?);
        state_problem(problem, &mut formula)?;
        Ok(formula)
    }
}
