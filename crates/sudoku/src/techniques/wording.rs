//! Words for cells, houses, digits and effects in the sentences of steps.

use super::cell_group::CellGroup;
use super::deduction::Deduction;
use super::language::Language;
use super::rule_names::{house_name, rule_name};
use crate::model::{Cell, Constraint, Digit, DigitSet, Layout, Rules};

/// Names the parts of a layout, in English by default.
#[derive(Clone, Copy, Debug)]
pub struct Wording<'a> {
    layout: &'a Layout,
    /// The number that stands for the smallest digit.
    lowest: usize,
    language: Language,
    rules: Option<&'a Rules>,
}

impl<'a> Wording<'a> {
    /// Names the parts of this layout.
    pub fn new(layout: &'a Layout) -> Self {
        Self::with_lowest_digit(layout, 1)
    }

    /// Names the parts of this layout. The smallest digit is called `lowest`, the others follow.
    pub fn with_lowest_digit(layout: &'a Layout, lowest: usize) -> Self {
        Self { layout, lowest, language: Language::default(), rules: None }
    }

    /// The same names, with the names of these constraints and their houses.
    #[must_use]
    pub fn with_rules(self, rules: &'a Rules) -> Self {
        Self { rules: Some(rules), ..self }
    }

    /// The same names in another language.
    #[must_use]
    pub fn in_language(self, language: Language) -> Self {
        Self { language, ..self }
    }

    /// The language.
    pub fn language(&self) -> Language {
        self.language
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
        self.all(cells.iter().map(|&cell| self.cell(cell)))
    }

    /// Alternative cells, such as `r4c1 or r4c2`.
    pub fn either(&self, cells: &[Cell]) -> String {
        self.any(cells.iter().map(|&cell| self.cell(cell)))
    }

    /// Cells with their candidates, such as `r1c1 and r1c2 (1, 2 and 3)`.
    pub fn group(&self, group: &CellGroup) -> String {
        format!("{} ({})", self.cells(&group.cells), self.digits(group.digits))
    }

    /// Groups of cells, joined by "and".
    pub(super) fn groups(&self, groups: &[CellGroup]) -> String {
        let groups: Vec<String> = groups.iter().map(|group| self.group(group)).collect();
        groups.join(&format!(" {} ", self.language.and()))
    }

    /// Alternative groups of cells, such as `r1c1 and r5c5 or in r1c5`, after the word "in".
    pub(super) fn either_in(&self, groups: &[CellGroup]) -> String {
        let groups: Vec<String> = groups.iter().map(|group| self.cells(&group.cells)).collect();
        groups.join(&format!(" {} in ", self.language.or()))
    }

    /// Places one after the other, such as `r1c1, and in r1c5`, after the word "in".
    pub(super) fn each_in(&self, places: &[String]) -> String {
        places.join(&format!(", {} in ", self.language.and()))
    }

    /// One house, such as `row 3`.
    pub fn house(&self, house: usize) -> String {
        house_name(self.language, self.rules, self.layout, house)
    }

    /// The constraint with this index.
    pub(super) fn constraint(&self, index: usize) -> Option<&'a Constraint> {
        self.rules.and_then(|rules| rules.constraints().get(index))
    }

    /// The names of constraints, such as `cage 15 at r1c1 and thermometer at r4c1`.
    pub(super) fn rules_named(&self, constraints: &[usize]) -> String {
        self.all(constraints.iter().map(|&index| rule_name(self.language, self.rules, index)))
    }

    /// The names of the constraints of a step.
    pub(super) fn rules_of(&self, step: &Deduction) -> String {
        self.rules_named(step.rule.as_ref().map_or(&[], |rule| &rule.constraints))
    }

    /// Alternative sets of digits, such as `1 2 6 or 1 3 5`.
    pub(super) fn alternatives(&self, sets: &[DigitSet]) -> String {
        let set = |set: &DigitSet| set.digits().map(|digit| self.number(digit)).collect::<Vec<_>>().join(" ");
        self.any(sets.iter().map(set))
    }

    /// Digits that may repeat, such as `2, 2 and 7`.
    pub(super) fn list(&self, digits: &[Digit]) -> String {
        self.all(digits.iter().map(|&digit| self.number(digit)))
    }

    /// Several houses, such as `row 3 and row 5`.
    pub fn houses(&self, houses: &[usize]) -> String {
        self.all(houses.iter().map(|&house| self.house(house)))
    }

    /// Several digits, such as `2, 3 and 7`.
    pub fn digits(&self, digits: DigitSet) -> String {
        self.all(digits.digits().map(|digit| self.number(digit)))
    }

    /// Alternative digits, such as `2, 3 or 7`.
    pub(super) fn either_digit(&self, digits: DigitSet) -> String {
        self.any(digits.digits().map(|digit| self.number(digit)))
    }

    /// The effect of a step, such as `r3c7 and r4c1 cannot be 5; r4c2 is 3`.
    pub fn effect(&self, step: &Deduction) -> String {
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
            let digits = self.either_digit(digits);
            parts.push(self.language.cannot_be(&self.cells(&cells), cells.len(), &digits));
        }
        parts.extend(
            step.placements
                .iter()
                .map(|placed| self.language.is(&self.cell(placed.cell), &self.number(placed.digit))),
        );
        parts.join("; ")
    }

    /// The only digit of the pattern of a step, or its lowest; empty without a digit.
    pub fn digit(&self, step: &Deduction) -> String {
        step.digits.first().map_or_else(String::new, |digit| self.number(digit))
    }

    /// Joins the parts by commas, and the last by "and".
    pub(super) fn all(&self, parts: impl Iterator<Item = String>) -> String {
        enumerate(parts, self.language.and())
    }

    /// Joins the parts by commas, and the last by "or".
    fn any(&self, parts: impl Iterator<Item = String>) -> String {
        enumerate(parts, self.language.or())
    }
}

fn enumerate(parts: impl Iterator<Item = String>, conjunction: &str) -> String {
    let mut parts: Vec<String> = parts.collect();
    let last = parts.pop().unwrap_or_default();
    if parts.is_empty() { last } else { format!("{} {conjunction} {last}", parts.join(", ")) }
}
