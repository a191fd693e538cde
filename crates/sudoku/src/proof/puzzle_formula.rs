//! The formula of a puzzle.
//!
//! Variable of digit *d* in cell *k*, both from 1, with *n* digits: (*k* - 1)*n* + *d*. Cells are counted row by row. Constraints, in
//! this order:
//! 1. for each cell: exactly one digit;
//! 2. for each house (rows, columns, boxes or regions, then groups of constraints) and each digit: exactly one cell, or at most one if
//!    the house has fewer cells than there are digits;
//! 3. for each pair of cells that constraints relate, in ascending order, each digit of the first and each digit of the second cell
//!    that do not go together: not both;
//! 4. for each other part of constraints, such as a table of three or four cells, each combination of digits that it forbids: not all; and
//!    its statements with variables of its own, which follow those of cells, part by part;
//! 5. for each sum of three or more cells: its total;
//! 6. for each cell, each digit that constraints or given candidates exclude: not the digit. So are sums and tables of one cell, and
//!    digits that no list of a table has;
//! 7. for each clue: its digit.

use quadrille_exact_cover::proof::{Formula, FormulaError, FormulaFormat, FormulaSink, FormulaSize};

use crate::model::{Cell, Digit, DigitSet, Fact, Grid, Network, Part, Puzzle, Statement};

/// Largest number of digits of a puzzle whose formula is written in the format `dimacs`.
pub const DIMACS_SIZE_MAX: usize = 25;

/// Variable of a digit in a cell.
pub fn puzzle_variable(cell: Cell, digit: Digit, digits: usize) -> i32 {
    (cell.index() * digits + digit.value()) as i32
}

/// Checks that the formula of a puzzle has a text in this format.
///
/// # Errors
/// [`FormulaError`] for `dimacs` if the puzzle has sums or more than [`DIMACS_SIZE_MAX`] digits.
pub fn check_format(puzzle: &Puzzle, size: &FormulaSize, format: FormulaFormat) -> Result<(), FormulaError> {
    format.check_size(size)?;
    if format == FormulaFormat::Dimacs && puzzle.rules().digit_count() > DIMACS_SIZE_MAX {
        return Err(FormulaError::Clauses { clauses: size.clause_count() });
    }
    Ok(())
}

/// Adds to the formula of a puzzle, or to its size, that this complete grid is no solution.
///
/// # Errors
/// [`FormulaError::TooLarge`].
pub fn exclude_solution(
    formula: &mut impl FormulaSink,
    grid: &Grid,
    digits: usize,
) -> Result<(), FormulaError> {
    formula.exclude(grid.filled().map(|(cell, digit)| puzzle_variable(cell, digit, digits) as u32))
}

/// Returns the size of the formula of a puzzle, for which no formula is built.
///
/// # Errors
/// [`FormulaError::TooLarge`] for constraints with many forbidden combinations of digits on large grids.
pub fn puzzle_formula_size(puzzle: &Puzzle) -> Result<FormulaSize, FormulaError> {
    let mut size = FormulaSize::new(variable_count(puzzle))?;
    state_puzzle(puzzle, &mut size)?;
    Ok(size)
}

/// Returns the formula of a puzzle. Its [size](puzzle_formula_size) is counted first.
///
/// # Errors
/// As [`puzzle_formula_size`].
pub fn puzzle_formula(puzzle: &Puzzle) -> Result<Formula, FormulaError> {
    let mut formula = Formula::with_size(&puzzle_formula_size(puzzle)?);
    state_puzzle(puzzle, &mut formula)?;
    Ok(formula)
}

fn variable_count(puzzle: &Puzzle) -> usize {
    let auxiliaries = puzzle.rules().network().parts.iter().map(Part::auxiliary_count).sum::<usize>();
    candidate_count(puzzle) + auxiliaries
}

/// Number of the variables of digits in cells.
fn candidate_count(puzzle: &Puzzle) -> usize {
    puzzle.rules().layout().cell_count() * puzzle.rules().digit_count()
}

/// Adds the constraints of a puzzle to a formula, or to its size.
///
/// # Errors
/// As [`puzzle_formula_size`].
pub fn state_puzzle(puzzle: &Puzzle, formula: &mut impl FormulaSink) -> Result<(), FormulaError> {
    let (rules, layout) = (puzzle.rules(), puzzle.rules().layout());
    let n = rules.digit_count();
    let variable = |cell, digit| puzzle_variable(cell, digit, n);
    for cell in layout.cells() {
        formula.add_exactly_one(Digit::all(n).map(|digit| variable(cell, digit)))?;
    }
    for house in layout.houses() {
        for digit in Digit::all(n) {
            let places = house.cells.iter().map(|&cell| variable(cell, digit));
            if house.cells.len() == n {
                formula.add_exactly_one(places)?;
            } else {
                formula.add_at_most_one(places)?;
            }
        }
    }
    state_network(formula, rules.network(), candidate_count(puzzle), n)?;
    let (masks, candidates) = (rules.masks(), puzzle.given_candidates());
    for cell in layout.cells() {
        for digit in Digit::all(n) {
            let is_allowed = |sets: Option<&[_]>| {
                let set = sets.and_then(|sets| sets.get(cell.index()));
                set.is_none_or(|set: &DigitSet| set.contains(digit))
            };
            if !is_allowed(masks) || !is_allowed(candidates) {
                formula.add_clause([-variable(cell, digit)])?;
            }
        }
    }
    for (cell, digit) in puzzle.clues().filled() {
        formula.add_clause([variable(cell, digit)])?;
    }
    Ok(())
}

/// States the parts of constraints. Their auxiliary variables follow the `used` ones.
fn state_network(
    formula: &mut impl FormulaSink,
    network: &Network,
    mut used: usize,
    n: usize,
) -> Result<(), FormulaError> {
    let variable = |cell, digit| puzzle_variable(cell, digit, n);
    for pair in &network.pairs {
        let Some(relation) = network.relations.get(pair.relation) else { continue };
        for (first, allowed) in Digit::all(n).zip(&relation.seconds) {
            for second in Digit::all(n).filter(|&second| !allowed.contains(second)) {
                formula.add_clause([-variable(pair.first, first), -variable(pair.second, second)])?;
            }
        }
    }
    for part in &network.parts {
        part.forbid(n, |combination| {
            formula.add_clause(combination.iter().map(|&(cell, digit)| -variable(cell, digit)))
        })?;
        let auxiliary = |index: usize| (used + index + 1) as i32;
        let of_fact = |fact: Fact| match fact {
            Fact::Candidate(cell, digit) => variable(cell, digit),
            Fact::Auxiliary(index) => auxiliary(index),
        };
        part.state(n, |statement| match statement {
            Statement::ExactlyOne(states) => formula.add_exactly_one(states.iter().copied().map(auxiliary)),
            Statement::Implies(condition, next) => {
                let condition = condition.iter().map(|&fact| -of_fact(fact));
                formula.add_clause(condition.chain(next.iter().map(|&fact| of_fact(fact))))
            }
        })?;
        used += part.auxiliary_count();
    }
    for sum in &network.sums {
        let terms = sum.terms.iter().flat_map(|term| {
            Digit::all(n).map(move |digit| {
                (term.factor.saturating_mul(digit.value() as i32), variable(term.cell, digit))
            })
        });
        formula.add_sum(terms, sum.total)?;
    }
    Ok(())
}
