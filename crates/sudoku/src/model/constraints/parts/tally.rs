//! Tallies: how many cells have digits of some sets.

use super::{Fact, Part, Statement, choices};
use crate::model::cell::Cell;
use crate::model::digit::{Digit, DigitSet};

/// Cells of which at least some number have a digit of a set, for each of some sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tally {
    cells: Vec<Cell>,
    demands: Vec<Demand>,
}

/// Number of cells that have a digit of a set, or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Demand {
    digits: DigitSet,
    count: usize,
}

impl Demand {
    /// Whether it may be met; if it just may, the cells that meet it keep no other digits.
    fn filter(self, masks: &mut [u64]) -> bool {
        let bits = self.digits.bits();
        let able = masks.iter().filter(|&mask| mask & bits != 0).count();
        if able == self.count {
            masks.iter_mut().filter(|mask| **mask & bits != 0).for_each(|mask| *mask &= bits);
        }
        able >= self.count
    }
}

impl Tally {
    /// The part of these cells, each given once, without a demand.
    pub(crate) fn new(cells: Vec<Cell>) -> Self {
        Self { cells, demands: Vec::new() }
    }

    /// The part, with this many cells that have a digit of the set, or more: no more than there are cells.
    #[must_use]
    pub(crate) fn at_least(mut self, count: usize, digits: DigitSet) -> Self {
        self.demands.push(Demand { digits, count });
        self
    }

    /// The part, with exactly this many cells that have a digit of the set. `size` is the number of all digits.
    #[must_use]
    pub(crate) fn exactly(self, count: usize, digits: DigitSet, size: usize) -> Self {
        let others = self.cells.len() - count;
        self.at_least(count, digits).at_least(others, DigitSet::all(size).difference(digits))
    }

    /// The demands of sets without a common digit, taken together.
    fn together(&self) -> Demand {
        let none = Demand { digits: DigitSet::default(), count: 0 };
        self.demands.iter().fold(none, |all, demand| {
            match all.digits.intersection(demand.digits).is_empty() {
                true => Demand { digits: all.digits.union(demand.digits), count: all.count + demand.count },
                false => all,
            }
        })
    }

    /// The digits that a demand lacks, and the choices of cells of which one has a digit of the demand.
    fn stated(
        &self,
        digits: usize,
    ) -> impl Iterator<Item = (Demand, DigitSet, impl Iterator<Item = Vec<Cell>> + '_)> {
        self.demands.iter().filter(|demand| demand.count > 0).map(move |&demand| {
            let missing = DigitSet::all(digits).difference(demand.digits);
            (demand, missing, choices(&self.cells, (self.cells.len() + 1).saturating_sub(demand.count)))
        })
    }
}

impl Part for Tally {
    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn size(&self) -> usize {
        self.cells.len() * (1 + self.demands.len())
    }

    fn filter(&self, masks: &mut [u64]) -> bool {
        self.demands.iter().all(|demand| demand.filter(masks))
            && self.together().filter(masks)
            && masks.iter().all(|&mask| mask != 0)
    }

    fn width(&self) -> usize {
        self.cells.len().max(3)
    }

    /// Cells that all have the only digit that a demand lacks: one more than may have it.
    fn forbid<E>(
        &self,
        digits: usize,
        mut visit: impl FnMut(&[(Cell, Digit)]) -> Result<(), E>,
    ) -> Result<(), E> {
        for (_, missing, choices) in self.stated(digits) {
            if let Some(digit) = missing.only() {
                for cells in choices {
                    visit(&cells.iter().map(|&cell| (cell, digit)).collect::<Vec<_>>())?;
                }
            }
        }
        Ok(())
    }

    /// For the other demands, cells of which one has a digit of the demand.
    fn state<E>(
        &self,
        digits: usize,
        mut visit: impl FnMut(Statement<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        for (demand, missing, choices) in self.stated(digits) {
            // A demand of all digits is always met.
            if missing.len() < 2 {
                continue;
            }
            for cells in choices {
                let of_cell = |&cell| demand.digits.digits().map(move |digit| Fact::Candidate(cell, digit));
                visit(Statement::Implies(&[], &cells.iter().flat_map(of_cell).collect::<Vec<_>>()))?;
            }
        }
        Ok(())
    }
}
