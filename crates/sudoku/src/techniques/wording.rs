//! Words for cells, houses, digits and effects in the sentences of steps.

use super::step::{CellGroup, Step};
use crate::model::{Cell, Digit, DigitSet, Layout};

/// Names the parts of a layout in English.
#[derive(Clone, Copy, Debug)]
pub struct Wording<'a> {
    layout: &'a Layout,
    /// The number that stands for the smallest digit.
    lowest: usize,
}

impl<'a> Wording<'a> {
    /// Names the parts of this layout.
    pub fn new(layout: &'a Layout) -> Self {
        Self { layout, lowest: 1 }
    }

    /// Names the parts of this layout. The smallest digit is called `lowest`, the others follow.
    pub fn with_lowest_digit(layout: &'a Layout, lowest: usize) -> Self {
        Self { layout, lowest }
    }

    /// One digit, such as `7`.
    pub fn number(&self, digit: Digit) -> String {
        (self.lowest + digit.index()).to_string()
    }

    /// One cell, such as `r3c7`.
    pub fn cell(&self, cell: Cell) -> String {
        self.layout.position(cell).to_string()
    }

    /// Several cells, such as `r3c7, r4c1 and r4c2`.
    pub fn cells(&self, cells: &[Cell]) -> String {
        enumerate(cells.iter().map(|&cell| self.cell(cell)), "and")
    }

    /// Alternative cells, such as `r4c1 or r4c2`.
    pub fn either(&self, cells: &[Cell]) -> String {
        enumerate(cells.iter().map(|&cell| self.cell(cell)), "or")
    }

    /// Cells with their candidates, such as `r1c1 and r1c2 (1, 2 and 3)`.
    pub fn group(&self, group: &CellGroup) -> String {
        format!("{} ({})", self.cells(&group.cells), self.digits(group.digits))
    }

    /// One house, such as `row 3`.
    pub fn house(&self, house: usize) -> String {
        self.layout.houses().nth(house).map_or_else(String::new, |house| house.name.to_string())
    }

    /// Several houses, such as `row 3 and row 5`.
    pub fn houses(&self, houses: &[usize]) -> String {
        enumerate(houses.iter().map(|&house| self.house(house)), "and")
    }

    /// Several digits, such as `2, 3 and 7`.
    pub fn digits(&self, digits: DigitSet) -> String {
        enumerate(digits.digits().map(|digit| self.number(digit)), "and")
    }

    /// The effect of a step, such as `r3c7 and r4c1 cannot be 5; r4c2 is 3`.
    pub fn effect(&self, step: &Step) -> String {
        let mut parts: Vec<String> = Vec::new();
        // Cells that lose the same digits are named together.
        let mut losses: Vec<(Vec<Cell>, DigitSet)> = Vec::new();
        for elimination in &step.eliminations {
            match losses.iter_mut().find(|(cells, _)| cells[..] == [elimination.cell]) {
                Some((_, digits)) => *digits = digits.with(elimination.digit),
                None => losses.push((vec![elimination.cell], DigitSet::of(elimination.digit))),
            }
        }
        let mut merged: Vec<(Vec<Cell>, DigitSet)> = Vec::new();
        for (cells, digits) in losses {
            match merged.iter_mut().find(|(_, others)| *others == digits) {
                Some((merged_cells, _)) => merged_cells.extend(cells),
                None => merged.push((cells, digits)),
            }
        }
        for (mut cells, digits) in merged {
            cells.sort_unstable();
            let digits = enumerate(digits.digits().map(|digit| self.number(digit)), "or");
            parts.push(format!("{} cannot be {digits}", self.cells(&cells)));
        }
        parts.extend(
            step.placements
                .iter()
                .map(|placed| format!("{} is {}", self.cell(placed.cell), self.number(placed.digit))),
        );
        parts.join("; ")
    }

    /// The sentence of a trial, which belongs to no pattern.
    pub fn trial(&self, step: &Step) -> String {
        let placed = step.placements.iter().map(|placed| placed.digit).collect();
        let others = enumerate(step.digits.difference(placed).digits().map(|digit| self.number(digit)), "or");
        format!(
            "a solution with {others} in {} does not exist, so {}.",
            self.cells(&step.cells),
            self.effect(step)
        )
    }

    /// The only digit of the pattern of a step, or its lowest; empty without a digit.
    pub fn digit(&self, step: &Step) -> String {
        step.digits.first().map_or_else(String::new, |digit| self.number(digit))
    }
}

/// Joins the parts by commas, and the last by a conjunction.
pub(super) fn enumerate(parts: impl Iterator<Item = String>, conjunction: &str) -> String {
    let mut parts: Vec<String> = parts.collect();
    let last = parts.pop().unwrap_or_default();
    if parts.is_empty() { last } else { format!("{} {conjunction} {last}", parts.join(", ")) }
}
