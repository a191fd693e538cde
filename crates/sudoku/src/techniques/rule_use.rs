//! The part of a deduction that names rules.

use super::cell_group::CellGroup;
use crate::model::{Cell, DigitSet};

/// Rules from which a step follows, beside houses and candidates.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuleUse {
    /// Indices of the constraints, in ascending order.
    pub constraints: Vec<usize>,
    /// Cells that the step rests on, each with all of its candidates. Cells without digits that are excluded are left out.
    pub needs: Vec<CellGroup>,
    /// Difficulty of the step, of which the first one with these constraints counts in a rating.
    pub difficulty: u64,
    /// The reason, for the sentence.
    pub(super) reason: Reason,
}

/// Reason of a step by a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// The meaning of the rule, at a cell with its neighbours if there is one.
    Meaning(Option<Cell>),
    /// A sum of different digits has these sets of digits.
    Combinations(Vec<DigitSet>),
    /// A sum of different digits has so many sets of digits.
    ManyCombinations(usize),
    /// The other cells of a sum make at least and at most so much.
    Bounds([i64; 2]),
    /// The rule needs a digit.
    Needed,
    /// A house has a digit only in the rule.
    HouseInRule,
    /// The rule and a house together.
    WithHouse(Option<Cell>),
    /// Houses and cages: the cells inside without a cage, the cells of cages outside, the total of the houses, and the total of the cages.
    Sum {
        /// Cells of the houses in no cage.
        innies: Vec<Cell>,
        /// Cells of the cages in no house.
        outies: Vec<Cell>,
        /// Sum of the digits of the houses.
        total: i64,
        /// Sum of the digits of the cages.
        part: i64,
    },
}

impl RuleUse {
    /// Memory of the lists in bytes.
    pub(super) fn heap_bytes(&self) -> usize {
        let needs = self.needs.iter().map(|need| size_of_val(need) + size_of_val(&*need.cells));
        size_of::<Self>() + size_of_val(&*self.constraints) + needs.sum::<usize>()
    }
}
