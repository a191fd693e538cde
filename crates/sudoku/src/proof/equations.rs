//! Inequalities that follow from the sums of a puzzle, for unit propagation.
//!
//! A sum over yes-or-no variables propagates little: the digits of a cell could all be true, as far as it knows. Less the lowest digit of
//! each cell, which "exactly one digit" provides, all factors are positive, and a sum that is exceeded shows at once; likewise for the
//! highest digits. The same holds for the cells of some houses that are in no cage, and for the cells of cages beyond some houses,
//! because a house has a fixed sum (the "45 rule").

use quadrille_exact_cover::proof::{Checker, Constraint, Derivation, Formula, Side};

use crate::model::{Cell, Digit, Layout, Puzzle, Sum, Term};

/// Largest number of houses that are compared with the cages together.
const TOGETHER_MAX: usize = 4;

/// Largest number of houses that are compared.
const HOUSES_MAX: usize = 128;

/// Cells and factors that add up to a total, as the difference of constraints of the formula.
struct Equation {
    /// Numbers of constraints, with factors.
    plus: Vec<(u32, u32)>,
    minus: Vec<(u32, u32)>,
    /// The cells that are left.
    terms: Vec<Term>,
}

impl Equation {
    /// The two inequalities of the equation, less the lowest and the highest digits of the cells. `checker` knows the open digits.
    fn derivations(&self, checker: &Checker, digits: usize) -> Option<[Derivation; 2]> {
        let one = |parts: [(&[(u32, u32)], Side); 2], bound_side: Side| {
            let sources = parts.into_iter().flat_map(|(numbers, side)| {
                numbers.iter().map(move |&(number, factor)| (number, side, factor))
            });
            let mut sources: Vec<(u32, Side, u32)> = sources.collect();
            for &Term { cell, factor } in &self.terms {
                let is_open =
                    |digit: &Digit| checker.value(cell.index() * digits + digit.value()) != Some(false);
                let values = Digit::all(digits).filter(is_open).map(|digit| factor * digit.value() as i32);
                let bound = if bound_side == Side::Lower { values.min()? } else { values.max()? };
                let side = if bound > 0 { bound_side } else { opposite(bound_side) };
                if bound != 0 {
                    sources.push((cell.index() as u32, side, bound.unsigned_abs()));
                }
            }
            Some(Derivation { sources })
        };
        let upper = one([(&self.plus, Side::Upper), (&self.minus, Side::Lower)], Side::Lower)?;
        let lower = one([(&self.plus, Side::Lower), (&self.minus, Side::Upper)], Side::Upper)?;
        Some([upper, lower])
    }
}

fn opposite(side: Side) -> Side {
    match side {
        Side::Lower => Side::Upper,
        Side::Upper => Side::Lower,
    }
}

/// Inequalities that follow from the sums of a puzzle, whose formula is `formula`.
pub(super) fn derivations(puzzle: &Puzzle, formula: &Formula) -> Vec<Derivation> {
    let (rules, layout) = (puzzle.rules(), puzzle.rules().layout());
    let digits = rules.digit_count();
    let checker = Checker::new(formula);
    let constraints = (0_u32..).zip(formula.constraints());
    let numbers: Vec<u32> = constraints
        .filter(|(_, constraint)| matches!(constraint, Constraint::Sum { .. }))
        .map(|(number, _)| number)
        .collect();
    let sums: Vec<(u32, &Sum)> = numbers.into_iter().zip(&rules.network().sums).collect();
    let mut equations: Vec<Equation> = Vec::new();
    for &(number, sum) in &sums {
        equations.push(Equation { plus: vec![(number, 1)], minus: Vec::new(), terms: sum.terms.clone() });
    }
    let cages: Vec<(u32, &Sum)> = sums.into_iter().filter(|(_, sum)| sum.is_plain()).collect();
    let exact = exact_houses(layout, digits);
    for first in 0..exact.len().min(HOUSES_MAX) {
        let mut cells: Vec<Cell> = Vec::new();
        let mut houses = Vec::new();
        for &(house, number) in exact[first..].iter().take(TOGETHER_MAX) {
            let of_house = layout.cells_of(house);
            if of_house.iter().any(|cell| cells.contains(cell)) {
                break;
            }
            cells.extend(of_house);
            houses.extend((0..digits as u32).map(|digit| (number + digit, digit + 1)));
            equations.extend(compare(&cells, &houses, &cages, layout.cell_count(), digits));
        }
    }
    equations.iter().filter_map(|equation| equation.derivations(&checker, digits)).flatten().collect()
}

/// The houses with all digits, with the number of the constraint of digit 1.
fn exact_houses(layout: &Layout, digits: usize) -> Vec<(usize, u32)> {
    let mut number = layout.cell_count();
    let mut exact = Vec::new();
    for (house, cells) in layout.houses().map(|house| house.cells.len()).enumerate() {
        if cells == digits {
            exact.push((house, number as u32));
        }
        // "At most one" of fewer than two is left out.
        if cells == digits || cells > 1 {
            number += digits;
        }
    }
    exact
}

/// The cells of these houses that are in no cage within them, and the cells of cages that cover the houses beyond them.
fn compare(
    cells: &[Cell],
    houses: &[(u32, u32)],
    cages: &[(u32, &Sum)],
    cell_count: usize,
    digits: usize,
) -> Vec<Equation> {
    let mut is_inside = vec![false; cell_count];
    cells.iter().for_each(|cell| is_inside[cell.index()] = true);
    let (mut inner, mut outer) = (Vec::new(), Vec::new());
    let (mut in_inner, mut in_outer) = (vec![false; cell_count], vec![false; cell_count]);
    for &(number, cage) in cages {
        let of_cage = || cage.cells().map(Cell::index);
        if of_cage().all(|cell| is_inside[cell] && !in_inner[cell]) {
            of_cage().for_each(|cell| in_inner[cell] = true);
            inner.push((number, 1));
        }
        if of_cage().any(|cell| is_inside[cell]) && !of_cage().any(|cell| in_outer[cell]) {
            of_cage().for_each(|cell| in_outer[cell] = true);
            outer.push((number, 1));
        }
    }
    let mut equations = Vec::new();
    let left = cells.iter().filter(|cell| !in_inner[cell.index()]);
    let left: Vec<Term> = left.map(|&cell| Term { cell, factor: 1 }).collect();
    if !inner.is_empty() && left.len() < digits {
        equations.push(Equation { plus: houses.to_vec(), minus: inner, terms: left });
    }
    let beyond: Vec<Term> = (0..cell_count)
        .filter(|&cell| in_outer[cell] && !is_inside[cell])
        .map(|cell| Term { cell: Cell(cell as u16), factor: 1 })
        .collect();
    let is_covered = cells.iter().all(|cell| in_outer[cell.index()]);
    if is_covered && !beyond.is_empty() && beyond.len() < digits {
        equations.push(Equation { plus: outer, minus: houses.to_vec(), terms: beyond });
    }
    equations
}
