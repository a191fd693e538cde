//! The formula of an exact cover problem.
//!
//! Variable *k* is option *k*, from 1. Then follows a variable for each secondary item, in order, and each of its colours, in the order
//! of first use: the item has the colour. Constraints, in this order:
//! 1. for each primary item: exactly one of its options;
//! 2. for each secondary item: at most one of its options without colour and its colours;
//! 3. for each entry with a colour, option by option: not the option, or the colour of the item;
//! 4. for each skipped option: not the option.

use std::collections::HashMap;

use super::formula::{FORMULA_VARIABLES_MAX, Formula, FormulaError};
use crate::problem::{Colour, Item, Problem};

/// Variable of each colour of a secondary item.
pub(super) type ColourVariables = HashMap<(Item, Colour), i32>;

/// Returns the formula of a problem, with the variables of its colours.
pub(super) fn problem_formula(problem: &Problem) -> Result<(Formula, ColourVariables), FormulaError> {
    if problem.option_count() > FORMULA_VARIABLES_MAX {
        return Err(FormulaError::TooLarge);
    }
    // Options and colours of each item, in the order of first use.
    let mut options: Vec<Vec<i32>> = vec![Vec::new(); problem.item_count()];
    let mut colours: Vec<Vec<Colour>> = vec![Vec::new(); problem.item_count()];
    let mut variables = ColourVariables::new();
    for (number, entries) in (1..).zip(problem.options()) {
        for entry in entries {
            let item = entry.item.0 as usize;
            match entry.colour {
                None => options[item].push(number),
                Some(colour) => {
                    variables.entry((entry.item, colour)).or_insert_with(|| {
                        colours[item].push(colour);
                        0
                    });
                }
            }
        }
    }
    let mut next = problem.option_count() as i32;
    for (item, colours) in (0..).map(Item).zip(&colours) {
        for &colour in colours {
            next += 1;
            variables.insert((item, colour), next);
        }
    }
    let mut formula = Formula::new(next as usize)?;
    let variable = |item, colour| variables.get(&(item, colour)).copied();
    for (at, (options, colours)) in options.into_iter().zip(colours).enumerate() {
        if at < problem.primary_count() {
            formula.add_exactly_one(options)?;
        } else {
            let of_colours = colours.into_iter().filter_map(|colour| variable(Item(at as u32), colour));
            formula.add_at_most_one(options.into_iter().chain(of_colours))?;
        }
    }
    for (number, entries) in (1..).zip(problem.options()) {
        for entry in entries {
            if let Some(of_colour) = entry.colour.and_then(|colour| variable(entry.item, colour)) {
                formula.add_clause([-number, of_colour])?;
            }
        }
    }
    for option in problem.skipped_options() {
        formula.add_clause([-(option.0 as i32 + 1)])?;
    }
    Ok((formula, variables))
}

impl TryFrom<&Problem> for Formula {
    type Error = FormulaError;

    fn try_from(problem: &Problem) -> Result<Self, FormulaError> {
        problem_formula(problem).map(|(formula, _)| formula)
    }
}
