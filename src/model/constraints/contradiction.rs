//! Test of the parts of one constraint against clues.

use super::network::{Network, Parts, RelatedPair, Sum};
use crate::model::cell::Cell;
use crate::model::digit::{Digit, DigitSet};
use crate::model::grid::Grid;

/// Whether no digits beside these clues meet the parts, each part by itself: a cage whose sum no different digits give, a clue
/// outside of its mask, or a digit given twice in a house of the constraint.
pub(crate) fn is_contradicted(parts: &Parts, clues: &Grid, digits: usize) -> bool {
    let Parts { masks, houses, network } = parts;
    let domain = |cell: Cell| {
        let mask = masks[cell.index()];
        clues.digit(cell).map_or(mask, |clue| mask.intersection(DigitSet::of(clue)))
    };
    let is_empty = (0..).map(Cell).take(masks.len()).any(|cell| domain(cell).is_empty());
    let repeats = |cells: &[Cell]| {
        let mut given: Vec<Digit> = cells.iter().filter_map(|&cell| clues.digit(cell)).collect();
        given.sort_unstable();
        given.windows(2).any(|pair| pair[0] == pair[1])
    };
    is_empty
        || houses.iter().any(|(_, cells)| repeats(cells))
        || network.pairs.iter().any(|pair| !allows_some(network, pair, &domain))
        || network.sums.iter().any(|sum| !can_add_up(sum, houses, &domain, digits))
        || network.tables.iter().any(|table| {
            let fits = |tuple: &Vec<Digit>| {
                table.cells.iter().zip(tuple).all(|(&cell, &digit)| domain(cell).contains(digit))
            };
            !table.tuples.iter().any(fits)
        })
}

fn allows_some(network: &Network, pair: &RelatedPair, domain: &impl Fn(Cell) -> DigitSet) -> bool {
    let seconds = &network.relations[pair.relation].seconds;
    let second = domain(pair.second);
    domain(pair.first).digits().any(|digit| !seconds[digit.index()].intersection(second).is_empty())
}

/// Whether digits of the domains add up to the total: exactly for cells that may repeat, and by the smallest and the largest sums of
/// different digits within a house.
fn can_add_up(
    sum: &Sum,
    houses: &[(usize, Vec<Cell>)],
    domain: &impl Fn(Cell) -> DigitSet,
    digits: usize,
) -> bool {
    let bound = |is_largest: bool| -> i64 {
        let value = |digit: Digit| digit.value() as i64;
        let extreme = |cell: Cell, factor: i32| {
            let products = domain(cell).digits().map(|digit| i64::from(factor) * value(digit));
            if is_largest { products.max() } else { products.min() }
        };
        sum.terms.iter().filter_map(|term| extreme(term.cell, term.factor)).sum()
    };
    if !(bound(false)..=bound(true)).contains(&sum.total) {
        return false;
    }
    let are_alike = sum.terms.iter().all(|term| term.factor == 1);
    let cells: Vec<Cell> = sum.terms.iter().map(|term| term.cell).collect();
    let are_different = houses.iter().any(|(_, house)| cells.iter().all(|cell| house.contains(cell)));
    if !(are_alike && are_different) {
        return true;
    }
    // Different digits from 1 to the size: every sum between the smallest and the largest one occurs.
    let (count, digits) = (cells.len() as i64, digits as i64);
    let smallest = count * (count + 1) / 2;
    let largest = count * (2 * digits - count + 1) / 2;
    (smallest..=largest).contains(&sum.total)
}
