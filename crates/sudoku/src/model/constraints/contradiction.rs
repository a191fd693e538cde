//! Test of the parts of one constraint against clues, by propagation.

use super::network::{Network, Parts, Sum};
use super::parts::Part;
use super::relation::Relation;
use crate::model::cell::Cell;
use crate::model::digit::{Digit, DigitSet};
use crate::model::grid::Grid;

/// Largest number of pairs that are looked at again, for all constraints of a puzzle: some milliseconds.
pub(crate) const REVISIONS_MAX: usize = 100_000;

/// Whether propagation shows that no digits beside these clues meet the parts: a chain of pairs that leaves a cell no digit, a cage whose
/// sum no different digits give, a clue outside of its mask, or a digit given twice in a house of the constraint. If it shows nothing,
/// the parts may still have no digits. `revisions` is the number of pairs that may be looked at again, in all constraints of a puzzle.
pub(crate) fn is_contradicted(parts: &Parts, clues: &Grid, digits: usize, revisions: &mut usize) -> bool {
    let Parts { masks, houses, network, .. } = parts;
    let clue_or_mask = |(&mask, clue): (&DigitSet, &Option<Digit>)| {
        clue.map_or(mask, |clue| mask.intersection(DigitSet::of(clue)))
    };
    let mut domains: Vec<DigitSet> = masks.iter().zip(clues.cells()).map(clue_or_mask).collect();
    propagate_pairs(network, &mut domains, digits, revisions);
    let domain = |cell: Cell| domains[cell.index()];
    let repeats = |cells: &[Cell]| {
        let mut given: Vec<Digit> = cells.iter().filter_map(|&cell| clues.digit(cell)).collect();
        given.sort_unstable();
        given.windows(2).any(|pair| pair[0] == pair[1])
    };
    domains.iter().any(|domain| domain.is_empty())
        || houses.iter().any(|(_, cells)| repeats(cells))
        || network.sums.iter().any(|sum| !can_add_up(sum, houses, &domain, digits))
        || network.parts.iter().any(|part| {
            let mut masks: Vec<u64> = part.cells().iter().map(|&cell| domain(cell).bits()).collect();
            !part.filter(&mut masks)
        })
}

/// Removes the digits that go together with no digit of a related cell. As many passes as there are digits suffice for a chain of rising
/// digits, in whatever order its pairs are.
fn propagate_pairs(network: &Network, domains: &mut [DigitSet], digits: usize, revisions: &mut usize) {
    for pass in 0..digits {
        if pass > 0 {
            let Some(left) = revisions.checked_sub(network.pairs.len()) else { return };
            *revisions = left;
        }
        let mut has_changed = false;
        for pair in &network.pairs {
            let [first, second] = [pair.first, pair.second].map(|cell| domains[cell.index()]);
            let Relation { seconds, firsts } = &network.relations[pair.relation];
            let supported = |domain: DigitSet, partners: &[DigitSet], other: DigitSet| -> DigitSet {
                let fits = |digit: &Digit| !partners[digit.index()].intersection(other).is_empty();
                domain.digits().filter(fits).collect()
            };
            let left = [supported(first, seconds, second), supported(second, firsts, first)];
            has_changed |= left != [first, second];
            [domains[pair.first.index()], domains[pair.second.index()]] = left;
        }
        if !has_changed {
            return;
        }
    }
}

/// Whether digits of the domains may add up to the total: by the smallest and the largest digits of each cell, and by the smallest and the
/// largest different digits of a house, beside its clues.
fn can_add_up(
    sum: &Sum,
    houses: &[(usize, Vec<Cell>)],
    domain: &impl Fn(Cell) -> DigitSet,
    digits: usize,
) -> bool {
    let value = |digit: Digit| digit.value() as i64;
    let bound = |is_largest: bool| -> i64 {
        let extreme = |cell: Cell, factor: i32| {
            let products = domain(cell).digits().map(|digit| i64::from(factor) * value(digit));
            if is_largest { products.max() } else { products.min() }
        };
        sum.terms.iter().filter_map(|term| extreme(term.cell, term.factor)).sum()
    };
    if !(bound(false)..=bound(true)).contains(&sum.total) {
        return false;
    }
    let cells: Vec<Cell> = sum.cells().collect();
    let are_different = houses.iter().any(|(_, house)| cells.iter().all(|cell| house.contains(cell)));
    if !(sum.is_plain() && are_different) {
        return true;
    }
    let known: DigitSet = cells.iter().filter_map(|&cell| domain(cell).only()).collect();
    let others: Vec<i64> = DigitSet::all(digits).difference(known).digits().map(value).collect();
    let open = cells.len() - known.len();
    let of_known: i64 = known.digits().map(value).sum();
    let smallest: i64 = others.iter().take(open).sum();
    let largest: i64 = others.iter().rev().take(open).sum();
    (of_known + smallest..=of_known + largest).contains(&sum.total)
}
